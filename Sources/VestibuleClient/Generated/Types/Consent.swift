// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// The person's consent to the terms, and the address of their parent or guardian.
public struct Consent: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("Consent") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The version of the terms that the person agrees to.
  @_alwaysEmitIntoClient public var version: String {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// A mail address (RFC 5321 with RFC 6531; no quoted local part, no address literal). UTS 46 must be able to
  /// map its domain to ASCII, which the pattern cannot check.
  @_alwaysEmitIntoClient public var guardianEmail: String? {
    get { json[text: 1] }
    set { update { $0[text: 1] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(version: String, guardianEmail: String? = nil) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = version
    json[text: 1] = guardianEmail
    self.json = json
  }
}
