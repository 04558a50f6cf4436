// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Asks for a new invitation with the code of one that has expired or was declined, with the same answer for every
/// code. The inviter gets a mail with a link that sends it again.
public struct RequestInvitationRequest: FunctionRequest {
  /// What `request-invitation` answers.
  public typealias Answer = RequestInvitationResult

  /// `POST /request-invitation`. It needs no session.
  public static let function = FunctionCall("request-invitation", at: "/request-invitation", for: .anyone)

  /// The code of the invitation that has ended, also one that a newer code has replaced. At most 128 characters.
  public var code: String

  /// Creates a request.
  public init(code: String) {
    self.code = code
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.code = try container.required("code")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(code, "code")
  }
}

/// What `request-invitation` answers to ``RequestInvitationRequest``.
public struct RequestInvitationResult: Codable, Equatable, Sendable {
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
