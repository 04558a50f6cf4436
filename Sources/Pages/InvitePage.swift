// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Storage

/// The page of an invitation's link. It shows the inviter, the app and the expiry date, and links to the app. Opening
/// it uses nothing up.
package enum InvitePage: PageFunction {
  package static let name = "invite-page"
  package static let page = "invite"
  package static let granted = "isPending"
  package static let refused: [ErrorCode: String] = [
    .invitationExpired: "isExpired", .invitationAlreadyAccepted: "isAccepted", .invitationRevoked: "isRevoked",
    .invitationSuperseded: "isSuperseded", .invitationNotFound: "isUnknown", .eventInvalid: "isUnknown",
  ]

  package struct Event {
    let code: String
  }

  package struct Output: FunctionOutput {
    let summary: Summary
    let code: String
    let appLink: String

    package var json: JSON { summary.json.merging(["appLink": .string(appLink), "code": .string(code)]) }
  }

  /// The part of the page that is the same in every state of the invitation.
  struct Summary {
    let inviterName: String
    let branding: Branding?
    let clientName: String
    let expiresOn: String

    var json: JSON {
      [
        "inviter": .object(["displayName": JSON(inviterName), "branding": branding?.json]),
        "client": ["name": .string(clientName)],
        "expiresOn": .string(expiresOn),
      ]
    }
  }

  package static func event(from data: Fields) throws(Problem) -> Event { Event(code: try data.text("code")) }

  /// A refusal contains the inviter's name, so that the recipient can ask for a new invitation.
  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    let offer = try environment.store.readAtOnce { (transaction) throws(Problem) in
      try transaction.invitations.offer(code: event.code)
    }
    let summary = Summary(
      inviterName: environment.policy.name(of: offer.inviter), branding: environment.policy.branding(of: offer.inviter),
      clientName: offer.client.name,
      expiresOn: try environment.messages.day(offer.invitation.lastDay, call.language))
    do throws(Problem) {
      try offer.invitation.requirePending(at: environment.now)
    } catch {
      var refusal = error
      refusal.pageVariables = summary.json
      throw refusal
    }
    environment.noteFirstView(of: offer.invitation)
    let code = event.code.uppercased()
    return .answered(Output(summary: summary, code: code, appLink: environment.appLink(to: page, code: code)))
  }
}
