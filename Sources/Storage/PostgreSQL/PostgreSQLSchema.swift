// SPDX-License-Identifier: Apache-2.0

import Domain

/// The schema in which the tables are, or will be created. Only a process that finds no current tables looks at it.
struct PostgreSQLSchema {
  let name: String
  let role: String
  /// Whether the role may create tables in it.
  let mayCreate: Bool

  /// - Throws: `service/misconfigured` if the `search_path` names no schema that exists and that the role may use.
  init(_ row: Row?) throws(Problem) {
    let path = try row?.text("search_path") ?? ""
    guard let row, let name = try row.optionalText("schema") else {
      throw .misconfigured(
        "DATABASE_URL", "no schema of the search_path exists, or the role may not use it: search_path is \(path)")
    }
    self.name = name
    role = try row.text("role")
    mayCreate = try row.flag("may_create")
  }

  /// - Throws: `service/misconfigured` for a schema of PostgreSQL itself: tables in `pg_temp` end with the connection,
  ///   and nobody may create one in `pg_catalog`.
  func requireTablesToStay() throws(Problem) {
    guard name.hasPrefix("pg_") else { return }
    throw .misconfigured(
      "DATABASE_URL",
      "the search_path begins with a schema of PostgreSQL itself, \(name): put the schema of the tables first")
  }

  func requireRightToCreateTables() throws(Problem) {
    guard !mayCreate else { return }
    throw .misconfigured(
      "DATABASE_URL",
      "the role \(role) may not create tables in the schema \(name): it needs GRANT CREATE ON SCHEMA \(name) TO \(role)"
    )
  }

  func foreignTables(_ names: [String]) -> Problem {
    let list = names.prefix(5).joined(separator: ", ") + (names.count > 5 ? ", …" : "")
    return .misconfigured(
      "DATABASE_URL",
      """
      the schema \(name) has \(list) of another program under names of Vestibule's: give Vestibule a database, or a schema \
      in its search_path, of its own
      """)
  }
}

extension PostgreSQLConnection {
  /// The table with the number of the last migration.
  static let versions = "schema_versions"
  /// The names of all tables and indexes, for `IN (…)`.
  static var ownNames: String { (Migrations.names(after: 0) + [versions]).map { "'\($0)'" }.joined(separator: ", ") }

  private func schema() throws(Problem) -> PostgreSQLSchema {
    let schema = try PostgreSQLSchema(
      try run(
        """
        SELECT current_schema() AS schema, current_setting('search_path') AS search_path, current_user AS role,
          COALESCE(has_schema_privilege(current_schema(), 'CREATE'), false) AS may_create
        """, []
      ).first)
    if !hasCopy { try schema.requireTablesToStay() }
    return schema
  }

  /// - Throws: `service/misconfigured` if there is no schema, or if it has tables of another program.
  func schemaVersion() throws(Problem) -> Int {
    let schema = try schema()
    // In one statement, because another process may be creating the tables.
    let present = Set(
      try run(
        """
        SELECT relname AS name FROM pg_class
        WHERE relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema()) AND relname IN (\(Self.ownNames))
        """, []
      ).map { (row) throws(Problem) in try row.text("name") })
    let version = try present.contains(Self.versions) ? storedVersion(in: schema) : 0
    let foreign = Migrations.names(after: version).filter(present.contains)
    guard foreign.isEmpty else { throw schema.foreignTables(foreign) }
    return version
  }

  private func storedVersion(in schema: PostgreSQLSchema) throws(Problem) -> Int {
    let columns = try run(
      """
      SELECT attname FROM pg_attribute WHERE attname = 'version' AND atttypid = CAST('int8' AS regtype)
        AND attrelid = to_regclass(quote_ident(current_schema()) || '.\(Self.versions)') AND NOT attisdropped
      """, [])
    guard !columns.isEmpty else { throw schema.foreignTables([Self.versions]) }
    return try run("SELECT version FROM \(Self.versions)", []).first?.integer("version") ?? 0
  }

  func requireRightToCreateTables() throws(Problem) { try schema().requireRightToCreateTables() }
}
