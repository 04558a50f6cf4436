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
  package static var beginning: String? { Section.isPending.rawValue }

  private enum Section: String, PageFlag { case isPending }

  package static var variables: [String] {
    [Section.names] + refused.map(\.value) + [ShownInvitation.names, WaysOn.names, TakesMail.names] + form()
  }

  /// A refusal contains the inviter's name, so that the recipient can ask for a new invitation.
  package static func show(_ request: PageRequest) throws(Problem) -> PageResponse {
    let environment = request.environment
    let code = PresentedCode(request.text("code") ?? "")
    let found = try code.offer(seenBy: request.call, environment)
    guard case .invitation(let details) = found else {
      return PageResponse(location: request.url(JoinPage.page, ["code": code.text]))
    }
    let shown = ShownInvitation(
      details: details, environment: environment,
      needsApp: try !SignInOnPages.isPossible(environment))
    do throws(Problem) {
      try details.invitation.requirePending(at: environment.now)
    } catch {
      return PageResponse(refusedPage: RefusedPage(error, try shown.json(request.times)))
    }
    found.noteFirstView(environment)
    let isSignedIn = request.call.session != nil
    let takesMail = isSignedIn ? false : try found.providers(environment).contains("email")
    return try request.page(
      Section.isPending, shown, WaysOn(to: page, code.text, request.call, environment), TakesMail(takesMail: takesMail))
  }

  package static func act(_ request: PageRequest) throws(Problem) -> PageResponse {
    let event = request.texts("code").merging(["byMail": true])
    return try SignInPage.signedIn(request, try request.perform(AcceptInvitation.self, event))
  }
}

// MARK: What it shows

private struct ShownInvitation: PageModel {
  let details: InvitationDetails
  let environment: Environment
  /// Whether people can sign in only in the app.
  let needsApp: Bool

  static let variables: [PageVariable<Self>] = [
    .flag("needsApp") { $0.needsApp },
    .model("inviter") { ShownInviter($0.details.inviter, $0.environment.policy) },
    .object("client", .text("name") { $0.details.client.name }),
    .text("invitedAddress") { $0.details.invitation.email?.masked },
    .calendarDay("expiresOn") { $0.details.invitation.lastDay },
  ]
}

/// Whether the code of the mail is enough to accept.
private struct TakesMail: PageModel {
  let takesMail: Bool

  static let variables: [PageVariable<Self>] = [.flag("takesMail") { $0.takesMail }]
}
