// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Sends a mail with a code that signs in, with the same answer for every address.
public struct RequestSignInRequest: FunctionRequest {
  /// What `request-sign-in` answers.
  public typealias Answer = RequestSignInResult

  /// `POST /request-sign-in`. It needs no session.
  public static let function = FunctionCall("request-sign-in", at: "/request-sign-in", for: .anyone)

  /// A mail address (RFC 5321 with RFC 6531; no quoted local part, no address literal). UTS 46 must be able to map
  /// its domain to ASCII. At most 254 characters.
  public var email: String

  /// Creates a request.
  public init(email: String) {
    self.email = email
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.email = try container.required("email")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(email, "email")
  }
}

/// What `request-sign-in` answers to ``RequestSignInRequest``.
public struct RequestSignInResult: Codable, Equatable, Sendable {
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
