// SPDX-License-Identifier: Apache-2.0

/// What a decision does, by subject: `decision.limits.count(.invite, of: inviter)`.
extension Decision {
  /// The addresses of an account.
  package var addresses: Addresses { Addresses(decision: self) }
  /// The one gate of every way in.
  package var admission: Admission { Admission(decision: self) }
  /// The refresh tokens of Apple.
  package var appleTokens: AppleTokens { AppleTokens(decision: self) }
  /// Challenges of second factors and passkeys.
  package var challenges: Challenges { Challenges(decision: self) }
  /// The codes of mails about accounts.
  package var codes: Codes { Codes(decision: self) }
  /// The deletion of accounts.
  package var deletions: Deletions { Deletions(decision: self) }
  /// What becomes of the messages that are sent.
  package var deliveries: Deliveries { Deliveries(decision: self) }
  /// Second factors.
  package var factors: Factors { Factors(decision: self) }
  /// Guardians of people below the age of consent.
  package var guardians: Guardians { Guardians(decision: self) }
  /// Identities at providers.
  package var identities: Identities { Identities(decision: self) }
  /// Invitations and their acceptance.
  package var invitations: Invitations { Invitations(decision: self) }
  /// Rate limits.
  package var limits: Limits { Limits(decision: self) }
  /// The addresses and user names with which people sign in by password.
  package var logins: Logins { Logins(decision: self) }
  /// What is queued in the transaction of a decision, and leaves after its commit.
  package var outbox: Outbox { Outbox(decision: self) }
  /// The passwords of accounts.
  package var passwords: AccountPasswords { AccountPasswords(decision: self) }
  /// Sessions.
  package var sessions: Sessions { Sessions(decision: self) }
  /// Addresses that get no mail.
  package var suppressions: Suppressions { Suppressions(decision: self) }
}

package struct AccountPasswords { let decision: Decision }

package struct Addresses { let decision: Decision }

package struct Admission { let decision: Decision }

package struct AppleTokens { let decision: Decision }

package struct Challenges { let decision: Decision }

package struct Codes { let decision: Decision }

package struct Deletions { let decision: Decision }

package struct Deliveries { let decision: Decision }

package struct Factors { let decision: Decision }

package struct Guardians { let decision: Decision }

package struct Identities { let decision: Decision }

package struct Invitations { let decision: Decision }

package struct Limits { let decision: Decision }

package struct Logins { let decision: Decision }

package struct Outbox { let decision: Decision }

package struct Sessions { let decision: Decision }

package struct Suppressions { let decision: Decision }
