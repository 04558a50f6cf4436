// SPDX-License-Identifier: Apache-2.0

import Domain

@testable import Storage

/// A connection that remembers the texts of the statements it runs.
final class RecordingConnection: Connection {
  private let connection: any Connection
  private(set) var statements: Set<String> = []

  init(_ connection: any Connection) { self.connection = connection }

  func run(_ sql: String, _ parameters: [SQLValue]) throws(Problem) -> [Row] {
    statements.insert(sql)
    return try connection.run(sql, parameters)
  }

  func runChange(_ sql: String, _ parameters: [SQLValue]) throws(Problem) -> [Row] {
    statements.insert(sql)
    return try connection.runChange(sql, parameters)
  }

  func execute(_ sql: String, _ parameters: [SQLValue]) throws(Problem) {
    statements.insert(sql)
    try connection.execute(sql, parameters)
  }

  func prefetch(_ sql: String, _ parameters: [SQLValue]) { connection.prefetch(sql, parameters) }
  func waitForDurability() throws(Problem) { try connection.waitForDurability() }
  var checksOpeningInTransaction: Bool { connection.checksOpeningInTransaction }
  var hasRoundTrips: Bool { connection.hasRoundTrips }
  var needsOpening: Bool { connection.needsOpening }
  var acceptsOpening: ((OpeningState) throws(Problem) -> Bool)? {
    get { connection.acceptsOpening }
    set { connection.acceptsOpening = newValue }
  }
  var dialect: Dialect { connection.dialect }
  var isLost: Bool { connection.isLost }
  func mayRunAgain(afterAttempts attempts: Int, waited: Duration, pause: Duration, noticesCommit: Bool) -> Bool {
    connection.mayRunAgain(afterAttempts: attempts, waited: waited, pause: pause, noticesCommit: noticesCommit)
  }

  func begin(_ kind: TransactionKind) throws(Problem) { try connection.begin(kind) }
  func commit() throws(Problem) { try connection.commit() }
  func rollback() { connection.rollback() }
  func shutdown() { connection.shutdown() }
  func schemaVersion() throws(Problem) -> Int { try connection.schemaVersion() }
  func openingState() throws(Problem) -> OpeningState { try connection.openingState() }
  func settingSchemaVersion(to version: Int) -> [String] { connection.settingSchemaVersion(to: version) }
  func beginMigration() throws(Problem) { try connection.beginMigration() }
  func requireRightToCreateTables() throws(Problem) { try connection.requireRightToCreateTables() }
  func prepareForMigration() throws(Problem) { try connection.prepareForMigration() }
}
