// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Somebody who is signed in.
public struct SignedIn: Codable, Equatable, Sendable {
  /// A person who can sign in. `email` is nil if the provider gave none.
  public var account: Account

  /// The tokens of a session.
  public var session: Tokens

  /// The state of the account. Unless it is `signedIn`, the account reaches only the functions that complete, show or
  /// delete it. `factorRequired` with a `challenge`: there is no session until `answer-challenge`.
  public var state: AccountState

  /// What the policy requires and the account lacks, in this order: `role`, `displayName`, `username`, `phone`,
  /// `birthDate`, `consent`, `inviters`, `profile/<field>`. `role` and `inviters` are asked after a first proof of
  /// the address.
  public var missing: [MissingField]

  /// The pending invitations to the account's verified address that the account can accept with `accept-invitation`
  /// and `invitationId`, newest first. At most 20 entries.
  public var invitations: [WaitingInvitation]

  /// What is accepted in the step that proves the account's address; nil if nothing waits.
  public var waiting: WaitingAcceptance?

  /// Creates a value, such as for a test or a preview.
  public init(
    account: Account, session: Tokens, state: AccountState, missing: [MissingField], invitations: [WaitingInvitation],
    waiting: WaitingAcceptance? = nil
  ) {
    self.account = account
    self.session = session
    self.state = state
    self.missing = missing
    self.invitations = invitations
    self.waiting = waiting
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.account = try container.required("account")
    self.session = try container.required("session")
    self.state = try container.required("state")
    self.missing = try container.required("missing")
    self.invitations = try container.required("invitations")
    self.waiting = try container.optional("waiting")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(account, "account")
    try container.write(session, "session")
    try container.write(state, "state")
    try container.write(missing, "missing")
    try container.write(invitations, "invitations")
    try container.writeIfPresent(waiting, "waiting")
  }
}
