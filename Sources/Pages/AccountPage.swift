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

  package static func show(_ request: PageRequest) throws(Problem) -> PageResponse {
    let known = try request.read(GetAccount.self)
    let account = known.account
    let form = ProfileForm(request)
    return PageResponse(
      "isShown",
      .object([
        "account": .object(["email": account.email.map { .string($0.text) }]),
        "isVerified": .bool(account.emailVerified), "profile": form.names(of: account),
        "locales": form.locales(of: account), "timeZones": form.timeZones(of: account),
        "fields": form.fields(of: account),
        "consent": consent(known, request), "asksForCode": .bool(asksForCode(request, known)),
      ]).merging(request.accountVariables(done: ["profile", "email-sent", "email", "verification-sent", "consent"])))
  }

  package static func act(_ request: PageRequest) throws(Problem) -> PageResponse {
    switch request.action {
    case "profile":
      let event = ProfileForm(request).event
      try request.perform(UpdateAccount.self, event)
      return request.again(done: "profile")
    case "email":
      let result = try request.perform(UpdateAccount.self, ["email": .string(request.text("email") ?? "")])
      return request.again(done: result["pendingEmail"] == nil ? nil : "email-sent")
    case "verify":
      guard let email = request.call.caller?.email else { return request.again() }
      try request.perform(VerifyEmail.self, ["email": .string(email.text)])
      return request.again(done: "verification-sent")
    case "code":
      try request.perform(VerifyEmail.self, ["code": .string(request.text("code") ?? "")])
      return request.again(done: "email")
    case "consent":
      let consent = JSON.object([
        "version": request.environment.policy.consent.version.map(JSON.string),
        "guardianEmail": request.text("guardianEmail").map(JSON.string),
      ])
      try request.perform(CompleteAccount.self, ["consent": consent])
      return request.again(done: "consent")
    default: return try show(request)
    }
  }

  /// The last consent, and whether the terms have a newer version.
  private static func consent(_ known: GetAccount.Output, _ request: PageRequest) -> JSON? {
    guard let version = request.environment.policy.consent.version else { return nil }
    let given = known.consent?["version"]?.string
    let isMinor = request.call.caller.map { request.environment.policy.isMinor($0, on: request.environment.now) }
    return .object([
      "version": .string(version), "given": given.map(JSON.string), "isMissing": .bool(given != version),
      "asksGuardian": .bool(isMinor ?? false),
    ])
  }

  /// Whether a code was mailed.
  private static func asksForCode(_ request: PageRequest, _ known: GetAccount.Output) -> Bool {
    let isUnverified = !known.account.emailVerified
    if request.action == "code" || isUnverified && known.verificationSentAt != nil { return true }
    return ["email-sent", "verification-sent"].contains(request.text("done"))
  }
}
