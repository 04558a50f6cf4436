// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Storage
import TestSupport

extension Call {
  /// A call that nobody is signed in for.
  static func fixture(_ function: String = "test") -> Call {
    Call(function: function, caller: nil, event: nil, origin: Origin(), language: LanguageTag("en"))
  }
}

/// A database with one invitation, and messages about it that are due.
struct OutboxFixture {
  private let folder: TemporaryFolder
  let store: Store

  init() throws {
    folder = try TemporaryFolder()
    store = folder.store("test.db")
    try store.write { (transaction) throws(Problem) in try transaction.insertInvitation() }
  }

  func insert(_ ids: String..., kind: OutboxMessage.Kind = .invitation, expiresAt: Timestamp = .t0 + .days(1)) throws {
    try insert(ids, kind: kind, expiresAt: expiresAt)
  }

  func insert(_ ids: [String], kind: OutboxMessage.Kind = .invitation, expiresAt: Timestamp = .t0 + .days(1)) throws {
    try store.write { (transaction) throws(Problem) in
      for id in ids {
        try transaction.outbox.insert(
          OutboxMessage(
            id: id, kind: kind, invitationID: "i1", locale: "en", recipient: "kim@example.com", sealedValues: "sealed",
            state: .queued, attempts: 0, dueAt: .t0, expiresAt: expiresAt, createdAt: .t0))
      }
    }
  }
}

extension Transaction {
  /// An inviter with one client, who is invited by a mail that was sent.
  func insertInvitation() throws(Problem) {
    let (ada, kim) = (EmailAddress("ada@example.com")!, EmailAddress("kim@example.com")!)
    try accounts.insert(
      Account(
        id: "inviter", email: ada, emailVerified: true, displayName: "Ada", role: "admin", status: .active,
        createdAt: .t0))
    try teams.insert(Team(id: "inviter", createdAt: .t0), owner: "inviter")
    try clients.insert(
      Client(id: "c1", teamID: "inviter", inviterID: "inviter", name: "Kim", email: kim, createdAt: .t0))
    let invitation = Invitation(
      id: "i1", clientID: "c1", teamID: "inviter", inviterID: "inviter", email: kim, storedStatus: .pending,
      channel: .mail, delivery: .sent, allowOtherEmail: false, sentAt: .t0 - .days(1), expiresAt: .t0 + .days(30))
    try invitations.save(invitation, codeHashes: ["code"], remindAt: nil, now: .t0)
  }
}
