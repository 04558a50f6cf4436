// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Requests the password reset mail, or sets a new password with the mail's code, which ends every session.
/// Exactly one of these is present: `email`; `code` and `newPassword`.
public struct ResetPasswordRequest: FunctionRequest, Equatable {
  public typealias Answer = ResetPasswordResult

  /// The function that answers the request.
  @_alwaysEmitIntoClient public static var function: FunctionCall {
    FunctionCall("reset-password", at: "/reset-password", for: .everyone)
  }

  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("ResetPasswordRequest") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// A mail address (RFC 5321 with RFC 6531; no quoted local part, no address literal). UTS 46 must be able to
  /// map its domain to ASCII, which the pattern cannot check.
  @_alwaysEmitIntoClient public var email: String? {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// The code in a mail's link.
  @_alwaysEmitIntoClient public var code: String? {
    get { json[text: 1] }
    set { update { $0[text: 1] = newValue } }
  }

  /// A new password, normalized to NFC and never trimmed; the policy sets its rules.
  @_alwaysEmitIntoClient public var newPassword: String? {
    get { json[text: 2] }
    set { update { $0[text: 2] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(email: String? = nil, code: String? = nil, newPassword: String? = nil) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = email
    json[text: 1] = code
    json[text: 2] = newPassword
    self.json = json
  }
}

/// The reset password result.
public struct ResetPasswordResult: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("ResetPasswordResult") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The text to show the person.
  @_alwaysEmitIntoClient public var message: String {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(message: String) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = message
    self.json = json
  }
}
