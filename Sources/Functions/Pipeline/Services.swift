// SPDX-License-Identifier: Apache-2.0

/// The services: what a decision does, by subject: `decision.limits.count(.invite, of: inviter)`. Each is a type in the
/// folder of its area. The rows that it reads and writes are in the tables: `decision.tables.limits`.
extension Decision {
  package var addresses: Addresses { Addresses(decision: self) }
  package var admission: Admission { Admission(decision: self) }
  package var appleTokens: AppleTokens { AppleTokens(decision: self) }
  package var challenges: Challenges { Challenges(decision: self) }
  package var codes: Codes { Codes(decision: self) }
  package var deletions: Deletions { Deletions(decision: self) }
  package var deliveries: Deliveries { Deliveries(decision: self) }
  package var factors: Factors { Factors(decision: self) }
  package var guardians: Guardians { Guardians(decision: self) }
  package var identities: Identities { Identities(decision: self) }
  package var invitations: Invitations { Invitations(decision: self) }
  package var limits: Limits { Limits(decision: self) }
  package var logins: Logins { Logins(decision: self) }
  package var outbox: Outbox { Outbox(decision: self) }
  package var passwords: AccountPasswords { AccountPasswords(decision: self) }
  package var sessions: Sessions { Sessions(decision: self) }
  package var suppressions: Suppressions { Suppressions(decision: self) }
  package var teams: Teams { Teams(decision: self) }
}
