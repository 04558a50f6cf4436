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

  package static func show(_ request: PageRequest) throws(Problem) -> PageResponse {
    let environment = request.environment
    let offer: CodeOffer
    do throws(Problem) {
      offer = try PresentedCode(request.text("code") ?? "").offer(seenBy: request.call, environment)
      try offer.requireTakeable(environment.policy, at: environment.now)
    } catch {
      guard error.isRefusal, error.code != .tooManyRequests else { throw error }
      // That page says what the person can do.
      return PageResponse(location: request.url("invite", ["code": request.text("code")]))
    }
    offer.noteFirstView(environment)
    let account = request.usesSession ? request.call.caller : nil
    let variables: JSON = [
      "inviter": environment.policy.shown(offer.inviter),
      "account": account.map { ["email": .string($0.email?.text ?? $0.displayName)] } ?? .null,
      "wayBack": .string(request.ownPath.percentEncoded), "needsEmail": .bool(offer.invitedAddress == nil),
      "invitedAddress": offer.invitedAddress.map { .string($0.masked) } ?? .null,
      "hasAccount": .bool(request.action == "password"),
    ]
    if request.usesSession {
      // It is for somebody else, so that the page leads with another account.
      let isForOther = [ErrorCode.invitationEmailMismatch, .roleMismatch].contains(request.problem?.code)
      return PageResponse(
        "isSignedIn",
        variables.merging([
          "isForOther": .bool(isForOther), "isOtherAddress": .bool(offer.invitesOther(than: request.call.caller)),
        ]))
    }
    return PageResponse(
      "isAsked",
      variables.merging(try request.signInMethods(by: AcceptInvitation.self)).merging([
        "person": PersonForm(request: request).variablesOfInvitation(name: offer.usableName)
      ]))
  }

  package static func act(_ request: PageRequest) throws(Problem) -> PageResponse {
    let code = request.texts("code")
    switch request.action {
    case "accept":
      let accepted = try request.perform(AcceptInvitation.self, code)
      return PageResponse(location: request.url(next: accepted, wanted: accepted["returnURL"]?.string))
    case "new":
      let event = code.merging(request.texts("newPassword", "email")).merging(
        PersonForm(request: request).membersOfInvitation)
      return try SignInPage.signedIn(request, try request.perform(AcceptInvitation.self, event))
    case "password":
      let event = code.merging(request.texts("email", "password"))
      return try SignInPage.signedIn(request, try request.perform(AcceptInvitation.self, event))
    case "provider": return try request.beginning(.acceptInvitation(code: request.text("code") ?? ""))
    default: return try show(request)
    }
  }
}

extension CodeOffer {
  /// Whether an address is invited that is none of the account's. It may still accept, if the policy or the inviter allows
  /// any address.
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

extension JSON {
  /// Whether an acceptance waits for the inviter's answer.
  var isRequestToJoin: Bool { self["joinRequest"]?["status"]?.string == JoinRequest.Status.pending.rawValue }
}

extension PageRequest {
  /// Whether the account of the browser's session accepts: not if the person has chosen, or is filling in the form of,
  /// another sign-in method.
  fileprivate var usesSession: Bool {
    call.session != nil && text("account") == nil && (action == nil || action == "accept")
  }
}
