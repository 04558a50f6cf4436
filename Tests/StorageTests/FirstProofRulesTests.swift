// SPDX-License-Identifier: Apache-2.0

import Domain
import Testing

@testable import Storage
@testable import TestSupport

@Suite("What becomes of an account at the first proof of its address") struct FirstProofRulesTests {
  private let folder: TemporaryFolder
  private let connection: any Connection

  init() throws {
    folder = try TemporaryFolder()
    connection = try folder.database().connection()
    try Migrations.apply(to: connection)
  }

  @Test func `every table and every column of an account has a decision`() {
    // `PersonalData` is compared with the schema by another test.
    #expect(Set(FirstProofRules.tables.keys) == Set(PersonalData.tables.map(\.name)))
    for table in PersonalData.tables {
      guard let rows = FirstProofRules.tables[table.name] else { continue }
      let names = Set(table.columns.map(\.name))
      switch rows {
      case .columns(let columns): #expect(Set(columns.keys) == names, "\(table.name)")
      case .none: #expect(!names.contains("account_id"), "\(table.name) has rows of accounts")
      case .all: break
      }
    }
  }

  private func value(_ table: String, _ column: String, _ type: ColumnUse, isInteger: Bool) -> SQLValue {
    switch (table, column) {
    case ("accounts", "id"), (_, "account_id"): .text("kim")
    case ("accounts", "email_key"), ("sessions", "revoked_at"), ("clients", "former_account_id"),
      ("clients", "waiting_account_id"), ("clients", "left_at"), ("identities", "sealed_refresh_token"),
      ("outbox", "ended_at"):
      .null
    case ("accounts", "email"), ("accounts", "claimed_key"): .text("kim@example.com")
    case (_, "join_link_id"), ("join_links", "id"): .text("link")
    case ("accounts", "email_verified"), ("accounts", "asks_role"), ("accounts", "asks_inviters"): .integer(0)
    case ("accounts", "status"): .text("active")
    case ("accounts", "profile"): .text("{\"a\":1}")
    case (_, "inviter_id"), (_, "team_id"), (_, "coach_id"): .text("inviter")
    case ("team_members", "role"): .text("member")
    case ("clients", "id"), (_, "client_id"): .text("client")
    case ("invitations", "id"), ("outbox", "invitation_id"): .text("invitation")
    case ("outbox", "kind"): .text("guardian-request")
    case ("outbox", "state"): .text("queued")
    case ("sessions", "idle_ends_at"), ("sessions", "ends_at"): .integer(2_000_000_000_000)
    default: isInteger ? .integer(1_000_000) : .text("\(table).\(column)")
    }
  }

  /// One row of each table, as far as it can belong to an account.
  private func fill() throws {
    let store = folder.database().store()
    try store.write { (transaction) throws(Problem) in
      try transaction.insertInviter()
      try transaction.joinLinks.insert(
        JoinLink(
          id: "link", teamID: "inviter", inviterID: "inviter", name: nil, note: nil, profile: nil, allowedDomains: [],
          needsApproval: true,
          maxUses: nil, sealedCodes: "", createdAt: .t0, expiresAt: .t0))
    }
    let integers = try integerColumns()
    let first = ["accounts", "clients", "invitations"]
    let tables = first.compactMap(PersonalData.table) + PersonalData.tables.filter { !first.contains($0.name) }
    for table in tables {
      guard case .some(let rows) = FirstProofRules.tables[table.name] else { continue }
      if case .none = rows { continue }
      let values = table.columns.map {
        value(table.name, $0.name, $0.use, isInteger: integers.contains("\(table.name).\($0.name)"))
      }
      let names = table.columns.map(\.name).joined(separator: ", ")
      let parameters = (1...values.count).map { "$\($0)" }.joined(separator: ", ")
      _ = try connection.run("INSERT INTO \(table.name) (\(names)) VALUES (\(parameters))", values)
    }
  }

  private func integerColumns() throws -> Set<String> {
    let query =
      TestEngine.current == .sqlite
      ? """
      SELECT tables.name AS table_name, columns.name AS column_name FROM sqlite_master AS tables
      JOIN pragma_table_info(tables.name) AS columns WHERE tables.type = 'table' AND LOWER(columns.type) = 'bigint'
      """
      : """
      SELECT table_name::text COLLATE "C" AS table_name, column_name::text COLLATE "C" AS column_name
      FROM information_schema.columns WHERE table_schema = 'public' AND data_type = 'bigint'
      """
    return Set(try connection.run(query, []).map { "\(try $0.text("table_name")).\(try $0.text("column_name"))" })
  }

  private func text(_ row: Row, _ column: String) -> String? {
    (try? row.optionalText(column)) ?? (try? row.integer(column)).map { String($0) }
  }

  @Test func `a code alone leaves of each value what the table says`() throws {
    try fill()
    let before = try #require(try connection.run("SELECT * FROM accounts WHERE id = 'kim'", []).first)
    let store = folder.database().store()
    _ = try store.write { (transaction) throws(Problem) in
      try transaction.firstProofs.apply(to: "kim", by: .codeAlone, at: .t0)
    }
    let after = try #require(try connection.run("SELECT * FROM accounts WHERE id = 'kim'", []).first)
    guard case .columns(let columns)? = FirstProofRules.tables["accounts"] else { return }
    for (column, fate) in columns where column != "asks_inviters" && column != "team_id" {
      switch fate {
      case .ends, .forgotten: #expect([nil, "0", "{}"].contains(text(after, column)), "\(column)")
      case .stays, .askedAnew: #expect(text(after, column) == text(before, column), "\(column)")
      }
    }
    #expect(text(after, "asks_inviters") == "1" && text(after, "team_id") == "", "it has left its only team")
    for (table, rows) in FirstProofRules.tables {
      guard case .all(let fate) = rows, fate != .stays else { continue }
      let condition = table == "sessions" ? " AND revoked_at IS NULL" : ""
      let left = try connection.run("SELECT 1 AS n FROM \(table) WHERE account_id = 'kim'\(condition)", [])
      #expect(left.isEmpty, "\(table)")
    }
    let client = try #require(try connection.run("SELECT * FROM clients WHERE id = 'client'", []).first)
    #expect(text(client, "account_id") == nil && text(client, "waiting_account_id") == "kim")
    let session = try #require(try connection.run("SELECT * FROM sessions", []).first)
    for column in ["device_id", "device_name", "address", "country"] { #expect(text(session, column) == nil) }
    let mail = try #require(try connection.run("SELECT * FROM outbox", []).first)
    #expect(text(mail, "state") == "cancelled" && text(mail, "account_id") == nil)
  }
}
