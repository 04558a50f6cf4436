// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Storage

/// The page of an invitation's link. It shows the inviter, the app and the expiry date, and links to the app. Opening
/// it uses nothing up. A person whose mailed code is enough accepts here with one button.
package enum InvitePage: BrowserPage {
  package static let name = "invite-page"
  package static let page = "invite"
  package static let path = "invite"
  package static let identifying = ["code"]
  package static let refused: [ErrorCode: String] = [
    .invitationExpired: "isExpired", .invitationAlreadyAccepted: "isAccepted", .invitationRevoked: "isRevoked",
    .invitationDeclined: "isDeclined",
    .invitationSuperseded: "isSuperseded", .invitationNotFound: "isUnknown", .eventInvalid: "isUnknown",
  ]
  package static let repeated = ["code"]

  /// A refusal contains the inviter's name, so that the recipient can ask for a new invitation.
  package static func show(_ request: PageRequest) throws(Problem) -> PageResponse {
    let environment = request.environment
    let code = PresentedCode(request.text("code") ?? "")
    let found = try code.offer(seenBy: request.call, environment)
    guard case .invitation(let offer) = found else {
      return PageResponse(location: request.url(JoinPage.page, ["code": code.text]))
    }
    let summary: JSON = [
      "isDesktop": .bool(BrowserDevice(request.call) == .desktop),
      "inviter": environment.policy.shown(offer.inviter), "client": ["name": .string(offer.client.name)],
      "expiresOn": .string(try environment.messages.day(offer.invitation.lastDay, request.call.language)),
    ]
    do throws(Problem) {
      try offer.invitation.requirePending(at: environment.now)
    } catch {
      var refusal = error
      refusal.pageVariables = summary
      throw refusal
    }
    found.noteFirstView(environment)
    let isSignedIn = request.call.session != nil
    let takesMail = isSignedIn ? false : try found.providers(environment).contains("email")
    return PageResponse(
      "isPending",
      summary.merging(try WaysOn(to: page, code.text, request.call, environment).json).merging([
        "takesMail": .bool(takesMail), "hasErrors": .bool(request.problem != nil),
      ]))
  }

  package static func act(_ request: PageRequest) throws(Problem) -> PageResponse {
    let event = request.texts("code").merging(["byMail": true])
    return try SignInPage.signedIn(request, try request.perform(AcceptInvitation.self, event))
  }
}

extension Policy {
  /// An inviter as a page shows one who invites.
  func shown(_ inviter: Inviter) -> JSON {
    .object(["displayName": JSON(name(of: inviter)), "branding": branding(of: inviter)?.json])
  }
}
