// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Storage

/// The page on which a person accepts an invitation in the browser: with the session that they have, at a provider, or
/// with a password.
package enum AcceptPage: BrowserPage {
  package static let name = "accept-page"
  package static let page = "accept"
  package static let path = "invite/accept"
  package static let asksTimeZone = true
  package static let asksForPassword = true
  package static let repeated = PersonForm.repeated + ["email"]
  package static let identifying = ["code"]
  package static var beginning: String? { Section.isAsked.rawValue }

  private enum Section: String, PageFlag { case isAsked, isSignedIn }

  fileprivate enum Form: String { case accept, new, password, provider }

  package static func asksForConsent(_ request: PageRequest) -> Bool { request.form(Form.self) == .new }

  package static var variables: [String] {
    [Section.names, ShownOffer.names, SignInMethods.names, OtherSignIn.names, AskedPerson.names]
      + PageVariables.ofPasswords
      + form(errors: "email", "password", "newPassword", "displayName", "birthDate", "guardianEmail", "version")
  }

  package static func show(_ request: PageRequest) throws(Problem) -> PageResponse {
    let environment = request.environment
    let invitePage = PageResponse(location: request.url("invite", ["code": request.text("code")]))
    let offer: CodeOffer
    do throws(Problem) {
      offer = try PresentedCode(request.text("code") ?? "").offer(seenBy: request.call, environment)
      try offer.requireAcceptable(environment.policy, at: environment.now)
    } catch {
      guard error.isRefusal, error.code != .tooManyRequests else { throw error }
      // That page says what the person can do.
      return invitePage
    }
    offer.noteFirstView(environment)
    let account = try request.usesSession ? request.callerWithAddresses() : nil
    let shown = ShownOffer(request: request, offer: offer, account: account)
    if request.usesSession { return try request.page(Section.isSignedIn, shown) }
    // That page leads to the app.
    guard try SignInOnPages.isPossible(environment) else { return invitePage }
    let methods = try SignInMethods(environment, by: AcceptInvitation.self)
    return try request.page(
      Section.isAsked, shown, methods, OtherSignIn(environment, besides: methods),
      PersonForm(request: request).askedOfInvited(name: offer.usableName))
  }

  package static func act(_ request: PageRequest) throws(Problem) -> PageResponse {
    let code = request.texts("code")
    switch request.form(Form.self) {
    case .accept:
      let accepted = SignInAnswer(try request.perform(AcceptInvitation.self, code))
      return PageResponse(location: request.url(next: accepted, wanted: accepted.returnURL))
    case .new:
      let event = code.merging(request.texts("newPassword", "email")).merging(
        PersonForm(request: request).membersOfInvitation)
      return try SignInPage.signedIn(request, try request.perform(AcceptInvitation.self, event))
    case .password:
      let event = code.merging(request.texts("email", "password"))
      return try SignInPage.signedIn(request, try request.perform(AcceptInvitation.self, event))
    case .provider: return try request.beginning(.acceptInvitation(code: request.text("code") ?? ""))
    case nil: return try show(request)
    }
  }
}

// MARK: What it shows

private struct ShownOffer: PageModel {
  let request: PageRequest
  let offer: CodeOffer
  /// The one of the browser's session, if it accepts.
  let account: Account?

  private var joinLink: JoinLink? { if case .joinLink(let details) = offer { details.link } else { nil } }

  static let variables: [PageVariable<Self>] = [
    .model("inviter") { ShownInviter($0.offer.inviter, $0.request.environment.policy) },
    .object("account", .text("email") { $0.account.map { $0.email?.text ?? $0.displayName } }),
    .text("wayBack") { $0.request.ownPath.percentEncoded },
    .flag("needsEmail") { $0.offer.invitedAddress == nil },
    .text("invitedAddress") { $0.offer.invitedAddress?.masked },
    // The page then leads with another account.
    .flag("isForOther") { [.invitationEmailMismatch, .roleMismatch].contains($0.request.problem?.code) },
    .flag("isOtherAddress") { $0.offer.invitesOther(than: $0.account) },
    .flag("hasAccount") { $0.request.form(AcceptPage.Form.self) == .password },
    // Nobody declines a link by which many people join.
    .flag("isJoinLink") { $0.joinLink != nil }, .flag("needsApproval") { $0.joinLink?.needsApproval == true },
  ]
}

/// Whether `sign-in-page`, which leads back here, has ways that this page lacks.
private struct OtherSignIn: PageModel {
  let isOffered: Bool

  static let variables: [PageVariable<Self>] = [.flag("hasOtherSignIn") { $0.isOffered }]

  /// - Parameter methods: those of this page, which takes no user names.
  init(_ environment: Environment, besides methods: SignInMethods) throws(Problem) {
    let others = try SignInMethods(environment, by: SignIn.self)
    let takesUserNames = others.hasPassword && environment.policy.profile.username != .off
    isOffered = takesUserNames || others.hasMore(than: methods)
  }
}

extension CodeOffer {
  /// Whether the invited address is not one of the account's. The account may still accept if the policy or the inviter
  /// allows any address.
  fileprivate func invitesOther(than account: Account?) -> Bool {
    guard let account, let invitedAddress else { return false }
    return !(account.provenEmails + [account.email].compactMap { $0 }).contains { $0.isSameMailbox(as: invitedAddress) }
  }
}

extension EmailAddress {
  /// Enough to recognise it, for somebody who may only have the link: `k…@example.com`.
  var masked: String {
    let (name, domain) = text.lastIndex(of: "@").map { (text[..<$0], text[$0...]) } ?? (text[...], "")
    return "\(name.prefix(1))…\(domain)"
  }
}

extension PageRequest {
  fileprivate func callerWithAddresses() throws(Problem) -> Account? {
    try environment.read(call) { (decision) throws(Problem) in try decision.sessions.callerWithAddresses() }
  }

  /// Whether the account of the browser's session accepts: not if the person has chosen, or is filling in the form of,
  /// another sign-in method.
  fileprivate var usesSession: Bool {
    call.session != nil && text("account") == nil && [nil, .accept].contains(form(AcceptPage.Form.self))
  }
}
