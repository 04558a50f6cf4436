// SPDX-License-Identifier: Apache-2.0

import Domain
import Testing

@testable import Storage
@testable import TestSupport

@Suite("The work of a statement does not grow with the data") struct QueryPlanTests {
  private let folder: TemporaryFolder
  private let connection: any Connection
  /// The text of every statement of the storage.
  private let statements: [String]

  init() throws {
    folder = try TemporaryFolder()
    connection = try folder.database().connection()
    try Migrations.apply(to: connection)
    // With teams in the policy some statements read more.
    let other = try TemporaryFolder()
    let connections = [connection, try other.database("teams.db").connection()]
    var found: Set<String> = []
    for (connection, showsTeams) in zip(connections, [false, true]) {
      try Migrations.apply(to: connection)
      let recording = RecordingConnection(connection)
      let store = Store(legacyRole: nil) { () throws(Problem) in recording }
      store.showsTeams = showsTeams
      try store.runEverything()
      found.formUnion(recording.statements)
    }
    statements = found.sorted()
  }

  private var planner: any QueryPlanner {
    get throws {
      TestEngine.current == .sqlite
        ? SQLitePlanner(connection: connection) : try PostgreSQLPlanner(connection: try folder.database().connection())
    }
  }

  /// A statement with allowed costs.
  private struct Exemption {
    /// Its first words.
    let beginning: String
    let costs: Set<PlanCost>
    let reason: String
    /// Whether SQLite reports no cost: it deletes all rows of a table without reading them.
    var isOnlyPostgreSQLs = false

    func covers(_ statement: String) -> Bool {
      statement.split(whereSeparator: \.isWhitespace).joined(separator: " ").hasPrefix(beginning)
    }
  }

  private static let exemptions =
    [
      Exemption(
        beginning: "SELECT * FROM signing_keys", costs: [.scan("signing_keys")],
        reason: "a key is created once in 30 days"),
      Exemption(
        beginning: "SELECT id, sealed_private_key FROM signing_keys", costs: [.scan("signing_keys")],
        reason: "a signing key is created once in 30 days"),
      Exemption(
        beginning: "DELETE FROM service_tokens", costs: [.scan("service_tokens")],
        reason: "there is one token for each push service"),
      Exemption(
        beginning: "UPDATE signing_keys SET retired_at", costs: [.scan("signing_keys")],
        reason: "a signing key is created once in 30 days"),
      Exemption(
        beginning: "DELETE FROM signing_keys", costs: [.scan("signing_keys")],
        reason: "a signing key is created once in 30 days", isOnlyPostgreSQLs: true),
      Exemption(
        beginning: "SELECT * FROM relays", costs: [.scan("relays")],
        reason: "there are as many relays as MAIL_URL names"),
      Exemption(
        beginning: "SELECT (SELECT COUNT(*) FROM relays)", costs: [.scan("relays")],
        reason: "there are as many relays as MAIL_URL names"),
      Exemption(
        beginning: "UPDATE relays SET next_try_at = $1", costs: [.scan("relays")],
        reason: "there are as many relays as MAIL_URL names"),
      Exemption(
        beginning: "SELECT fingerprint FROM secret_keys", costs: [.scan("secret_keys")],
        reason: "there is one secret key, or two during a change"),
      Exemption(
        beginning: "DELETE FROM secret_keys", costs: [.scan("secret_keys")],
        reason: "there is one secret key, or two during a change"),
      Exemption(beginning: "SELECT * FROM hash_keys", costs: [.scan("hash_keys")], reason: "there are two hash keys"),
      Exemption(
        beginning: "WITH RECURSIVE costs", costs: [.scan("costs")],
        reason: "it reads its own rows, one for each cost of imported hashes"),
      Exemption(
        beginning: "SELECT DISTINCT provider FROM identities", costs: [.sort],
        reason: "an account has few identities"),
      Exemption(
        beginning: "SELECT * FROM audit WHERE subject_id = $6", costs: [.sort],
        reason: "only rows of one millisecond are sorted, and the index is half as large without the id"),
      Exemption(
        beginning: "SELECT * FROM audit WHERE at >= $1", costs: [.sort],
        reason: "only rows of one millisecond are sorted, or those of one account for `vestibule audit`"),
      Exemption(
        beginning: "SELECT * FROM accounts WHERE ($1 = '' OR COALESCE(role", costs: [.scan("accounts")],
        reason: "`vestibule account list` reads from the newest account until the page is full"),
      Exemption(
        beginning: "SELECT * FROM suppressions WHERE", costs: [.scan("suppressions"), .sort],
        reason: "`vestibule suppression list` reads the whole list"),
      Exemption(
        beginning: "SELECT role, COUNT(*) AS count FROM accounts", costs: [.scan("accounts")],
        reason: "`vestibule doctor` counts all accounts by role"),
      Exemption(
        beginning: "SELECT status, COUNT(*) AS count FROM invitations", costs: [.scan("invitations")],
        reason: "a report counts all invitations, a few times an hour"),
      Exemption(
        beginning: "SELECT COUNT(*) AS sent, COUNT(CASE WHEN (delivery", costs: [.scan("invitations")],
        reason: "a report reads all invitations, a few times an hour"),
      Exemption(
        beginning: "SELECT accepted_at - sent_at AS duration FROM invitations", costs: [.sort],
        reason: "the median needs the accepted invitations of one inviter in order"),
    ]
    + ["clients.search", "COALESCE(accounts.last_sign_in_at, -1)", "invitations.sent_at"].map {
      Exemption(
        beginning: "SELECT \($0) AS position", costs: [.sort], reason: "the clients of one team are sorted for people")
    }
    + [
      "ORDER", "WHERE kind", "WHERE COALESCE", "WHERE state = $1 ORDER", "WHERE state = $1 AND kind",
      "WHERE state = $1 AND COALESCE",
    ].map {
      Exemption(
        beginning: "SELECT * FROM outbox \($0)", costs: [.scan("outbox")],
        reason: "`vestibule mail` reads from the newest mail until the page is full; nearly all mails are sent")
    }

  @Test func `every statement of the storage is checked`() throws {
    for text in try StatementText.all() {
      #expect(statements.contains { text.isPart(of: $0) }, "not run by StorageSurface.swift: \(text)")
    }
  }

  @Test func `no table is scanned, and no unbounded result is sorted`() throws {
    let planner = try planner
    for statement in statements {
      let allowed = Self.exemptions.filter { $0.covers(statement) }.flatMap(\.costs)
      for cost in try planner.costs(of: statement).subtracting(allowed) {
        Issue.record("\(type(of: planner)) \(cost) for: \(statement)")
      }
    }
  }

  @Test(.enabled(if: TestEngine.current == .sqlite, "the exemptions are for SQLite's plans"))
  func `every exemption is needed`() throws {
    for exemption in Self.exemptions where !exemption.isOnlyPostgreSQLs {
      let costs = try statements.filter(exemption.covers).flatMap { try planner.costs(of: $0) }
      #expect(Set(costs).isSuperset(of: exemption.costs), "\(exemption.beginning): \(exemption.reason)")
    }
  }

  @Test(.enabled(if: TestEngine.current == .sqlite, "PostgreSQL's plan does not show how it checks foreign keys"))
  func `every index is needed by a statement`() throws {
    func costs() throws -> [Set<PlanCost>] {
      // A connection caches plans.
      let planner = SQLitePlanner(connection: try folder.database().connection())
      return try statements.map { try planner.costs(of: $0) }
    }
    let best = try costs()
    let indexes = try connection.run("SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL", [])
    for index in indexes {
      let name = try index.text("name")
      _ = try connection.run("DROP INDEX \(name)", [])
      #expect(try costs() != best, "nothing needs \(name)")
      _ = try connection.run(try index.text("sql"), [])
    }
  }
}
