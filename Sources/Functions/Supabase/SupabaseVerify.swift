// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// `verify`: a code of a mail, typed or in a link. Opening the link shows a page with one button and consumes nothing.
extension SupabaseRequest {
  /// A client that has the code, or a browser whose person has pressed the button.
  func verify() throws(Problem) -> SupabaseResponse {
    guard body.optionalText("page") == nil else { return try verifyInBrowser() }
    guard text("phone") == nil else { return notOffered(.phoneProviderDisabled) }
    let type = try requiredText("type")
    if type == SupabaseCall.Method.invite.rawValue { return try acceptInvitation() }
    let purposes = SupabaseCode.purposes(of: type)
    guard !purposes.isEmpty else { throw .invalid("/type", .eventInvalid, "is not one that this service knows") }
    let code: SignInCode
    let isGuessable = text("token_hash") == nil
    if let sealed = text("token_hash") {
      code = try linked(sealed, purposes)
    } else {
      guard let email = body.optionalEmail("email") else {
        throw .invalid("/email", .invalidEmail, "should be an address")
      }
      code = try typed(try requiredText("token"), at: email, purposes)
    }
    let supabase = supabase(code.purpose)
    return try signedIn(try perform(SignIn.self, Self.event(code), supabase, isGuessable: isGuessable))
  }

  /// A link. Programs that open links, too, get a page with one button.
  func showVerification() throws(Problem) -> SupabaseResponse {
    let sealed = event.query.optionalText("token_hash") ?? event.query.optionalText("token") ?? ""
    guard let code = try SupabaseCode(sealed: sealed, environment) else {
      let problem = Problem(.codeInvalid, "the link is not complete")
      return try response(to: redirect(hasChallenge: false), refusing: problem, of: nil)
    }
    let redirect = redirect(hasChallenge: code.challenge != nil)
    let variables: JSON = .object([
      "token_hash": .string(sealed), "type": SupabaseCode.type(of: code.purpose).map(JSON.string),
      "redirect_to": redirect.map(JSON.string), "email": .string(code.signInCode.email.text),
      "isSignIn": .bool(code.purpose == .signIn || code.purpose == .resetPassword),
    ])
    return try page("supabase-verify", variables, leadingTo: redirect)
  }

  private func verifyInBrowser() throws(Problem) -> SupabaseResponse {
    let sealed = text("token_hash") ?? ""
    let code = try SupabaseCode(sealed: sealed, environment)
    let hasChallenge = code?.challenge != nil
    let redirect = redirect(hasChallenge: hasChallenge)
    do throws(Problem) {
      guard let code else { throw Problem(.codeInvalid, "the link is not complete") }
      var supabase = supabase(code.purpose)
      supabase.beginsSession = false
      let result = try perform(SignIn.self, Self.event(code.signInCode), supabase, isGuessable: false)
      guard let challenge = code.challenge, let account = result["account"]?["id"]?.string else {
        return try response(to: redirect, with: [])
      }
      let flow = SupabaseFlowCode(
        account: account, method: supabase.method, challenge: challenge, begunAt: environment.now)
      return try response(to: redirect, with: [("code", try flow.sealed(environment))])
    } catch {
      guard error.isRefusal else { throw error }
      return try response(to: redirect, refusing: error, of: SupabaseRoute.find("POST", ["verify"])?.route)
    }
  }

  private static func event(_ code: SignInCode) -> SignIn.Event {
    SignIn.Event(proof: .credential(.code(code)), role: nil, statement: StatedConsent(), device: nil)
  }

  private func supabase(_ purpose: AccountCode.Purpose) -> SupabaseCall {
    var supabase = SupabaseCall(method: purpose == .resetPassword ? .recovery : .otp)
    (supabase.createsAccount, supabase.newRole) = (true, newRole)
    return supabase
  }

  private func linked(_ sealed: String, _ purposes: [AccountCode.Purpose]) throws(Problem) -> SignInCode {
    guard let code = try SupabaseCode(sealed: sealed, environment), purposes.contains(code.purpose) else {
      throw Problem(.codeInvalid, "the link's code is not one of this service and type")
    }
    return code.signInCode
  }

  /// The typed code with the purpose that it has. A wrong one counts for the first purpose whose code was sent.
  private func typed(
    _ text: String, at email: EmailAddress, _ purposes: [AccountCode.Purpose]
  ) throws(Problem) -> SignInCode {
    let codes = purposes.map { SignInCode(email: email, text: text, purpose: $0) }
    guard codes.count > 1 else { return codes[0] }
    return try environment.read(call) { (decision) throws(Problem) in
      for code in codes where try decision.codes.row(of: code) != nil { return code }
      for code in codes where try decision.codes.isSent(code) { return code }
      return codes[0]
    }
  }
}
