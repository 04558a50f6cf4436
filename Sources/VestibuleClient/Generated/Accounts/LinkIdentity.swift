// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Adds a sign-in method to the account.
public struct LinkIdentityRequest: FunctionRequest {
  /// What `link-identity` answers.
  public typealias Answer = LinkIdentityResult

  /// `POST /link-identity`. It needs a session.
  public static let function = FunctionCall("link-identity", at: "/link-identity", for: .session)

  /// An ID token of an identity provider.
  public var identity: Identity

  /// Creates a request.
  public init(identity: Identity) {
    self.identity = identity
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.identity = try container.required("identity")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(identity, "identity")
  }
}

/// What `link-identity` answers to ``LinkIdentityRequest``.
public struct LinkIdentityResult: Codable, Equatable, Sendable {
  /// The account's sign-in methods: providers of the policy, and `password`. At most 50 entries.
  public var providers: [String]

  /// Creates a value, such as for a test or a preview.
  public init(providers: [String]) {
    self.providers = providers
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.providers = try container.required("providers")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(providers, "providers")
  }
}
