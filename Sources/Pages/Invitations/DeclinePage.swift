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
  package static var variables: [String] { sectionNames + [ShownDecline.names] }

  package static func show(_ data: Fields, _ call: Call, _ environment: Environment) throws(Problem) -> JSON {
    let code = PresentedCode(try data.text("code"))
    guard case .invitation(let details) = try code.offer(seenBy: call, environment) else {
      throw Problem.isJoinLink
    }
    try details.invitation.requirePending(at: environment.now)
    return try ShownDecline(inviter: ShownInviter(details.inviter, environment.policy)).json(
      ShownTimes(call, environment))
  }

  package static func submit(
    _ data: Fields, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<LinkPageOutput> {
    let isReasoned = data.optionalText("reason").map { !$0.trimmed.isEmpty } ?? false
    return try perform(DeclineInvitation.self, isReasoned ? ["code", "reason"] : ["code"], of: data, call, environment)
  }
}

private struct ShownDecline: PageModel {
  let inviter: ShownInviter

  static let variables: [PageVariable<Self>] = [.model("inviter") { $0.inviter }]
}
