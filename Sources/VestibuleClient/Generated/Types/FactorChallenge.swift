// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// The challenge of a second factor, which has to be passed first. There is no session yet.
public struct FactorChallenge: Codable, Hashable, Identifiable, Sendable {
  /// The state of the account. Unless it is `signedIn`, the account reaches only the functions that complete, show or
  /// delete it. `factorRequired` with a `challenge`: there is no session until `answer-challenge`.
  public var state: AccountState

  /// What the policy requires and the account lacks, in this order: `role`, `displayName`, `username`, `phone`,
  /// `birthDate`, `consent`, `inviters`, `profile/<field>`. `role` and `inviters` are asked after a first proof of
  /// the address.
  public var missing: [MissingField]

  /// What a second factor or a passkey answers: once, within 10 minutes, with at most five attempts. At most 128
  /// characters.
  public var challenge: String

  /// The confirmed second factors of the account, oldest first. At most 10 entries.
  public var factors: [Factor]

  /// If one of the factors is a passkey: for `PublicKeyCredential.parseRequestOptionsFromJSON()`.
  public var options: [String: JSONValue]?

  /// The `challenge`, which no other value has: for `sheet(item:)`.
  public var id: String { challenge }

  /// Creates a value, such as for a test or a preview.
  public init(
    state: AccountState, missing: [MissingField], challenge: String, factors: [Factor],
    options: [String: JSONValue]? = nil
  ) {
    self.state = state
    self.missing = missing
    self.challenge = challenge
    self.factors = factors
    self.options = options
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.state = try container.required("state")
    self.missing = try container.required("missing")
    self.challenge = try container.required("challenge")
    self.factors = try container.required("factors")
    self.options = try container.optional("options")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(state, "state")
    try container.write(missing, "missing")
    try container.write(challenge, "challenge")
    try container.write(factors, "factors")
    try container.writeIfPresent(options, "options")
  }
}
