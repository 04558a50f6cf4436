// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Asks for a new invitation with the code of one that has expired or was declined, with the same answer for every
/// code. The inviter gets a mail with a link that sends it again.
public struct RequestInvitationRequest: FunctionRequest {
  /// What `request-invitation` answers.
  public typealias Answer = RequestInvitationResult

  /// `POST /request-invitation`. It needs no session.
  public static let function = FunctionCall("request-invitation", at: "/request-invitation", for: .everyone)

  /// The code of the invitation that has ended, also one that a newer code has replaced. At most 128 characters.
  public var code: String

  /// Creates a request.
  public init(code: String) {
    self.code = code
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
}
