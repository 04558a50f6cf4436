// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Storage

/// The page that signs in with every method of the policy, and leads back to where the person came from.
package enum SignInPage: BrowserPage {
  package static let name = "sign-in-page"
  package static let page = "sign-in"
  package static let path = "account/sign-in"
  package static let asksTimeZone = true
  package static let asksForPassword = true
  package static let repeated = ["email", "challenge"]
  package static let identifying = ["return", "as"]

  package static var beginning: String? { Section.isAsked.rawValue }

  private enum Section: String, PageFlag { case isAsked, isCode, isFactor, isPasskey }

  /// Why a form of another page leads here, without having done anything.
  enum Reason: String, PageFlag {
    /// The session has ended.
    case ended
    /// The sign-in is too long ago for what the form does.
    case confirm
  }

  fileprivate enum Form: String {
    case password, code, provider, passkey, factor
    case sendAgain = "send-again"
    case useCode = "use-code"
    case usePasskey = "use-passkey"
  }

  package static var variables: [String] {
    [
      Section.names, SignInMethods.names, AskedSignIn.names, FailedForm.names, CodeForm.names, FactorForm.names,
      PasskeyForm.names,
    ]
      + form(errors: "email", "username", "password", "code")
  }

  package static func show(_ request: PageRequest) throws(Problem) -> PageResponse {
    // An ended challenge needs a new sign-in.
    if request.form(Form.self) == .factor, let challenge = try request.openChallenge {
      return try request.page(
        Section.isFactor, FactorForm(challenge: challenge, request: request), FailedForm(request: request))
    }
    if [.useCode, .sendAgain].contains(request.form(Form.self)) { return try codeForm(request) }
    let methods = try SignInMethods(request.environment, by: SignIn.self)
    let newAccounts = try SignInMethods.ofNewAccounts(request.environment)
    let asked = AskedSignIn(
      request: request, passkey: try request.offeredPasskey, needsApp: methods.isEmpty,
      makesAccounts: newAccounts.hasSignUp && !newAccounts.isEmpty)
    return try request.page(Section.isAsked, methods, asked, FailedForm(request: request))
  }

  package static func act(_ request: PageRequest) throws(Problem) -> PageResponse {
    switch request.form(Form.self) {
    case .password: try signedIn(request, try request.perform(SignIn.self, request.login))
    case .code, .sendAgain:
      try codeForm(request, sent: try request.perform(RequestSignIn.self, request.texts("email")))
    case .useCode: try signedIn(request, try request.perform(SignIn.self, request.texts("email", "code", "as")))
    case .provider: try request.beginning(.signIn(role: request.text("as")))
    case .passkey:
      try request.page(Section.isPasskey, PasskeyForm(begun: try request.perform(PasskeyOptions.self)))
    case .usePasskey: try signedIn(request, try request.perform(SignIn.self, request.passkeyLogin))
    case .factor: try signedIn(request, try request.answeringChallenge())
    case nil: try show(request)
    }
  }

  /// The form for a code that was mailed.
  /// - Parameter result: of the function that has just sent it.
  private static func codeForm(_ request: PageRequest, sent result: JSON? = nil) throws(Problem) -> PageResponse {
    let isSentAgain = result != nil && request.form(Form.self) == .sendAgain
    return try request.page(
      Section.isCode, CodeForm(message: result?["message"]?.string, isSentAgain: isSentAgain),
      FailedForm(request: request))
  }

  /// The result of a sign-in: a session, or the challenge of a second factor, which the next form answers.
  static func signedIn(_ request: PageRequest, _ result: JSON) throws(Problem) -> PageResponse {
    let answer = SignInAnswer(result)
    guard let challenge = answer.challenge else { return try request.signedIn(answer) }
    let form = FactorForm(challenge: challenge, request: request)
    var response = try request.page(Section.isFactor, form).merging(["action": .string(request.url(path))])
    response.template = page
    response.returnTo = request.returnTo ?? request.text("return")
    return response
  }
}

extension PageRequest {
  /// The fields of a password's form. A name without @ is a user name, if the policy has user names.
  fileprivate var login: JSON {
    let isEmail = text("email")?.contains("@") ?? true || environment.policy.profile.username == .off
    let name = JSON.object([isEmail ? "email" : "username": .string(text("email") ?? "")])
    return name.merging(texts("password", "as")).merging(text("restore") == "true" ? ["restore": true] : [:])
  }
}

extension PageRequest {
  /// Answers the challenge of a second factor. There is one field, so what does not have the form of a code is a wrong
  /// code.
  fileprivate func answeringChallenge() throws(Problem) -> JSON {
    do throws(Problem) { return try perform(AnswerChallenge.self, try factor) } catch {
      guard error.code == .eventInvalid, text("code") != nil else { throw error }
      throw Problem(.codeInvalid, "the answer does not have the form of a code")
    }
  }
}

// MARK: What it shows

private struct AskedSignIn: PageModel {
  let request: PageRequest
  let passkey: PasskeyForm?
  /// Whether people can sign in only in the app.
  let needsApp: Bool
  /// Whether new people can create an account on a page.
  let makesAccounts: Bool

  static let variables: [PageVariable<Self>] = [
    .flag("needsApp") { $0.needsApp }, .flag("hasSignUp") { $0.makesAccounts },
    .one("done") { $0.request.done(SignInPage.Reason.self) },
    .flag("canRestore") { $0.request.problem?.hints.action == .restoreAccount },
    // Either of the two may be wrong.
    .flag("isNoPair") {
      $0.request.form(SignInPage.Form.self) == .password && $0.request.problem?.code == .invalidCredential
    },
    .flag("hasUserNames") { $0.request.environment.policy.profile.username != .off }, .all { $0.passkey },
  ]
}

private struct FailedForm: PageModel {
  let request: PageRequest

  static let variables: [PageVariable<Self>] = [.one("failed") { $0.request.failed(Failed.self) }]

  private enum Failed: String, PageFlag {
    case password, factor
    case useCode = "use-code"
  }
}

/// The form for a code that was mailed.
private struct CodeForm: PageModel {
  /// Of the function that has just sent it.
  let message: String?
  let isSentAgain: Bool

  static let variables: [PageVariable<Self>] = [
    .text("message") { $0.message }, .number("minutes") { _ in SignInCode.minutes },
    .flag("isSentAgain") { $0.isSentAgain },
  ]
}
