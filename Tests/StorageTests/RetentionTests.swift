// SPDX-License-Identifier: Apache-2.0

import Domain
import Testing

@testable import Storage
@testable import TestSupport

@Suite("Records are deleted after their retention") struct RetentionTests {
  private let folder: TemporaryFolder
  private let store: Store

  init() throws {
    folder = try TemporaryFolder()
    store = folder.store()
    try store.write { (transaction) throws(Problem) in
      try transaction.insertInviter()
      try transaction.accounts.insert(.fixture("kim"))
    }
  }

  /// A table with rows that expire.
  enum Kind: String, CaseIterable {
    case events = "seen_events"
    case hits = "limit_hits"
    case accountCodes = "account_codes"
    case usedTokens = "used_tokens"
    case
      sessions
    case revoked = "sessions "
    case
      mails = "outbox"
    case codes = "invitation_codes"
    case audit

    /// Inserts a row that ends at a timestamp.
    func insert(_ id: String, endingAt end: Timestamp, _ transaction: Transaction) throws(Problem) {
      switch self {
      case .events:
        let key = EventKey(function: "f", caller: "", source: "/s", id: id)
        try transaction.seenEvents.remember(key, SeenEvent(fingerprint: "p", sealedAnswer: "a"), until: end)
      case .hits: try transaction.limits.count(Limit(max: 1, window: .seconds(1)), key: id, now: end - .seconds(1))
      case .accountCodes:
        try transaction.accountCodes.insert(
          AccountCode(
            selector: id, codeHash: "h", purpose: .verifyEmail, accountID: "kim", email: EmailAddress("kim@x.yz")!,
            triesLeft: 5, expiresAt: end))
      case .usedTokens: try transaction.usedTokens.markUsed(SingleUseToken(hash: id, expiresAt: end))
      case .sessions: try transaction.sessions.insert(.fixture(id, idleEndsAt: end))
      case .revoked:
        try transaction.sessions.insert(.fixture(id, idleEndsAt: end + .days(30)))
        try transaction.sessions.revoke(id, as: .signedOut, at: end)
      case .mails:
        try transaction.outbox.insert(OutboxMessage.fixture(id))
        try transaction.outbox.end(id, as: .sent, at: end)
      case .codes:
        try transaction.insertClients([.fixture(id)]) {
          .fixture(id, ofClient: $0.id, status: .expired, expiresAt: end)
        }
        try transaction.invitations.save(
          .fixture(id, ofClient: id, status: .expired, expiresAt: end), codeHashes: [id], remindAt: nil, now: end)
      case .audit: try transaction.auditLog.insert(AuditEntry(id: id, at: end, function: "f", action: .accountCreated))
      }
    }

    func forget(before timestamp: Timestamp, limit: Int, _ transaction: Transaction) throws(Problem) -> Int {
      switch self {
      case .events: try transaction.seenEvents.delete(now: timestamp, limit: limit)
      case .hits: try transaction.limits.delete(now: timestamp, limit: limit)
      case .accountCodes: try transaction.accountCodes.delete(before: timestamp, limit: limit)
      case .usedTokens: try transaction.usedTokens.delete(before: timestamp, limit: limit)
      case .sessions, .revoked: try transaction.sessions.delete(endedBefore: timestamp, limit: limit)
      case .mails: try transaction.outbox.delete(endedBefore: timestamp, limit: limit)
      case .codes: try transaction.invitations.deleteSupersededCodes(ofInvitationsEndedBefore: timestamp, limit: limit)
      case .audit: try transaction.auditLog.delete(before: timestamp, limit: limit)
      }
    }
  }

  private func forget(_ kind: Kind, before timestamp: Timestamp = .t0, limit: Int = 100) throws -> Int {
    try store.write { (transaction) throws(Problem) in try kind.forget(before: timestamp, limit: limit, transaction) }
  }

  private func insert(_ kind: Kind, _ ends: [Timestamp]) throws {
    try store.write { (transaction) throws(Problem) in
      for (number, end) in ends.enumerated() { try kind.insert("r\(number)", endingAt: end, transaction) }
    }
  }

  private func count(_ kind: Kind) throws -> Int {
    let connection = try folder.database().connection()
    let superseded = kind == .codes ? " WHERE superseded_at IS NOT NULL" : ""
    return try connection.run("SELECT count(*) AS n FROM \(kind.rawValue)\(superseded)", [])[0].integer("n")
  }

  @Test("Records that have not ended are kept, to the millisecond", arguments: Kind.allCases)
  func retention(_ kind: Kind) throws {
    try insert(kind, [.t0 - .days(1), .t0, .t0 + .milliseconds(1), .t0 + .days(1)])
    #expect(try forget(kind, before: .t0 - .days(1) - .milliseconds(1)) == 0)
    #expect(try forget(kind) == 2)
    #expect(try count(kind) == 2)
    #expect(try forget(kind, before: .t0 + .days(1)) == 2)
  }

  @Test("At most the limit is deleted, oldest first", arguments: Kind.allCases)
  func bound(_ kind: Kind) throws {
    try insert(kind, (0..<5).map { .t0 - .seconds($0) })
    #expect(try [2, 2, 2, 2].map { try forget(kind, limit: $0) } == [2, 2, 1, 0])
    #expect(try count(kind) == 0)
  }

  @Test("The oldest record is deleted first", arguments: Kind.allCases.filter { $0 != .events })
  func order(_ kind: Kind) throws {
    try insert(kind, [.t0, .t0 - .seconds(2), .t0 - .seconds(1)])
    #expect(try forget(kind, limit: 2) == 2)
    #expect(try forget(kind, before: .t0 - .milliseconds(1)) == 0)
    #expect(try forget(kind) == 1)
  }

  @Test("A queued mail is never deleted", arguments: [OutboxMessage.State.queued, .leased])
  func waitingMail(_ state: OutboxMessage.State) throws {
    try store.write { (transaction) throws(Problem) in
      try transaction.outbox.insert(.fixture("m", state: state, dueAt: .t0 - .days(900)))
    }
    #expect(try forget(.mails, before: .t0 + .days(9999)) == 0)
    #expect(try count(.mails) == 1)
  }

  @Test(
    "An invitation keeps the code that opens it, and while it is pending every code",
    arguments: Invitation.Status.allCases)
  func codes(_ status: Invitation.Status) throws {
    try store.write { (transaction) throws(Problem) in
      try transaction.insertClients([.fixture("lee")]) {
        .fixture("i", ofClient: $0.id, status: status, expiresAt: .t0)
      }
      try transaction.invitations.save(
        .fixture("i", ofClient: "lee", status: status, expiresAt: .t0), codeHashes: ["new"], remindAt: nil, now: .t0)
    }
    #expect(try forget(.codes, before: .t0 - .milliseconds(1)) == 0)
    #expect(try forget(.codes, before: .t0 + .days(9999)) == (status == .pending ? 0 : 1))
    let found = try store.read { (transaction) throws(Problem) in try transaction.invitations.find(codeHash: "new") }
    #expect(found.id == "i" && found.storedStatus == status)
    #expect(
      code {
        try store.read { (transaction) throws(Problem) in try transaction.invitations.find(codeHash: "code of lee") }
      }
        == (status == .pending ? .invitationSuperseded : .invitationNotFound))
  }

  @Test func `a device is known as long as one of its sessions is`() throws {
    try store.write { (transaction) throws(Problem) in
      try transaction.sessions.insert(.fixture("old", device: "phone", idleEndsAt: .t0 - .days(2)))
      try transaction.sessions.insert(.fixture("new", device: "phone", idleEndsAt: .t0))
      try transaction.sessions.insert(.fixture("other", device: "tablet", idleEndsAt: .t0 - .days(2)))
    }
    #expect(try forget(.sessions, before: .t0 - .days(1)) == 2)
    for (device, isKnown) in [("phone", true), ("tablet", false)] {
      let known = try store.read { (transaction) throws(Problem) in
        try transaction.sessions.history(of: "kim", device: Device(id: device), address: nil, country: nil)
          .hasSeenDevice
      }
      #expect(known == isKnown)
    }
  }
}

extension Session {
  fileprivate static func fixture(_ id: String, device: String? = nil, idleEndsAt: Timestamp) -> Session {
    Session(
      id: id, accountID: "kim", rotatedAt: .t0, device: device.map { Device(id: $0, platform: nil, name: nil) },
      address: nil, createdAt: .t0, lastUsedAt: .t0, idleEndsAt: idleEndsAt, endsAt: .t0 + .days(90))
  }
}
