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

  package static func show(_ request: PageRequest) throws(Problem) -> PageResponse {
    // An ended challenge needs a new sign-in.
    if request.action == "factor", let question = try request.openChallenge {
      return PageResponse("isFactor", request.factorForm(question)).merging(["failed": request.failed ?? .null])
    }
    if ["use-code", "send-again"].contains(request.action) {
      return codeForm(request).merging(["failed": request.failed ?? .null])
    }
    let canRestore = request.problem?.action == .restoreAccount
    return PageResponse(
      "isAsked",
      try request.signInMethods(by: SignIn.self).merging(
        .object([
          "canRestore": .bool(canRestore), "failed": request.failed,
          "hasUserNames": .bool(request.environment.policy.profile.username != .off),
        ])
      ).merging(try request.offeredPasskey))
  }

  package static func act(_ request: PageRequest) throws(Problem) -> PageResponse {
    switch request.action {
    case "password": try signedIn(request, try request.perform(SignIn.self, request.login))
    case "code", "send-again":
      codeForm(request, sent: try request.perform(RequestSignIn.self, request.texts("email")))
    case "use-code": try signedIn(request, try request.perform(SignIn.self, request.texts("email", "code", "as")))
    case "provider": try request.beginning(.signIn(role: request.text("as")))
    case "passkey":
      PageResponse("isPasskey", request.passkeyForm(try request.perform(PasskeyOptions.self)))
    case "use-passkey": try signedIn(request, try request.perform(SignIn.self, request.passkeyLogin))
    case "factor": try signedIn(request, try request.perform(AnswerChallenge.self, try request.factor))
    default: try show(request)
    }
  }

  /// The form for a code that was mailed.
  /// - Parameter result: of the function that has just sent it.
  private static func codeForm(_ request: PageRequest, sent result: JSON? = nil) -> PageResponse {
    let isSentAgain = result != nil && request.action == "send-again"
    return PageResponse(
      "isCode",
      (result ?? [:]).merging(["minutes": JSON(SignInCode.minutes), "isSentAgain": .bool(isSentAgain)]))
  }

  /// The result of a sign-in: a session, or the challenge of a second factor, which the next form answers.
  static func signedIn(_ request: PageRequest, _ result: JSON) throws(Problem) -> PageResponse {
    guard result["challenge"] != nil else { return try request.signedIn(result) }
    var response = PageResponse(
      "isFactor", request.factorForm(result).merging(["action": .string(request.url(path))]))
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
