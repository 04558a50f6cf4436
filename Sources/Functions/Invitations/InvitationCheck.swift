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
    let decisions = try environment.store.read { (rows) throws(Problem) in
      try InvitationBatch(
        event: event, days: environment.policy.invitation.days, inviter: inviter, call: call, environment: environment,
        rows: rows
      ).decide(recipients)
    }
    return try decisions.map { (decision) throws(Problem) in
      switch decision {
      case .invite(let client, _): .success(client)
      case .refuse(let problem): .failure(try environment.answer(problem, call.language))
      }
    }
  }
}
