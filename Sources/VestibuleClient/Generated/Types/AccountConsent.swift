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

  /// Whether a parent or guardian has agreed: `none` if nobody has to, `pending` until they decide, `withdrawn`
  /// if they agreed first and disagree now.
  @_alwaysEmitIntoClient public var guardian: AccountConsentGuardian {
    get { json[choice: 0] }
    set { update { $0[choice: 0] = newValue } }
  }

  /// The version of the terms that the person agreed to; null if they have not agreed to any.
  @_alwaysEmitIntoClient public var version: String? {
    get { json[text: 1] }
    set { update { $0[text: 1] = newValue } }
  }

  /// When the person agreed to the terms; null if they have not.
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
