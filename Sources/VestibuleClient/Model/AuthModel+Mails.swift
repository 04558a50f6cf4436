// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What the person does with mails: they verify the address, sign in, and set a new password.
extension AuthModel {
  /// Verifies the address with the code of the mail.
  public func verifyEmail(code: String) async {
    _ = await act { () async throws(VestibuleError) in
      _ = try await keyed(VerifyEmailRequest.code(code)) { [session] (key) throws(VestibuleError) in
        try await session.call(VerifyEmailRequest.code(code), idempotencyKey: key)
      }
      if await session.isSignedIn { try await load() }
    }
  }

  /// Requests another verification mail. `resendDate` says when the next one may be requested.
  public func resendVerification() async {
    guard let email = state.account?.account.email, secondsUntilResend == 0 else { return }
    let sent = await act { () async throws(VestibuleError) in
      try await keyed(VerifyEmailRequest.mail(email: email)) { [session] (key) throws(VestibuleError) in
        try await session.call(VerifyEmailRequest.mail(email: email), idempotencyKey: key)
      }
    }
    if sent != nil { mailDate = now() }
    if let seconds = failure?.retryAfter { refusedUntil = now().addingTimeInterval(Double(seconds)) }
  }

  /// The whole seconds until another verification mail may be requested; 0 if now.
  public var secondsUntilResend: Int {
    max(0, Int((resendDate?.timeIntervalSince(now()) ?? 0).rounded(.up)))
  }

  /// Requests a mail with a link to set a new password, for "Forgot your password?".
  /// - Parameters:
  ///   - email: the address of the account.
  ///   - botToken: of the widget that ``AppConfiguration/botCheck`` names; nil if the function needs none.
  /// - Returns: the server's words, which are the same if the address has no account; nil after a failure, which
  ///   `message` tells.
  @discardableResult
  public func requestPasswordReset(email: String, botToken: String? = nil) async -> String? {
    await result(of: ResetPasswordRequest.mail(email: email), botToken)?.message
  }

  /// Sets a new password with the code of the mail, ``AppLink/passwordReset(code:)``. The person signs in with it
  /// afterwards.
  /// - Returns: the server's words; nil after a failure, which `message` tells.
  @discardableResult
  public func resetPassword(code: String, newPassword: String) async -> String? {
    await result(of: ResetPasswordRequest.newPassword(newPassword, code: code))?.message
  }

  /// Requests a mail with a code to sign in with, for
  /// ``SignInRequest/mailedCode(_:email:as:device:birthDate:consent:restore:)``.
  /// - Parameters:
  ///   - email: the address of the account.
  ///   - botToken: of the widget that ``AppConfiguration/botCheck`` names; nil if the function needs none.
  /// - Returns: the server's words, which are the same if the address has no account; nil after a failure, which
  ///   `message` tells.
  @discardableResult
  public func requestSignInCode(email: String, botToken: String? = nil) async -> String? {
    await result(of: RequestSignInRequest(email: email), botToken)?.message
  }

  /// Makes a call that needs no session, and changes nothing of the account that is shown.
  private func result<Request: FunctionRequest>(
    of request: Request, _ botToken: String? = nil
  ) async -> Request.Answer? {
    await act { () async throws(VestibuleError) in
      try await keyed(request) { [session] (key) throws(VestibuleError) in
        try await session.server.call(request, botToken: botToken, idempotencyKey: key)
      }
    }
  }
}
