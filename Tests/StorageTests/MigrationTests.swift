// SPDX-License-Identifier: Apache-2.0

import Crypto
import Domain
import Testing

@testable import Storage
@testable import TestSupport

@Suite("Migrations") struct MigrationTests {
  /// The SHA-256 of each migration's statements, each on one line, for SQLite and for PostgreSQL. Never change a line
  /// or the migration it stands for: databases exist that it has created. Add a migration instead.
  private static let released = [
    (
      sqlite: "c429a50a62750c9648cd04725413908839bb37502718a00c39c5e590b7c43509",
      postgreSQL: "28dd8f2980330177f7a8c4f0f16f8f6d71e6e1c36d00b248344b7ef0b94eb401"
    ),
    (
      sqlite: "6243a1e8c489f9baaa1ecfed87872f8c301218dfd9bf6dec623da366cc121614",
      postgreSQL: "825ba94dda27ed93cba55028d5c0d12ddad86af15db7373289b3b29a802f6d93"
    ),
    (
      sqlite: "d29ae52d172cf929b4eeda5b308af7806d938768d53b62deb3b71afa990483a7",
      postgreSQL: "cf42063e3986b3d0aed86412a53621e6be3e05fcad1a8c26a6eb9fdc62631439"
    ),
    (
      sqlite: "ba9900ac583cedc9b89d1ccc79a151f61072a9a4286c6493f2bc50e564c56276",
      postgreSQL: "5f641f97b93a66cc3d2015879f97ea28525dc5a0930b0b970ee80b03b06e2185"
    ),
    (
      sqlite: "382e66a4a5a9662d2f9c22b465c299a33840f8ffcff092fd95c95e9c08368610",
      postgreSQL: "0cb2443f6a0ec1d4a35910db7379892cce29d62c4698ad5bd2eefbf474175015"
    ),
    (
      sqlite: "e24095a1e54c828d461810bb2bcb68c715e92dc598374bdbd6ba27c72578a39b",
      postgreSQL: "c29b0e367d202cf0601f4f13cbbf65bc0f802e5c66ca0a98e2fe27e3c86a3e43"
    ),
    (
      sqlite: "f64a17f6ba8669372535afdb338b45170622fbe67a3bf38e37b7e6582ae58509",
      postgreSQL: "073145e85d10c0a1e4f290ef1f7b1d58631c955bda5719e179d79822d7b4c6a2"
    ),
    (
      sqlite: "407855cf670dcb8625f00b03aaee4e125effaf84c0d9d0e8ea031fe53907387f",
      postgreSQL: "fa0b9f71f3d61cff649f71b0170fa57f80626767785cd50a35a20441725dc5ae"
    ),
    (
      sqlite: "56886f16a710f648c6fa6c0ae4ed2e676a6a44e226794c3430de50fa2601ca02",
      postgreSQL: "dd87fdd67a1381d3544b409b25e569c80a87077bee493c6e5c049de59ba62078"
    ),
    (
      sqlite: "09395b4fdca626e06d3bbd3fbc08cf923e0875e3a9fd8f66eb8433252668a676",
      postgreSQL: "5e0b0f9a3fed21678e31162ebf98f88e30640795e52f88f38628fbac057c15ad"
    ),
    (
      sqlite: "50cd33aa86e923c51b0ce9d619420bf5ee7d8977bfe733b650c36a47ec4bd9fd",
      postgreSQL: "541cf7f79b999da7dd90d398db9c63fedcbcc31640e4fb7e3f0730abb8249133"
    ),
    (
      sqlite: "69090082af6b48121ed93d07f0e26010dc17088c11130eff29d2558bd388efb2",
      postgreSQL: "205c46c0dbbe6d1189f89f6fc390c1cd7404706dec2855efa6503221e04f8134"
    ),
    (
      sqlite: "56a556bd0143e39f5b2b02bd57e56d96ea3c444f9ab0bb5e3ba4569eef343417",
      postgreSQL: "ac26d13e937b9e5b81763cdc28484575386885c3b8f06f9dbbc5cebb0707fec8"
    ),
    (
      sqlite: "fb62518b59eec9f65f2bc84406cb77c82b628e3c06ee852766b9d2f3a86fbd0f",
      postgreSQL: "1338a345e9a041a5bf20c47ef6ec19ebeebbf325cd0d706280bdd2badde23476"
    ),
    (
      sqlite: "cc758e7ce103b4403ef662d4cb4922e192056d2f09bd59c51ba1cb8257fcadc6",
      postgreSQL: "2210f85132f7553847ba8d19f294f2e24d754435a6377b1f0e6308e40ec34a4d"
    ),
    (
      sqlite: "d822c5e6bbada2ff67128456ec6905b2b153d8270a299ba7f5e9daf8959983f9",
      postgreSQL: "b650e27a2366e43c5575fba05fb385f87dfbfb434b38d0075c94b0a40fefba72"
    ),
    (
      sqlite: "b3461923de96497376649d2a31b663918a70bc023385306b6c25bc1fbb1a9fbf",
      postgreSQL: "97f8da72ada88a99f6b19ff0e57c56e3b7ba6be90578da089bb63bf3074b713d"
    ),
    (
      sqlite: "aea85a35b17e02f3c35d80f3a92b6d11fa448c928081b20e0c102f3d830eacd0",
      postgreSQL: "aea85a35b17e02f3c35d80f3a92b6d11fa448c928081b20e0c102f3d830eacd0"
    ),
    (
      sqlite: "b0536e5e813a1306c4ce09c24ab2cb5f3c23e9e4a59b7cada6b78aca4be11b5a",
      postgreSQL: "b0536e5e813a1306c4ce09c24ab2cb5f3c23e9e4a59b7cada6b78aca4be11b5a"
    ),
    (
      sqlite: "ae27592e587b86ecdc31f4815a1b96e914e5512e22699340b96962ab47881219",
      postgreSQL: "ae27592e587b86ecdc31f4815a1b96e914e5512e22699340b96962ab47881219"
    ),
    (
      sqlite: "40d4a379796f4c299105f515bc9747ed958ad38c95a10cd608f15bea2323a3c4",
      postgreSQL: "ee8babd9631cd4a3e9e1c171c966a45ae95aa290860c680bd34f4625b0e3014d"
    ),
  ]

  @Test func `no migration is ever changed`() {
    for step in Migrations.steps.dropFirst(Self.released.count) {
      let digests = (digest(step.statements(for: .sqlite)), digest(step.statements(for: .postgreSQL)))
      Issue.record("add to `released`: (sqlite: \"\(digests.0)\", postgreSQL: \"\(digests.1)\"), // \(step)")
    }
    #expect(Migrations.steps.count >= Self.released.count)
    for (step, digests) in zip(Migrations.steps, Self.released) {
      #expect(digest(step.statements(for: .sqlite)) == digests.sqlite, "\(step) changed: write a new migration")
      #expect(digest(step.statements(for: .postgreSQL)) == digests.postgreSQL, "\(step) changed: write a new migration")
    }
  }

  @Test func `an upgrade puts waiting messages into their queues`() throws {
    let folder = try TemporaryFolder()
    let database = folder.database("queues.db")
    _ = try database.store().migrate()
    let columns = "id, kind, locale, recipient, recipient_key, state, attempts, doubts, due_at, expires_at, created_at"
    for kind in OutboxMessage.Kind.allCases {
      _ = try database.run(
        "INSERT INTO outbox (\(columns)) VALUES ('\(kind)', '\(kind.rawValue)', 'en', 'r', 'r', 'queued', 0, 0, 0, 0, 0)"
      )
    }
    for statement in Migration020Queues.statements(text: "TEXT") where statement.hasPrefix("UPDATE") {
      _ = try database.run(statement)
    }
    for row in try database.run("SELECT kind, queue FROM outbox") {
      let kind = try #require(OutboxMessage.Kind(rawValue: row.text("kind")))
      #expect(try row.integer("queue") == kind.queue.rawValue, "\(kind)")
    }
  }

  @Test func `migrations are numbered in their order`() {
    for (index, step) in Migrations.steps.enumerated() {
      #expect("\(step)".dropFirst("Migration".count).prefix(3) == "\(1001 + index)".dropFirst(), "\(step)")
    }
  }

  @Test(.enabled(if: TestEngine.current != .sqlite))
  func `every text in PostgreSQL is compared bytewise`() throws {
    let folder = try TemporaryFolder()
    let database = folder.database("collations.db")
    _ = try database.store().migrate()
    let others = try database.run(
      """
      SELECT table_name || '.' || column_name AS name FROM information_schema.columns
      WHERE table_schema = 'public' AND data_type = 'text' AND collation_name IS DISTINCT FROM 'C'
      """)
    #expect(try others.map { try $0.text("name") } == [])
  }

  @Test func `a database of schema 1 keeps its rows and gets the additions of schema 2`() throws {
    let folder = try TemporaryFolder()
    let database = folder.database("schema1.db")
    let connection = try database.connection()
    try connection.makeSchema1()
    for row in Self.rowsOfSchema1 { _ = try connection.run("INSERT INTO \(row)", []) }
    let tables = Set(Self.rowsOfSchema1.map { String($0.prefix { $0 != " " }) })
    func counts() throws -> [String: Int] {
      // Migration 9 moves the rows of `relay_paces`.
      let isMoved = try connection.schemaVersion() >= 9
      return try Dictionary(
        uniqueKeysWithValues: tables.map { table in
          let name = isMoved && table == "relay_paces" ? "relays" : table
          return (table, try connection.run("SELECT count(*) AS n FROM \(name)", []).first?.integer("n") ?? 0)
        })
    }
    let before = try counts()
    #expect(
      tables.count == Migration001Foundation.statements(for: .sqlite).count { $0.hasPrefix("CREATE TABLE") },
      "a row in each table of schema 1")

    #expect(try database.store().migrate().count > 20)

    #expect(try connection.schemaVersion() == Migrations.steps.count)
    #expect(try counts() == before)
    try expectFilledColumns(connection)
    try expectReadable(database.store())
    #expect(try database.store().migrate().isEmpty)
  }

  /// The values that migration 2 computes for existing rows.
  private func expectFilledColumns(_ connection: any Connection) throws {
    func values(_ sql: String) throws -> [[SQLValue]] { try connection.run(sql, []).map(\.values) }
    #expect(
      try values("SELECT birth_date, consent_version, consent_at, guardian FROM accounts ORDER BY id") == [
        [.null, .null, .null, .null], [.text("2010-05-31"), .text("2"), .integer(20), .null],
      ])
    #expect(
      try values("SELECT channel, remind_at FROM invitations ORDER BY id") == [
        [.text("link"), .null], [.text("mail"), .integer(50)], [.text("sms"), .null],
      ])
    #expect(
      try values("SELECT recipient_key, traceparent FROM outbox ORDER BY id") == [
        [.text("kim@example.com"), .null], [.text("+15551234567"), .null],
      ])
    #expect(try values("SELECT refusal_key, count, last_at FROM audit") == [[.null, .null, .null]])
    #expect(try values("SELECT retired_at FROM signing_keys") == [[.null]])
  }

  /// The rows of schema 1 as this release reads them.
  private func expectReadable(_ store: Store) throws {
    try store.read { (transaction) throws(Problem) in
      let account = try transaction.accounts.find(id: "client")
      #expect(account?.consent.version == "2")
      #expect(account?.birthDate?.text == "2010-05-31")
      #expect(try transaction.clients.find(id: "c2")?.email?.text == "kim@example.com")
      #expect(try transaction.invitations.find(id: "i2")?.channel == .mail)
      #expect(try transaction.sessions.find(id: "s")?.accountID == "client")
      #expect(try transaction.outbox.find(id: "m1")?.recipient == "Kim@Example.com")
    }
  }

  private static let rowsOfSchema1 = [
    "accounts VALUES ('ada', 'ada@example.com', 'ada@example.com', 1, 'Ada', NULL, NULL, 'en', 'pt', 'active', '{}', 1, 1, 1)",
    "accounts VALUES ('client', 'kim@example.com', 'kim@example.com', 1, 'Kim', NULL, NULL, NULL, 'client', 'active', '{}', 1, 1, 1)",
    "identities VALUES ('https://issuer.example', 'kim', 'google', 'client', 1)",
    "passwords VALUES ('client', 'kim@example.com', 'hash', 1)",
    "account_codes VALUES ('selector', 'hash', 'verify-email', 'client', 'kim@example.com', 5, 9)",
    "consents VALUES ('client', '1', '2010-05-31', NULL, 10)",
    "consents VALUES ('client', '2', NULL, NULL, 20)",
    "imports VALUES ('csv', '1', 'client', 'fingerprint')",
    "clients VALUES ('c1', 'ada', NULL, 'Lee', 'lee@example.com', 'lee@example.com', NULL, NULL, NULL, 'lee', 1)",
    "clients VALUES ('c2', 'ada', 'client', 'Kim', 'kim@example.com', 'kim@example.com', NULL, NULL, NULL, 'kim', 1)",
    "clients VALUES ('c3', 'ada', NULL, 'Jo', 'jo@example.com', 'jo@example.com', '555', NULL, NULL, 'jo', 1)",
    "invitations VALUES ('i1', 'c1', 'ada', 'lee@example.com', 'lee@example.com', 'pending', NULL, 0, 1, 90, NULL, 0, 50)",
    "invitations VALUES ('i2', 'c2', 'ada', 'kim@example.com', 'kim@example.com', 'pending', 'sent', 0, 1, 90, NULL, 0, 50)",
    "invitations VALUES ('i3', 'c3', 'ada', 'jo@example.com', 'jo@example.com', 'pending', 'sent', 0, 1, 90, NULL, 0, 50)",
    "invitation_codes VALUES ('hash', 'i2', NULL)",
    "workouts VALUES ('w', 'c2', 'Legs', NULL, '{}', 1)",
    "sessions VALUES ('s', 'client', 1, 1, NULL, NULL, NULL, NULL, 1, 1, 90, 90, NULL, NULL)",
    "signing_keys VALUES ('k', 'public', 'sealed', 1)",
    "key_sets VALUES ('https://issuer.example/keys', '[]', 1, 1, 1)",
    """
    outbox VALUES ('m1', 'invitation', 'i2', NULL, 'en', 'Kim@Example.com', 'sealed', 'sent', 1, 0, 1, 90, 1, 2, NULL,
      NULL, NULL, NULL, NULL)
    """,
    """
    outbox VALUES ('m2', 'invitation-sms', 'i3', NULL, 'en', '+15551234567', 'sealed', 'sent', 1, 0, 1, 90, 1, 2, NULL,
      NULL, NULL, NULL, NULL)
    """,
    "relay_paces VALUES ('mail', 1)",
    "suppressions VALUES ('lee@example.com', 'bounced', NULL, 1)",
    "seen_events VALUES ('sign-in', '', 'app', '1', 'fingerprint', NULL, 1, 90)",
    "limit_hits VALUES ('key', 1, 1, 90)",
    "audit VALUES ('a', 1, 'sign-in', 'refused', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)",
  ]

  private func digest(_ statements: [String]) -> String {
    let bytes = Array(statements.map(oneLine).joined(separator: ";\n").utf8)
    return SHA256.hash(data: bytes).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  private func oneLine(_ statement: String) -> String {
    statement.split(whereSeparator: \.isWhitespace).joined(separator: " ").replacing("( ", with: "(")
  }
}
