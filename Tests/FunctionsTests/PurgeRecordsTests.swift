// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage
import TestSupport
import Testing

@testable import Functions

@Suite("Purging records") struct PurgeRecordsTests {
  private let folder: TemporaryFolder
  private let store: Store

  init() throws {
    folder = try TemporaryFolder()
    store = folder.store()
  }

  private func purge(_ limit: Int? = nil, at now: Timestamp = .t0, deadline: Duration = .seconds(30)) throws -> JSON {
    let policy = Policy.fixture(["retention": ["auditDays": 10, "sessionDays": 20, "mailDays": 30]])
    return try PurgeRecords.answer(
      PurgeRecords.event(from: Fields(.object(["limit": limit.map { JSON($0) }]))), .fixture("purge-records"),
      .test(policy: policy, now: now, deadline: deadline, store: store)
    ).json
  }

  /// Inserts expired audit entries and limit hits.
  private func insert(entries: Int, hits: Int = 0) throws {
    try store.write { (transaction) throws(Problem) in
      for number in 0..<entries {
        try transaction.auditLog.insert(
          AuditEntry(id: "a\(number)", at: .t0 - .days(11), function: "f", action: .accountCreated))
      }
      for number in 0..<hits {
        try transaction.limits.count(Limit(max: 1, window: .seconds(1)), key: "k\(number)", now: .t0 - .days(1))
      }
    }
  }

  @Test func `each kind is kept as long as the policy says, to the millisecond`() throws {
    try store.write { (transaction) throws(Problem) in
      try transaction.accounts.insert(.fixture("a"))
      for (id, later) in [("now", 0), ("later", 1)] {
        let past = { (days: Int) in Timestamp.t0 - .days(days) + .milliseconds(later) }
        try transaction.auditLog.insert(AuditEntry(id: id, at: past(10), function: "f", action: .accountCreated))
        try transaction.sessions.insert(.fixture(id, idleEndsAt: past(20)))
        try transaction.outbox.insert(
          OutboxMessage(
            id: id, kind: .verifyEmail, invitationID: nil, locale: "en", recipient: "kim@example.com",
            sealedValues: "", state: .leased, attempts: 1, dueAt: .t0, expiresAt: .t0, createdAt: .t0))
        try transaction.outbox.end(id, as: .sent, at: past(30))
      }
    }
    let nothing: JSON = [
      "deletedAccounts": 0, "accountsClosedByGuardian": 0, "events": 0, "limitHits": 0, "underageRefusals": 0,
      "accountCodes": 0, "challenges": 0, "factors": 0, "usedTokens": 0, "sessions": 0, "mailSecrets": 0,
      "mails": 0,
      "invitationCodes": 0, "auditEntries": 0, "more": false,
    ]
    #expect(try purge(at: .t0 - .milliseconds(1)) == nothing)
    let one: JSON = nothing.merging(["sessions": 1, "mails": 1, "auditEntries": 1])
    #expect(try purge() == one)
    #expect(try purge() == nothing)
    #expect(try purge(at: .t0 + .milliseconds(1)) == one)
  }

  @Test("No more than the limit is removed, and `more` is true until all is done", arguments: [1, 999, 1000, 1100])
  func limit(_ limit: Int) throws {
    try insert(entries: 1201, hits: 3)
    var removed = 0
    while true {
      let answer = try purge(limit)
      let count = (answer["auditEntries"]?.integer ?? 0) + (answer["limitHits"]?.integer ?? 0)
      #expect(count <= limit)
      removed += count
      guard answer["more"] == true else { break }
      #expect(count == limit)
      if limit == 1, removed > 5 { return }
    }
    #expect(removed == 1204)
  }

  @Test func `no kind waits for another's backlog`() throws {
    try insert(entries: 1100, hits: 2200)
    let answer = try purge(2000)
    #expect(answer["limitHits"] == 1000 && answer["auditEntries"] == 1000 && answer["more"] == true)
  }

  @Test func `no batch starts without enough time`() throws {
    try insert(entries: 1)
    let answer = try purge(deadline: .milliseconds(100))
    #expect(answer["auditEntries"] == 0 && answer["more"] == true)
  }

  @Test func `records of a deleted account are removed with their kind`() throws {
    let account = Account.fixture("a")
    try store.write { (transaction) throws(Problem) in
      try transaction.accounts.insert(account)
      try transaction.auditLog.insert(
        AuditEntry(
          id: "e", at: .t0 - .days(10), function: "f", action: .accountCreated, accountID: "a", address: "192.0.2.1"))
      try transaction.outbox.insert(
        OutboxMessage(
          id: "m", kind: .passwordChanged, invitationID: nil, accountID: "a", locale: "en",
          recipient: "kim@example.com", sealedValues: "s", state: .queued, attempts: 0, dueAt: .t0, expiresAt: .t0,
          createdAt: .t0))
      _ = try transaction.erasure.erase(account, records: .anonymise, forgettingAnswersOf: [], at: .t0) { $0 }
    }
    let first = try purge()
    #expect(first["auditEntries"] == 1 && first["mails"] == 0)
    #expect(try purge(at: .t0 + .days(30))["mails"] == 1)
  }
}
