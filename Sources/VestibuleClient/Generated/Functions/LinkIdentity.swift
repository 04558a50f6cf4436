// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Adds a sign-in method to the account.
public struct LinkIdentityRequest: FunctionRequest {
  public typealias Answer = LinkIdentityResult

  /// The function that answers the request.
  public static let function = FunctionCall("link-identity", at: "/link-identity", for: .session)

  /// An ID token of an identity provider.
  public var identity: Identity

  /// Creates the value from its members.
  public init(identity: Identity) {
    self.identity = identity
  }
}

/// The link identity result.
public struct LinkIdentityResult: Codable, Hashable, Sendable {
  /// The account's sign-in methods: providers of the policy, and `password`.
  public var providers: [String]

  /// Creates the value from its members.
  public init(providers: [String]) {
    self.providers = providers
  }
}
