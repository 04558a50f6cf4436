// SPDX-License-Identifier: Apache-2.0

import Domain
import Glibc
import Synchronization

@testable import Storage

/// The engine of `TEST_ENGINE`; default SQLite.
package enum TestEngine: String, Sendable {
  case sqlite
  /// A server that `scripts/with-postgresql` has started.
  case postgresql
  /// The same server through PgBouncer in transaction mode.
  case pgbouncer

  package static let current: TestEngine = {
    guard let name = variable("TEST_ENGINE") else { return .sqlite }
    guard let engine = TestEngine(rawValue: name) else { fatalError("TEST_ENGINE: \(name) is no engine") }
    return engine
  }()

  fileprivate static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  fileprivate static func required(_ name: String) -> String {
    guard let value = variable(name) else { fatalError("\(name) is unset: run this by scripts/with-postgresql") }
    return value
  }
}

/// The location of a test database: a file's path, or a URI.
package struct TestDatabase: Sendable {
  package let location: String

  /// A store for one thread.
  package func store(legacyRole: String? = nil, deadline: Duration = .seconds(20)) -> Store {
    let deadline = Deadline(in: deadline)
    return switch TestEngine.current {
    case .sqlite: .sqlite(path: location, legacyRole: legacyRole, deadline: deadline)
    case .postgresql, .pgbouncer: .postgreSQL(uri: location, legacyRole: legacyRole, deadline: deadline)
    }
  }

  func connection() throws -> any Connection {
    let deadline = Deadline(in: .seconds(20))
    return switch TestEngine.current {
    case .sqlite: try SQLiteConnection(path: location, deadline: deadline)
    case .postgresql, .pgbouncer: try PostgreSQLConnection(uri: location, deadline: deadline)
    }
  }

  /// Runs one statement on a new connection.
  @discardableResult
  package func run(_ sql: String) throws -> [Row] { try connection().run(sql, []) }

  /// A new database on the server.
  static func created(_ name: String) throws -> TestDatabase {
    try onServer("CREATE DATABASE \(name)")
    let base = TestEngine.required(TestEngine.current == .pgbouncer ? "VESTIBULE_PGBOUNCER" : "VESTIBULE_POSTGRESQL")
    return TestDatabase(location: "\(base)/\(name)")
  }

  /// A database on the server that has tables and no rows. Emptying one is a hundred times as fast as creating another.
  static func taken() throws -> TestDatabase {
    if let known = free.withLock({ $0.popLast() }) { return known }
    let database = try created("t\(UInt64.random(in: 0...UInt64.max))")
    _ = try database.store().migrate()
    return database
  }

  private static let free = Mutex<[TestDatabase]>([])

  func giveBack() throws {
    try Self.onServer(
      """
      DO $$ DECLARE it record; BEGIN
        -- A test that failed may have left a transaction behind.
        PERFORM pg_terminate_backend(pid, 5000) FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle';
        SET LOCAL session_replication_role = replica;
        FOR it IN SELECT tablename AS name FROM pg_tables
          WHERE schemaname = 'public' AND tablename <> 'schema_versions'
        LOOP EXECUTE format('DELETE FROM %I', it.name); END LOOP;
      END $$
      """, database: name)
    Self.free.withLock { $0.append(self) }
  }

  func drop() throws { try Self.onServer("DROP DATABASE \(name) WITH (FORCE)") }

  private var name: String { String(location.split(separator: "/").last!) }

  private static func onServer(_ sql: String, database: String = "postgres") throws {
    let uri = TestEngine.required("VESTIBULE_POSTGRESQL") + "/" + database
    _ = try PostgreSQLConnection(uri: uri, deadline: Deadline(in: .seconds(60))).run(sql, [])
  }
}
