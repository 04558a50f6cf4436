// SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation
import Testing

@testable import Storage
@testable import TestSupport

@Suite("The outbox") struct OutboxTests {
  private let folder: TemporaryFolder
  private let store: Store

  init() throws {
    folder = try TemporaryFolder()
    store = folder.store()
    try store.write { (transaction) throws(Problem) in try transaction.insertClients([.fixture("kim")]) }
  }

  private func insert(_ mails: OutboxMessage...) throws {
    try store.write { (transaction) throws(Problem) in for mail in mails { try transaction.outbox.insert(mail) } }
  }

  private func lease(at offset: Int = 0, for seconds: Int = 15, limit: Int = 10) throws -> [OutboxMessage] {
    try store.write { (transaction) throws(Problem) in
      let now = Timestamp.t0 + .seconds(offset)
      return try transaction.outbox.lease(now: now, until: now + .seconds(seconds), limit: limit)
    }
  }

  private func column(_ name: String, of mail: String) throws -> String? {
    let connection = try folder.database().connection()
    return try connection.run("SELECT \(name) AS x FROM outbox WHERE id = $1", [.text(mail)]).first?.optionalText("x")
  }

  @Test func `a mail that is due is leased once`() throws {
    try insert(.fixture("m"))
    let mail = try #require(try lease().first)
    #expect(mail.state == .leased && mail.attempts == 1 && mail.dueAt == .t0 + .seconds(15))
    #expect(mail.sealedValues == "sealed")
    #expect(try lease().isEmpty)
    #expect(try lease(at: 14).isEmpty)
  }

  @Test func `an expired lease is taken over, and counts as an attempt`() throws {
    try insert(.fixture("m"))
    _ = try lease()
    let mail = try #require(try lease(at: 15).first)
    #expect(mail.attempts == 2 && mail.dueAt == .t0 + .seconds(30))
    #expect(try lease(at: 29).isEmpty)
  }

  @Test func `a mail is not leased before it is due`() throws {
    try insert(.fixture("m", dueAt: .t0 + .seconds(60)))
    #expect(try lease(at: 59).isEmpty)
    #expect(
      try store.read { (transaction) throws(Problem) in try transaction.outbox.hasDueMessages(now: .t0 + .seconds(59)) }
        == false)
    #expect(
      try store.read { (transaction) throws(Problem) in try transaction.outbox.hasDueMessages(now: .t0 + .seconds(60)) }
    )
    #expect(try lease(at: 60).count == 1)
  }

  @Test func `at most the limit is leased, longest due first`() throws {
    for number in [3, 1, 4, 0, 2] { try insert(.fixture("m\(number)", dueAt: .t0 - .seconds(10 - number))) }
    #expect(try lease(limit: 2).map(\.id) == ["m0", "m1"])
    #expect(try lease(limit: 2).map(\.id) == ["m2", "m3"])
    #expect(try lease(limit: 2).map(\.id) == ["m4"])
  }

  @Test func `no more than the limit is leased with any query plan`() throws {
    for number in 0..<5 { try insert(.fixture("m\(number)")) }
    try store.write { (transaction) throws(Problem) in
      for number in 0..<5 {
        try transaction.insertClients([.fixture("late\(number)")]) {
          .fixture("i-late\(number)", ofClient: $0.id, expiresAt: .t0)
        }
      }
    }
    try store.sweep { (transaction) throws(Problem) in
      // With these settings, PostgreSQL's planner may repeat the query per row.
      let settings = ["hashjoin", "mergejoin", "hashagg", "material", "sort"].map { "SET LOCAL enable_\($0) = off" }
      if transaction.dialect.skippingLocked != "" { for setting in settings { try transaction.change(setting) } }
      #expect(try transaction.outbox.lease(now: .t0, until: .t0 + .days(30), limit: 3).count == 3)
      #expect(try transaction.outbox.correctFutureDueTimes(now: .t0, limit: 2) == 2)
      #expect(try transaction.invitations.expireOverdue(now: .t0, limit: 3).count == 3)
    }
  }

  @Test func `of many concurrent processes one leases each mail`() throws {
    for number in 0..<40 { try insert(.fixture("m\(number)")) }
    let (leased, database) = (Leased(), folder.database())
    try onThreads(4) { _ in
      let store = database.store()
      while true {
        let mails = try store.write { (transaction) throws(Problem) in
          try transaction.outbox.lease(now: .t0, until: .t0 + .seconds(15), limit: 3)
        }
        if mails.isEmpty { return }
        leased.add(mails.map(\.id))
      }
    }
    #expect(leased.ids.count == 40)
    #expect(Set(leased.ids).count == 40)
  }

  @Test(
    "An ended mail has no secrets and is never leased again",
    arguments: [OutboxMessage.State.sent, .failed, .unknown, .cancelled])
  func ended(_ state: OutboxMessage.State) throws {
    try insert(.fixture("m"))
    _ = try lease()
    try store.write { (transaction) throws(Problem) in
      try transaction.outbox.end("m", as: state, at: .t0, vendorID: "v", failure: "t")
    }
    #expect(try column("sealed_values", of: "m") == nil)
    #expect(try column("state", of: "m") == state.rawValue)
    #expect(try column("vendor_id", of: "m") == "v" && column("trouble", of: "m") == "t")
    #expect(try lease(at: 10_000).isEmpty)
    try store.write { (transaction) throws(Problem) in try transaction.outbox.end("m", as: .queued, at: .t0) }
    #expect(try column("state", of: "m") == state.rawValue, "a final state does not change")
  }

  @Test func `a requeued mail is due at the given time, and keeps its secrets`() throws {
    try insert(.fixture("m"))
    var mail = try #require(try lease().first)
    mail.unknownAttempts = 1
    try store.write { (transaction) throws(Problem) in
      try transaction.outbox.requeue(mail, dueAt: .t0 + .seconds(20), failure: "busy")
    }
    #expect(try lease(at: 19).isEmpty)
    let again = try #require(try lease(at: 20).first)
    #expect(again.attempts == 2 && again.unknownAttempts == 1 && again.sealedValues == "sealed")
    #expect(try column("trouble", of: "m") == "busy")
  }

  @Test func `only mails are leased to be given up`() throws {
    try insert(
      .fixture("mail"), .fixture("push", kind: .push), .fixture("apple", kind: .appleRevocation),
      .fixture("text message", kind: .invitationSMS, invitationID: "i-kim"))
    let end = Timestamp.t0 + .days(30)
    let leased = try store.write { (transaction) throws(Problem) in
      try transaction.outbox.leaseOverdue(now: end, queuedBefore: .t0, until: end + .seconds(15), limit: 10)
    }
    #expect(leased.map(\.id) == ["mail"])
    for id in ["push", "apple", "text message"] { #expect(try column("state", of: id) == "queued") }
  }

  @Test func `only a leased mail is requeued`() throws {
    try insert(.fixture("m"))
    let mail = try #require(try lease().first)
    try store.write { (transaction) throws(Problem) in
      try transaction.outbox.end("m", as: .sent, at: .t0)
      try transaction.outbox.requeue(mail, dueAt: .t0, failure: "late")
    }
    #expect(try column("state", of: "m") == "sent")
    #expect(try lease(at: 100).isEmpty)
  }

  @Test func `only the queued mails of an invitation are cancelled with it`() throws {
    try store.write { (transaction) throws(Problem) in try transaction.insertClients([.fixture("lee")]) }
    try insert(
      .fixture("invitation", invitationID: "i-kim"), .fixture("resent", kind: .resentInvitation, invitationID: "i-kim"),
      .fixture("reminder", kind: .reminder, invitationID: "i-kim"),
      .fixture("text message", kind: .invitationSMS, invitationID: "i-kim"),
      .fixture("accepted", kind: .invitationAccepted, invitationID: "i-kim"),
      .fixture("other", invitationID: "i-lee"))
    try store.write { (transaction) throws(Problem) in
      try transaction.outbox.cancel(of: [.fixture("i-kim", ofClient: "kim")], at: .t0)
    }
    for id in ["invitation", "resent", "reminder", "text message"] {
      #expect(try column("state", of: id) == "cancelled" && column("sealed_values", of: id) == nil)
    }
    for id in ["accepted", "other"] {
      #expect(try column("state", of: id) == "queued" && column("sealed_values", of: id) == "sealed")
    }
  }

  @Test(
    "The values of a failed message are erased when its invitation has ended", arguments: OutboxMessage.Kind.allCases)
  func valuesOfEnded(_ kind: OutboxMessage.Kind) throws {
    try insert(.fixture("m", kind: kind, invitationID: "i-kim"))
    let erased = { (transaction: Transaction) throws(Problem) in
      try transaction.outbox.eraseValuesOfEnded(now: .t0, limit: 10)
    }
    try store.write { (transaction) throws(Problem) in
      #expect(try transaction.outbox.end("m", as: .failed, at: .t0, keepsValues: true))
      #expect(try erased(transaction) == 0)
      try transaction.invitations.markRevoked("i-kim")
      #expect(try erased(transaction) == (kind.offersInvitation ? 1 : 0))
    }
    #expect(try column("sealed_values", of: "m") == (kind.offersInvitation ? nil : "sealed"))
  }

  @Test(arguments: [0.5, 3, 14, 150, 600])
  func `no more mails begin in a time than the rate allows`(rate: Double) throws {
    var starts: [Timestamp] = []
    try store.write { (transaction) throws(Problem) in
      for _ in 0..<50 {
        let start = try transaction.relays.reserveSlot(of: "r", rate: rate, now: .t0, before: .t0 + .days(1))
        starts.append(start ?? .t0)
      }
    }
    let waited = (starts[49] - starts[0]) / .seconds(1)
    #expect(starts[0] == .t0 && waited >= 49 / rate)
  }

  @Test func `a mail is read back as inserted`() throws {
    for (number, kind) in OutboxMessage.Kind.allCases.enumerated() {
      var mail = OutboxMessage.fixture("m\(number)", kind: kind, invitationID: "i-kim")
      mail.attempts = 2
      mail.unknownAttempts = 1
      try insert(mail)
      (mail.state, mail.attempts, mail.dueAt) = (.leased, 3, .t0 + .seconds(15))
      #expect(try lease() == [mail])
    }
  }
}

private final class Leased: @unchecked Sendable {
  private let lock = NSLock()
  private(set) var ids: [String] = []

  func add(_ more: [String]) { lock.withLock { ids += more } }
}
