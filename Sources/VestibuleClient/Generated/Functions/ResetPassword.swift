// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Requests the password reset mail, or sets a new password with the mail's code, which ends every session.
/// Exactly one of these is present: `email`; `code` and `newPassword`.
public struct ResetPasswordRequest: FunctionRequest {
  public typealias Answer = ResetPasswordResult

  /// The function that answers the request.
  public static let function = FunctionCall("reset-password", at: "/reset-password", for: .everyone)

  /// A mail address (RFC 5321 with RFC 6531; no quoted local part, no address literal). UTS 46 must be able to
  /// map its domain to ASCII, which the pattern cannot check.
  public var email: String?
  /// The code in a mail's link.
  public var code: String?
  /// A new password, normalized to NFC and never trimmed; the policy sets its rules.
  public var newPassword: String?

  /// Creates the value from its members.
  public init(email: String? = nil, code: String? = nil, newPassword: String? = nil) {
    self.email = email
    self.code = code
    self.newPassword = newPassword
  }
}

/// The reset password result.
public struct ResetPasswordResult: Codable, Hashable, Sendable {
  /// The text to show the person.
  public var message: String

  /// Creates the value from its members.
  public init(message: String) {
    self.message = message
  }
}
