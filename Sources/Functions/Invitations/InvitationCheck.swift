// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

extension SendInvitation {
  /// What `send-invitation` would decide about a list of clients now. Nothing is stored or sent.
  /// - Returns: for each entry the client that would be invited, or the error.
  package static func check(
    _ list: [JSON], by channel: Invitation.Channel, _ call: Call, _ environment: Environment
  ) throws(Problem) -> [Result<Client, ErrorAnswer>] {
    let inviter = try call.requireCaller()
    try inviter.requireVerifiedInviter()
    let recipients = try environment.recipients(list, by: channel)
    let event = Event(
      recipients: .list(list), days: nil, allowOtherEmail: false, channel: channel, alsoByMail: false, role: nil,
      note: nil)
    let outcomes = try environment.read(call) { (decision) throws(Problem) in
      let days = decision.policy.invitation.days
      return try InvitationBatch(event: event, days: days, inviter: inviter, decision: decision).decide(recipients)
    }
    return try outcomes.map { (outcome) throws(Problem) in
      switch outcome {
      case .invite(let client, _): .success(client)
      case .refuse(let problem): .failure(try environment.answer(problem, call.language))
      }
    }
  }
}
