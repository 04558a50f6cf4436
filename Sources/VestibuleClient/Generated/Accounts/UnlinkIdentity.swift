// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Removes a sign-in method from the account, unless it is the last one.
public struct UnlinkIdentityRequest: FunctionRequest {
  /// What `unlink-identity` answers.
  public typealias Answer = UnlinkIdentityResult

  /// `POST /unlink-identity`. It needs a session.
  public static let function = FunctionCall("unlink-identity", at: "/unlink-identity", for: .session)

  /// The provider's name in the policy, or `password`. At most 64 characters.
  public var provider: String

  /// Creates a request.
  public init(provider: String) {
    self.provider = provider
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.provider = try container.required("provider")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(provider, "provider")
  }
}

/// What `unlink-identity` answers to ``UnlinkIdentityRequest``.
public struct UnlinkIdentityResult: Codable, Equatable, Sendable {
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
