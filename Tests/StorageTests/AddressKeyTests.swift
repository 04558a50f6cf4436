// SPDX-License-Identifier: Apache-2.0

import Domain
import Testing

@testable import Storage
@testable import TestSupport

@Suite("Address keys of earlier schemas") struct AddressKeyTests {
  private let folder: TemporaryFolder
  private let database: TestDatabase
  private let connection: any Connection

  /// A database as the release with schema 1 left it.
  init() throws {
    folder = try TemporaryFolder()
    database = folder.database("schema1.db")
    connection = try database.connection()
    try connection.makeSchema1()
    try insert(account: "inviter", "ada@example.com")
  }

  private func insert(account id: String, _ email: String, _ key: String? = nil) throws {
    _ = try connection.run(
      """
      INSERT INTO accounts (id, email, email_key, email_verified, display_name, status, profile, created_at, updated_at)
      VALUES ($1, $2, $3, 1, '', 'active', '{}', 1, 1)
      """, [.text(id), .text(email), .text(key ?? email)])
    _ = try connection.run(
      "INSERT INTO passwords (account_id, email_key, hash, changed_at) VALUES ($1, $2, 'hash', 1)",
      [.text(id), .text(key ?? email)])
  }

  private func insert(client id: String, of inviter: String = "inviter", _ email: String) throws {
    _ = try connection.run(
      """
      INSERT INTO clients (id, inviter_id, name, email, email_key, search, created_at)
      VALUES ($1, $2, 'Kim', $3, $3, '', 1)
      """, [.text(id), .text(inviter), .text(email)])
    _ = try connection.run(
      """
      INSERT INTO invitations (id, client_id, inviter_id, email, email_key, status, allow_other_email, sent_at,
        expires_at, resend_count) VALUES ($1, $1, $2, $3, $3, 'pending', 0, 1, 9, 0)
      """, [.text(id), .text(inviter), .text(email)])
  }

  private func keys(_ table: String, _ id: String = "id", _ key: String = "email_key") throws -> [String: String] {
    let rows = try connection.run("SELECT \(id) AS id, \(key) AS address FROM \(table)", [])
    return try Dictionary(uniqueKeysWithValues: rows.map { (try $0.text("id"), try $0.text("address")) })
  }

  private func stale() throws -> [String] {
    try database.store().read { (transaction) throws(Problem) in try transaction.addressKeys.stale() }.map {
      "\($0.table) \($0.id)"
    }
  }

  @Test func `a key with an internationalised domain is converted, and no other row changes`() throws {
    try insert(account: "a", "Kim@exämple.de", "kim@exämple.de")
    try insert(account: "b", "jürgen@ｅxample.com")
    try insert(account: "c", "lee@xn--exmple-cua.de")
    try insert(account: "d", "zoë@example.com")
    try insert(client: "x", "kim@exämple.de")
    for (address, reason) in [("kim@exämple。de", "unsubscribed"), ("lee@example.com", "bounced")] {
      _ = try connection.run(
        "INSERT INTO suppressions (address_key, reason, at) VALUES ($1, $2, 1)", [.text(address), .text(reason)])
    }
    _ = try connection.run("INSERT INTO imports VALUES ('csv', 'email/kim@exämple.de', 'a', 'f')", [])
    _ = try connection.run(
      """
      INSERT INTO outbox (id, kind, locale, recipient, state, attempts, doubts, due_at, expires_at, created_at)
      VALUES ('m', 'invitation', 'de', 'Kim@EXÄMPLE.de', 'sent', 1, 0, 1, 1, 1)
      """, [])
    _ = try database.store().migrate()

    let expected = [
      "inviter": "ada@example.com", "a": "kim@xn--exmple-cua.de", "b": "jürgen@example.com",
      "c": "lee@xn--exmple-cua.de", "d": "zoë@example.com",
    ]
    #expect(try keys("accounts") == expected)
    #expect(try keys("passwords", "account_id") == expected)
    #expect(try keys("clients") == ["x": "kim@xn--exmple-cua.de"])
    #expect(try keys("invitations") == ["x": "kim@xn--exmple-cua.de"])
    #expect(
      try keys("suppressions", "reason", "address_key")
        == ["unsubscribed": "kim@xn--exmple-cua.de", "bounced": "lee@example.com"])
    #expect(try keys("imports", "account_id", "external_id") == ["a": "email/kim@xn--exmple-cua.de"])
    #expect(try keys("outbox", "id", "recipient_key") == ["m": "kim@xn--exmple-cua.de"])
    #expect(try stale() == [])
    let found = try database.store().read { (transaction) throws(Problem) in
      try transaction.accounts.find(email: EmailAddress("kim@EXÄMPLE。de")!)?.id
    }
    #expect(found == "a")
  }

  @Test func `conflicting rows are not merged: the other keeps its key and is reported`() throws {
    try insert(account: "a", "kim@xn--exmple-cua.de")
    try insert(account: "b", "kim@exämple.de")
    try insert(account: "other", "lee@example.com")
    try insert(client: "x", "kim@exämple.de")
    try insert(client: "y", "kim@ｅxämple.de")
    try insert(client: "z", of: "other", "kim@ｅxämple.de")
    _ = try database.store().migrate()

    #expect(try keys("accounts")["a"] == "kim@xn--exmple-cua.de")
    #expect(try keys("accounts")["b"] == "kim@exämple.de")
    let clients = ["x": "kim@xn--exmple-cua.de", "y": "kim@ｅxämple.de", "z": "kim@xn--exmple-cua.de"]
    #expect(try keys("clients") == clients)
    #expect(Set(try keys("invitations").values) == ["kim@xn--exmple-cua.de"])
    #expect(try stale() == ["accounts b", "passwords b", "clients y"])

    _ = try connection.run("DELETE FROM passwords WHERE account_id = 'a'", [])
    _ = try connection.run("DELETE FROM accounts WHERE id = 'a'", [])
    #expect(try database.store().migrate().isEmpty)
    #expect(try keys("accounts")["b"] == "kim@xn--exmple-cua.de")
    #expect(try stale() == ["clients y"])
  }

  @Test func `the mailboxes of Gmail get one key, except in accounts`() throws {
    let address = "kim.lee+pfa@googlemail.com"
    try insert(account: "a", address)
    for (id, email) in [
      ("w", "Kim.Lee@gmail.com"), ("x", address), ("y", "lee.kim@googlemail.com"), ("z", "kim.lee@example.com"),
    ] {
      try insert(account: "of \(id)", "\(id)@example.com")
      try insert(client: id, of: "of \(id)", email.lowercased())
    }
    _ = try connection.run(
      "INSERT INTO suppressions (address_key, reason, at) VALUES ($1, 'bounced', 1)", [.text(address)])
    _ = try connection.run(
      """
      INSERT INTO outbox (id, kind, locale, recipient, state, attempts, doubts, due_at, expires_at, created_at)
      VALUES ('m', 'invitation', 'de', 'Kim.Lee@gmail.com', 'sent', 1, 0, 1, 1, 1)
      """, [])
    _ = try database.store().migrate()

    let mailboxes = [
      "w": "kimlee@gmail.com", "x": "kimlee@gmail.com", "y": "leekim@gmail.com", "z": "kim.lee@example.com",
    ]
    #expect(try keys("clients") == mailboxes)
    #expect(try keys("invitations") == mailboxes)
    #expect(try keys("suppressions", "reason", "address_key") == ["bounced": "kimlee@gmail.com"])
    #expect(try keys("outbox", "id", "recipient_key") == ["m": "kimlee@gmail.com"])
    #expect(try keys("accounts")["a"] == address)
    #expect(try keys("passwords", "account_id")["a"] == address)
    #expect(try stale() == [])
  }

  @Test
  func `of one inviter's clients with one mailbox at Gmail the oldest is found by it, and the others are reported`()
    throws
  {
    for (id, email) in [
      ("a", "k.im@gmail.com"), ("b", "ki.m@gmail.com"), ("c", "kim+x@gmail.com"), ("d", "lee@gmail.com"),
      ("e", "l.ee@gmail.com"),
    ] {
      try insert(client: id, email)
    }
    _ = try database.store().migrate()
    #expect(
      try keys("clients") == [
        "a": "kim@gmail.com", "b": "ki.m@gmail.com", "c": "kim+x@gmail.com", "d": "lee@gmail.com",
        "e": "l.ee@gmail.com",
      ])
    #expect(Set(try keys("invitations").values) == ["kim@gmail.com", "lee@gmail.com"])
    #expect(try stale() == ["clients b", "clients c", "clients e"])
  }

  @Test func `more rows than one page are converted`() throws {
    for number in 0..<1203 { try insert(account: "a\(number)", "kim\(number)@exämple.de") }
    _ = try database.store().migrate()
    #expect(try keys("accounts").values.filter { $0.hasSuffix("@xn--exmple-cua.de") }.count == 1203)
  }
}
