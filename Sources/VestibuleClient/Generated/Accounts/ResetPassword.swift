// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Requests the password reset mail, or sets a new password with the mail's code, which ends every session.
///
/// Exactly one of these is present:
/// - `email`
/// - `code` and `newPassword`
public struct ResetPasswordRequest: FunctionRequest {
  /// What `reset-password` answers.
  public typealias Answer = ResetPasswordResult

  /// `POST /reset-password`. It needs no session.
  public static let function = FunctionCall("reset-password", at: "/reset-password", for: .anyone)

  /// A mail address (RFC 5321 with RFC 6531; no quoted local part, no address literal). UTS 46 must be able to map
  /// its domain to ASCII. At most 254 characters.
  public internal(set) var email: String?

  /// The code in a mail's link. At most 128 characters.
  public internal(set) var code: String?

  /// A new password, normalized to NFC and never trimmed; the policy sets its rules. At most 256 characters.
  public internal(set) var newPassword: String?

  /// One of the static functions makes a request.
  init(email: String? = nil, code: String? = nil, newPassword: String? = nil) {
    self.email = email
    self.code = code
    self.newPassword = newPassword
  }

  /// Requests the mail.
  public static func mail(email: String) -> ResetPasswordRequest {
    ResetPasswordRequest(email: email)
  }

  /// Sets a password with the code of the mail.
  public static func newPassword(_ newPassword: String, code: String) -> ResetPasswordRequest {
    ResetPasswordRequest(code: code, newPassword: newPassword)
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.email = try container.optional("email")
    self.code = try container.optional("code")
    self.newPassword = try container.optional("newPassword")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.writeIfPresent(email, "email")
    try container.writeIfPresent(code, "code")
    try container.writeIfPresent(newPassword, "newPassword")
  }
}

/// What `reset-password` answers to ``ResetPasswordRequest``.
public struct ResetPasswordResult: Codable, Equatable, Sendable {
  /// The text to show the person.
  public var message: String

  /// Creates a value, such as for a test or a preview.
  public init(message: String) {
    self.message = message
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.message = try container.required("message")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(message, "message")
  }
}
