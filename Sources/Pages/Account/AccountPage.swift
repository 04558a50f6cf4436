// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Storage

/// The page of a person's account: the profile, the address and its change, and the consent to the terms.
package enum AccountPage: BrowserPage {
  package static let name = "account-page"
  package static let page = "account"
  package static let path = "account"
  package static let menuEntry: MenuEntry? = .account
  package static let repeated = ["displayName", "username", "phone", "locale", "email", "guardianEmail"]

  private enum Section: String, PageFlag { case isShown }
  fileprivate enum Message: String, PageFlag {
    case profile, email, consent
    case emailSent = "email-sent"
    case verificationSent = "verification-sent"
  }

  enum Form: String { case profile, email, verify, code, consent }

  package static var variables: [String] {
    [Section.names, ShownAccount.names, ProfileForm.names]
      + form(
        errors: "displayName", "username", "phone", "locale", "timeZone", "email", "code", "guardianEmail", "version")
  }

  package static func show(_ request: PageRequest) throws(Problem) -> PageResponse {
    let known = try request.read(GetAccount.self)
    return try request.page(
      Section.isShown, ShownAccount(known: known, newEmail: try request.newEmail, request: request),
      ProfileForm(request, known.account))
  }

  package static func act(_ request: PageRequest) throws(Problem) -> PageResponse {
    switch request.form(Form.self) {
    case .profile:
      let event = ProfileForm(request, try request.caller).event
      try request.perform(UpdateAccount.self, event)
      return request.again(done: Message.profile)
    case .email:
      let result = try request.perform(UpdateAccount.self, ["email": .string(request.text("email") ?? "")])
      guard result["pendingEmail"] != nil else { return request.again() }
      return request.again(done: Message.emailSent)
    case .verify:
      guard let email = request.call.caller?.email else { return request.again() }
      try request.perform(VerifyEmail.self, ["email": .string(email.text)])
      return request.again(done: Message.verificationSent)
    case .code:
      try request.perform(VerifyEmail.self, ["code": .string(request.text("code") ?? "")])
      return request.again(done: Message.email)
    case .consent:
      let consent = JSON.object([
        "version": request.environment.policy.consent.version.map(JSON.string),
        "guardianEmail": request.text("guardianEmail").map(JSON.string),
      ])
      try request.perform(CompleteAccount.self, ["consent": consent])
      return request.again(done: Message.consent)
    case nil: return try show(request)
    }
  }
}

extension PageRequest {
  /// The new address, to which a link was sent just now. The query does not contain it.
  fileprivate var newEmail: String? {
    get throws(Problem) {
      guard done(AccountPage.Message.self) == .emailSent else { return nil }
      return try environment.read(call) { (decision) throws(Problem) in
        try decision.addresses.pending(of: try decision.requireCaller())?.text
      }
    }
  }
}

// MARK: What it shows

/// The address and its change, and the consent.
private struct ShownAccount: PageModel {
  let known: GetAccount.Output
  let newEmail: String?
  let request: PageRequest

  static let variables: [PageVariable<Self>] = [
    .object("account", .text("email") { $0.known.account.email?.text }),
    .flag("isVerified") { $0.known.account.emailVerified }, .flag("asksForCode") { $0.asksForCode },
    .model("consent") { $0.consent },
    .one("done") { $0.done },
    .text("newEmail") { $0.newEmail }, .one("failed") { $0.request.failed(Failed.self) },
  ]

  private enum Failed: String, PageFlag { case code }

  /// A change that is confirmed or has expired since is not named again.
  private var done: AccountPage.Message? {
    let done = request.done(AccountPage.Message.self)
    return done == .emailSent && newEmail == nil ? nil : done
  }

  /// Whether a code was mailed.
  private var asksForCode: Bool {
    if request.form(AccountPage.Form.self) == .code || !known.account.emailVerified && known.verificationSentAt != nil {
      return true
    }
    return newEmail != nil || request.text("done") == AccountPage.Message.verificationSent.rawValue
  }

  /// The last consent, and whether the terms have a newer version; nil if the policy has none.
  private var consent: ShownConsent? {
    let policy = request.environment.policy
    return policy.consent.version.map { version in
      ShownConsent(
        version: version, given: known.consent?["version"]?.string,
        asksGuardian: policy.isMinor(known.account, on: request.environment.now))
    }
  }
}

private struct ShownConsent: PageModel {
  let version: String
  /// The version of the last consent.
  let given: String?
  let asksGuardian: Bool

  static let variables: [PageVariable<Self>] = [
    .text("version") { $0.version }, .text("given") { $0.given }, .flag("isMissing") { $0.given != $0.version },
    .flag("asksGuardian") { $0.asksGuardian },
  ]
}
