// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// The person's last consent, and the decision of their parent or guardian.
public struct AccountConsent: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("AccountConsent") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The guardian.
  @_alwaysEmitIntoClient public var guardian: AccountConsentGuardian {
    get { json[choice: 0] }
    set { update { $0[choice: 0] = newValue } }
  }

  /// The version.
  @_alwaysEmitIntoClient public var version: String? {
    get { json[text: 1] }
    set { update { $0[text: 1] = newValue } }
  }

  /// A timestamp (RFC 3339) in UTC.
  @_alwaysEmitIntoClient public var agreedAt: Date? {
    get { json[date: 2] }
    set { update { $0[date: 2] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(guardian: AccountConsentGuardian, version: String? = nil, agreedAt: Date? = nil) {
    var json = JSONMembers(Self.shape)
    json[choice: 0] = guardian
    json[text: 1] = version
    json[date: 2] = agreedAt
    self.json = json
  }
}
