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

  func begin(writing: Bool) throws(Problem) { try connection.begin(writing: writing) }
  func commit() throws(Problem) { try connection.commit() }
  func rollback() { connection.rollback() }
  func schemaVersion() throws(Problem) -> Int { try connection.schemaVersion() }
  func setSchemaVersion(_ version: Int) throws(Problem) { try connection.setSchemaVersion(version) }
  func prepareForMigration() throws(Problem) { try connection.prepareForMigration() }
}
