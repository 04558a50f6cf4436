// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Removes a sign-in method from the account, unless it is the last one.
public struct UnlinkIdentityRequest: FunctionRequest {
  public typealias Answer = UnlinkIdentityResult

  /// The function that answers the request.
  public static let function = FunctionCall("unlink-identity", at: "/unlink-identity", for: .session)

  /// The provider's name in the policy, or `password`.
  public var provider: String

  /// Creates the value from its members.
  public init(provider: String) {
    self.provider = provider
  }
}

/// The unlink identity result.
public struct UnlinkIdentityResult: Codable, Hashable, Sendable {
  /// The account's sign-in methods: providers of the policy, and `password`.
  public var providers: [String]

  /// Creates the value from its members.
  public init(providers: [String]) {
    self.providers = providers
  }
}
