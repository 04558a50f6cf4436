// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Sends a mail with a code that signs in, with the same answer for every address.
public struct RequestSignInRequest: FunctionRequest {
  public typealias Answer = RequestSignInResult

  /// The function that answers the request.
  public static let function = FunctionCall("request-sign-in", at: "/request-sign-in", for: .everyone)

  /// A mail address (RFC 5321 with RFC 6531; no quoted local part, no address literal). UTS 46 must be able to
  /// map its domain to ASCII, which the pattern cannot check.
  public var email: String

  /// Creates the value from its members.
  public init(email: String) {
    self.email = email
  }
}

/// The request sign in result.
public struct RequestSignInResult: Codable, Hashable, Sendable {
  /// The text to show the person.
  public var message: String

  /// Creates the value from its members.
  public init(message: String) {
    self.message = message
  }
}
