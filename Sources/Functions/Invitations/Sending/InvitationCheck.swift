// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

extension SendInvitation {
  /// What `send-invitation` would decide about a list of clients now. Nothing is stored or sent.
  /// - Returns: for each entry the client that would be invited, or the error.
  package static func check(
    _ list: [JSON], by channel: Invitation.Channel, _ call: Call, _ environment: Environment
  ) throws(Problem) -> [Result<Client, ErrorResult>] {
    let inviter = try call.callerAtEntry()
    try inviter.requireVerifiedInviter()
    let recipients = try Recipient.all(of: list, by: channel, environment)
    let event = Event(
      recipients: .list(list), days: nil, allowOtherEmail: nil, channel: channel, alsoByMail: false, role: nil,
      askedTeamRole: nil, note: nil, data: .kept, returnURL: nil, confirmsAddress: false)
    let outcomes = try environment.read(call) { (decision) throws(Problem) in
      let days = decision.policy.invitation.days
      var batch = try InvitationBatch(event: event, days: days, inviter: inviter, decision)
      return try batch.decide(recipients)
    }
    return try outcomes.map { (outcome) throws(Problem) in
      switch outcome {
      case .invite(let sending): .success(sending.client)
      case .ask: throw .bug("a check does not ask about addresses")
      case .refuse(let problem): .failure(try environment.messages.answer(problem, call.language))
      }
    }
  }
}
