// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// Removes expired records, and records whose retention of the policy has ended.
///
/// `delete-account` leaves audit entries and mails without addresses. They are removed with the others of their kind.
/// Invitations, accounts and consents are never removed here, except with accounts whose deletion is due and accounts
/// that a guardian has closed.
package enum PurgeRecords: Function {
  package static let name = "purge-records"

  /// An erasure changes many rows, and other transactions wait for it.
  private static let erasedPerTransaction = 20

  package struct Event {
    let limit: Int
  }

  package struct Output: FunctionOutput {
    /// The number of removed records by kind.
    let counts: [(kind: String, count: Int)]
    let more: Bool

    package var json: JSON { .object(JSON.Members(counts.map { ($0.kind, JSON($0.count)) } + [("more", .bool(more))])) }
  }

  package static func event(from data: Fields) throws(Problem) -> Event {
    Event(limit: data.optionalInteger("limit") ?? 1_000_000)
  }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    let erasing = Purge("deletedAccounts", batch: erasedPerTransaction) { (decision, limit) throws(Problem) in
      try decision.erase(try decision.tables.accounts.toErase(now: environment.now, limit: limit))
    }
    let closing = Purge("accountsClosedByGuardian", batch: erasedPerTransaction) { (decision, limit) throws(Problem) in
      let end = environment.now - Guardians.closedAccountRetention
      return try decision.erase(try decision.tables.accounts.closedByGuardian(before: end, limit: limit))
    }
    let purges =
      [erasing, closing] + Purge.ofExpiredRecords
      + Purge.ofRetainedRecords(environment.policy.retention, now: environment.now)
    let (counts, more) = try environment.sweep(purges.map(\.step), call, limit: event.limit)
    return .answered(Output(counts: zip(purges, counts).map { ($0.kind, $1) }, more: more))
  }
}

extension Decision {
  /// Erases accounts.
  /// - Returns: their number.
  fileprivate func erase(_ accounts: [Account]) throws(Problem) -> Int {
    for account in accounts {
      try audit(.accountDeleted, account: account.id)
      // An inviter's record belongs to the person who has proven the address, not to the account that claimed it.
      try deletions.erase(account, records: account.closedFor == .claim ? .keep : nil)
    }
    return accounts.count
  }
}

extension Purge {
  /// The steps that remove records after the retention of the policy.
  fileprivate static func ofRetainedRecords(_ retention: Policy.RetentionRules, now: Timestamp) -> [Purge] {
    let (sessionsEnd, mailsEnd) = (now - retention.session, now - retention.mail)
    return [
      Purge("sessions") { (decision, limit) throws(Problem) in
        try decision.tables.sessions.delete(endedBefore: sessionsEnd, limit: limit)
      },
      Purge("mailSecrets") { (decision, limit) throws(Problem) in
        try decision.tables.outbox.eraseValuesOfEnded(now: now, limit: limit)
      },
      Purge("mails") { (decision, limit) throws(Problem) in
        try decision.tables.outbox.delete(endedBefore: mailsEnd, limit: limit)
      },
      // A superseded code is distinguished from a wrong one as long as its mail is stored.
      Purge("invitationCodes") { (decision, limit) throws(Problem) in
        let codes = try decision.tables.invitations.deleteSupersededCodes(
          ofInvitationsEndedBefore: mailsEnd, limit: limit)
        guard codes < limit else { return codes }
        return try codes + decision.tables.joinLinks.deleteSupersededCodes(before: mailsEnd, limit: limit - codes)
      },
      Purge("auditEntries") { (decision, limit) throws(Problem) in
        try decision.tables.auditLog.delete(before: now - retention.audit, limit: limit)
      },
    ]
  }
}
