// SPDX-License-Identifier: Apache-2.0

import Domain
import Testing

@testable import Storage
@testable import TestSupport

@Suite("Personal data") struct PersonalDataTests {
  private let folder: TemporaryFolder
  private let connection: any Connection

  init() throws {
    folder = try TemporaryFolder()
    connection = try folder.database().connection()
    try Migrations.apply(to: connection)
  }

  /// The columns of each table, as the database has them.
  private func columns() throws -> [String: [(name: String, isInteger: Bool)]] {
    let query =
      TestEngine.current == .sqlite
      ? """
      SELECT tables.name AS table_name, columns.name AS column_name, LOWER(columns.type) AS type
      FROM sqlite_master AS tables JOIN pragma_table_info(tables.name) AS columns WHERE tables.type = 'table'
      """
      : """
      SELECT table_name::text COLLATE "C" AS table_name, column_name::text COLLATE "C" AS column_name,
        data_type::text COLLATE "C" AS type
      FROM information_schema.columns WHERE table_schema = 'public'
      """
    var columns: [String: [(name: String, isInteger: Bool)]] = [:]
    for row in try connection.run(query, []) {
      let isInteger = try row.text("type") == "bigint"
      columns[try row.text("table_name"), default: []].append((try row.text("column_name"), isInteger))
    }
    return columns
  }

  @Test func `every table and every column is in the list`() throws {
    // PostgreSQL stores the number of the schema in a table of its own.
    let ofDatabase = try columns().filter { $0.key != "schema_versions" }
    #expect(Set(ofDatabase.keys) == Set(PersonalData.tables.map(\.name)))
    for table in PersonalData.tables {
      #expect(
        Set(ofDatabase[table.name, default: []].map(\.name)) == Set(table.columns.map(\.name)),
        "Sources/Storage/PersonalData.swift names the columns of \(table.name)")
      #expect(Set(table.columns.map(\.name)).count == table.columns.count)
    }
  }

  @Test func `a table without a part exports nothing`() {
    for table in PersonalData.tables {
      let exports = table.columns.contains { $0.use.member != nil }
      #expect(exports == (table.part != nil), "\(table.name)")
    }
  }

  @Test func `the schema of the export has every member that is exported`() throws {
    let file = try FunctionsFile.read()
    let export = file["functions"]?["export-account"]?["result"]
    /// The schema of a value, or of each one in a list.
    func resolved(_ schema: JSON?) -> JSON? {
      guard let items = schema?["items"] else {
        guard let name = schema?["$ref"]?.string?.split(separator: "/").last else { return schema }
        return file["$defs"]?[String(name)]
      }
      return resolved(items)
    }
    for table in PersonalData.tables {
      guard let part = table.part else { continue }
      let shown = resolved(export?["properties"]?[part])
      for member in table.columns.compactMap(\.use.member) {
        var schema = shown
        for name in member.split(separator: ".") { schema = resolved(schema?["properties"]?[String(name)]) }
        #expect(schema != nil, "\(part) has \(member)")
      }
    }
  }

  /// A value that is different in each column, and how the export shows it.
  private func value(_ table: String, _ column: String, _ isInteger: Bool, _ use: ColumnUse, _ number: Int) -> SQLValue
  {
    switch (table, column) {
    case ("accounts", "id"), ("clients", "account_id"), (_, "account_id"): return .text("kim")
    case ("accounts", "email_key"), ("clients", "email_key"), ("suppressions", "address_key"):
      return .text("kim@example.com")
    case (_, "inviter_id"), (_, "team_id"), (_, "coach_id"): return .text("inviter")
    case ("team_members", "role"): return .text("member")
    case ("clients", "id"), ("invitations", "client_id"), ("workouts", "client_id"): return .text("client")
    case ("invitations", "id"), ("outbox", "invitation_id"): return .text("invitation")
    case (_, "join_link_id"), ("join_links", "id"): return .text("link")
    case ("accounts", "email_verified"): return .integer(1)
    case ("accounts", "status"): return .text("active")
    case ("accounts", "email"): return .text("kim@example.com")
    case ("outbox", "kind"): return .text("invitation")
    default: break
    }
    if isInteger { return .integer(1_000_000_000_000 + number * 1000) }
    if case .json = use { return .text("{\"value\":\"\(table).\(column)\"}") }
    return .text("\(table).\(column)")
  }

  private func shown(_ value: SQLValue, _ use: ColumnUse) -> String {
    switch (value, use) {
    case (.integer(let number), .timestamp): "\"\(Timestamp(milliseconds: number).rfc3339)\""
    case (.integer, .flag): "true"
    case (.integer(let number), _): String(number)
    case (.text(let text), .json): text
    case (.text(let text), _): "\"\(text)\""
    case (.null, _): "null"
    }
  }

  @Test func `the export of a person who has everything contains each value of the list`() throws {
    let store = folder.database().store()
    try store.write { (transaction) throws(Problem) in try transaction.insertInviter() }
    let ofDatabase = try columns()
    var expected: [(part: String, place: String, text: String)] = []
    var omitted: [String] = []
    var number = 0
    // Rows that others refer to are inserted first.
    let first = ["accounts", "clients", "invitations", "join_links"]
    let tables = first.compactMap(PersonalData.table) + PersonalData.tables.filter { !first.contains($0.name) }
    for table in tables where table.part != nil {
      let types = Dictionary(uniqueKeysWithValues: ofDatabase[table.name, default: []].map { ($0.name, $0.isInteger) })
      var values: [SQLValue] = []
      for (column, use) in table.columns {
        number += 1
        let value = value(table.name, column, types[column] ?? false, use, number)
        values.append(value)
        if use.member != nil {
          expected.append((table.part ?? "", "\(table.name).\(column)", shown(value, use)))
        } else if value == .text("\(table.name).\(column)") {
          omitted.append("\(table.name).\(column)")
        }
      }
      let names = table.columns.map(\.name).joined(separator: ", ")
      let parameters = (1...values.count).map { "$\($0)" }.joined(separator: ", ")
      _ = try connection.run("INSERT INTO \(table.name) (\(names)) VALUES (\(parameters))", values)
    }
    let account = Account.fixture("kim")
    let export = try store.read { (transaction) throws(Problem) in
      try transaction.exports.export(account, includesClients: false, limit: 100)
    }
    for (part, place, text) in expected {
      // Only an inviter's export has the links and the teams.
      if part == "joinLinks" || part == "teams" { continue }
      let json = part == "account" ? export.account : .array(export.lists[part] ?? [])
      #expect(json.text.contains(text), "\(part) has no \(place): \(text)")
    }
    let all = export.account.text + export.lists.values.map { JSON.array($0).text }.joined()
    for place in omitted { #expect(!all.contains("\"\(place)\""), "\(place) is in the export") }
    #expect(export.truncated == [])
  }

  @Test func `a list that is too long is cut and named`() throws {
    let store = folder.database().store()
    let account = Account.fixture("kim")
    let export = try store.write { (transaction) throws(Problem) in
      try transaction.accounts.insert(account)
      for id in ["a", "b", "c"] {
        try transaction.auditLog.insert(
          AuditEntry(id: id, at: .t0, function: "f", action: .accountCreated, accountID: "kim"))
      }
      return try transaction.exports.export(account, includesClients: true, limit: 2)
    }
    #expect(export.lists["audit"]?.count == 2 && export.truncated == ["audit"])
    #expect(export.lists["ownClients"] == [])
  }
}
