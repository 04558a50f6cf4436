// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Adds the data that the policy requires and the account lacks. This ends the state `incomplete`.
public struct CompleteAccountRequest: FunctionRequest {
  public typealias Answer = CompleteAccountResult

  /// The function that answers the request.
  public static let function = FunctionCall("complete-account", at: "/complete-account", for: .session)

  /// The name that others see; the rules of `name` apply.
  public var displayName: String?
  /// A name with which a person can sign in instead of the address. Case and Unicode spelling do not matter.
  /// The policy's `profile.username` says whether accounts have one.
  public var username: String?
  /// A telephone number.
  public var phone: String?
  /// A calendar date.
  public var birthDate: String?
  /// The person's consent to the terms, and the address of their parent or guardian.
  public var consent: Consent?
  /// The app's own fields, as `profile.fields` of the policy defines them; null removes a field.
  public var profile: [String: JSONValue]?

  /// Creates the value from its members.
  public init(
    displayName: String? = nil, username: String? = nil, phone: String? = nil, birthDate: String? = nil,
    consent: Consent? = nil, profile: [String: JSONValue]? = nil
  ) {
    self.displayName = displayName
    self.username = username
    self.phone = phone
    self.birthDate = birthDate
    self.consent = consent
    self.profile = profile
  }
}

/// The complete account result.
public struct CompleteAccountResult: Codable, Hashable, Sendable {
  /// A person who can sign in. `email` is null if the provider gave none.
  public var account: Account
  /// The state of the account. Unless it is `signedIn`, the account reaches only the functions that complete,
  /// show or delete it. `factorRequired` with a `challenge`: there is no session until `answer-challenge`.
  public var state: AccountState
  /// What the policy requires and the account lacks, in this order: `displayName`, `username`, `phone`,
  /// `birthDate`, `consent`, `profile/<field>`.
  public var missing: [String]

  /// Creates the value from its members.
  public init(account: Account, state: AccountState, missing: [String]) {
    self.account = account
    self.state = state
    self.missing = missing
  }
}
