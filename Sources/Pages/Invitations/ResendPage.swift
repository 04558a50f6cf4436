// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions

/// The page of the link in the mail that asks an inviter for a new invitation. Its button sends the invitation again.
/// Opening it sends nothing.
package enum ResendPage: LinkPage {
  package static let name = "resend-page"
  package static let page = "resend"
  package static let refused: [ErrorCode: String] = [
    .codeInvalid: "isUsed", .codeExpired: "isUsed", .invitationNotPending: "isOver", .invitationNotFound: "isOver",
    .eventInvalid: "isIncomplete",
  ]
  package static let repeated = ["code"]
  package static let showsLink = true
  /// No function of the API has this route.
  package static let sharesRoute = false
  package static var variables: [String] {
    sectionNames + ["client client.name recipient invitation invitation.email link shortCode"]
  }

  package static func show(_ data: Fields, _ call: Call, _ environment: Environment) throws(Problem) -> JSON {
    let code = try data.code("code")
    let (_, details) = try environment.read(call) { (decision) throws(Problem) in
      try RequestedInvitation.find(code, decision)
    }
    let recipient: String? =
      switch details.invitation.channel {
      case .sms: environment.policy.profile.phoneNumber(details.client.phone)
      case .mail: details.client.email?.text
      case .link: nil
      }
    return .object(["client": ["name": .string(details.client.name)], "recipient": recipient.map(JSON.string)])
  }

  package static func submit(
    _ data: Fields, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<LinkPageOutput> {
    // A form that is sent twice gets the remembered result, which the page shows as it shows the first one.
    try RequestedInvitation.resend(try data.code("code"), call, environment).map { LinkPageOutput(json: $0.json) }
  }
}
