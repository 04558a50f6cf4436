// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Returns the account of an invitee, and its state.
public struct GetMemberRequest: FunctionRequest {
  public typealias Answer = GetMemberResult

  /// The function that answers the request.
  public static let function = FunctionCall("get-member", at: "/get-member", for: .session)

  /// An opaque id.
  public var accountId: String

  /// Creates the value from its members.
  public init(accountId: String) {
    self.accountId = accountId
  }
}

/// The get member result.
public struct GetMemberResult: Codable, Hashable, Sendable {
  /// A person who can sign in. `email` is null if the provider gave none.
  public var member: Account
  /// The state of the account. Unless it is `signedIn`, the account reaches only the functions that complete,
  /// show or delete it. `factorRequired` with a `challenge`: there is no session until `answer-challenge`.
  public var state: AccountState
  /// What the policy requires and the account lacks, in this order: `displayName`, `username`, `phone`,
  /// `birthDate`, `consent`, `profile/<field>`.
  public var missing: [String]

  /// Creates the value from its members.
  public init(member: Account, state: AccountState, missing: [String]) {
    self.member = member
    self.state = state
    self.missing = missing
  }
}
