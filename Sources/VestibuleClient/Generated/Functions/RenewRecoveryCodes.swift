// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Replaces the recovery codes of the account.
public struct RenewRecoveryCodesRequest: FunctionRequest, Equatable {
  public typealias Answer = RenewRecoveryCodesResult

  /// The function that answers the request.
  @_alwaysEmitIntoClient public static var function: FunctionCall {
    FunctionCall("renew-recovery-codes", at: "/renew-recovery-codes", for: .session)
  }

  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("RenewRecoveryCodesRequest") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// A request without members.
  public init() { json = JSONMembers(Self.shape) }
}

/// The renew recovery codes result.
public struct RenewRecoveryCodesResult: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("RenewRecoveryCodesResult") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// Codes for a person who has lost the second factor. Each works once. They are shown only now.
  @_alwaysEmitIntoClient public var recoveryCodes: [String] {
    get { json[texts: 0] }
    set { update { $0[texts: 0] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(recoveryCodes: [String]) {
    var json = JSONMembers(Self.shape)
    json[texts: 0] = recoveryCodes
    self.json = json
  }
}
