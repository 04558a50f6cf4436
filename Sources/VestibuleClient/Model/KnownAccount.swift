// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// An account as the server showed it, with the date of that answer.
public struct KnownAccount: Codable, Equatable, Sendable {
  /// The person's data, such as the name and the role.
  public var account: Account
  /// How far the account may be used: what ``AuthState`` is made of.
  public var state: AccountState
  /// What the policy requires and the account lacks, such as ``MissingField/birthDate``: the fields of a screen that
  /// sends a ``CompleteAccountRequest``.
  public var missing: [MissingField]
  /// The invitations that wait for the account's verified address.
  public var invitations: [WaitingInvitation]
  /// When the server gave this answer.
  public var date: Date
  /// Whether the server gave the answer to this call. False for the last answer that this device has kept, such as
  /// before the server has answered at the start, or without a connection.
  public var isCurrent: Bool

  /// Creates a known account, for ``Session/begin(_:account:)``, a test or a preview.
  public init(
    account: Account, state: AccountState = .signedIn, missing: [MissingField] = [],
    invitations: [WaitingInvitation] = [],
    date: Date = Date(), isCurrent: Bool = true
  ) {
    self.account = account
    self.state = state
    self.missing = missing
    self.invitations = invitations
    self.date = date
    self.isCurrent = isCurrent
  }
}

extension KnownAccount {
  init(_ result: GetAccountResult, date: Date, isCurrent: Bool) {
    self.init(
      account: result.account, state: result.state, missing: result.missing, invitations: result.invitations,
      date: date, isCurrent: isCurrent)
  }

  /// What an access token says about its owner: the id and the role. It is for tokens that were stored without an
  /// account, when the server cannot be reached.
  init(ofToken token: String) {
    let claims = AccessTokenClaims(token)
    let issued = claims?.issuedAt ?? Date(timeIntervalSince1970: 0)
    self.init(
      account: Account(
        id: claims?.accountID ?? "", emailVerified: false, displayName: "", role: claims?.role ?? "", status: .active,
        profile: [:], consent: Account.Consent(guardian: .notNeeded), createdAt: issued),
      date: issued, isCurrent: false)
  }

  /// The same account as it is known later, without the server.
  var earlier: KnownAccount {
    var known = self
    known.isCurrent = false
    return known
  }
}
