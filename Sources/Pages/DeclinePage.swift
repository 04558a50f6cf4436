// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Storage

/// The page on which an invited person declines, with a reason if they like. Opening it declines nothing.
package enum DeclinePage: LinkPage {
  package static let name = "decline-page"
  package static let page = "decline"
  package static let refused: [ErrorCode: String] = [
    .invitationDeclined: "isDone", .invitationExpired: "isOver", .invitationAlreadyAccepted: "isOver",
    .invitationRevoked: "isOver", .invitationSuperseded: "isOver", .invitationNotFound: "isUnknown",
    .eventInvalid: "isUnknown",
  ]
  package static let repeated = ["code"]
  package static let action = "decline-invitation"

  package static func show(_ data: Fields, _ call: Call, _ environment: Environment) throws(Problem) -> JSON {
    let code = try data.text("code")
    let offer = try environment.store.readAtOnce { (transaction) throws(Problem) in
      try transaction.invitations.offer(code: code)
    }
    try offer.invitation.requirePending(at: environment.now)
    return [
      "inviter": .object([
        "displayName": JSON(environment.policy.name(of: offer.inviter)),
        "branding": environment.policy.branding(of: offer.inviter)?.json,
      ])
    ]
  }

  package static func take(
    _ data: Fields, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<LinkPageOutput> {
    let isReasoned = data.optionalText("reason").map { !$0.trimmed.isEmpty } ?? false
    return try perform(DeclineInvitation.self, isReasoned ? ["code", "reason"] : ["code"], of: data, call, environment)
  }
}
