// SPDX-License-Identifier: Apache-2.0

import Domain

/// One step of the schema, with its number in the name. Released SQL never changes, because databases do not run a step
/// again. Each change of the schema is a new file.
protocol Migration: Sendable {
  /// - Parameter text: the type of text columns, which is nearly the only difference between the databases.
  static func statements(text: String) -> [String]
  /// The statements for an engine. A step that needs different ones has its own.
  static func statements(for engine: Engine) -> [String]
}

extension Migration {
  static func statements(for engine: Engine) -> [String] { statements(text: engine.text) }
}

extension Engine {
  /// The type of text columns. Both compare and sort text by its bytes.
  var text: String {
    switch self {
    case .sqlite: "TEXT"
    case .postgreSQL: #"TEXT COLLATE "C""#
    }
  }
}

/// Upgrades a database to the newest schema.
enum Migrations {
  /// All steps in order. The version of a schema is the number of its steps.
  static let steps: [any Migration.Type] = [
    Migration001Foundation.self, Migration002Admission.self, Migration003Keys.self, Migration004Factors.self,
    Migration005Platforms.self, Migration006Observations.self, Migration007Browser.self, Migration008Persons.self,
    Migration009Relays.self, Migration010ClientWindows.self, Migration011JoinLinks.self, Migration012Offers.self,
    Migration013Teams.self, Migration014StudioLists.self, Migration015LocalTimes.self, Migration016ServiceKeys.self,
    Migration017Supabase.self, Migration018Repairs.self, Migration019FirstMails.self,
    Migration020Queues.self, Migration021InvitedMetadata.self,
  ]

  /// - Returns: the statements that were run.
  @discardableResult
  static func apply(to connection: any Connection) throws(Problem) -> [String] {
    let version = try connection.schemaVersion()
    if version == steps.count { return [] }
    if version == 0 {
      try connection.requireRightToCreateTables()
      try connection.prepareForMigration()
    }
    try connection.beginMigration()
    do throws(Problem) {
      // Another process may have upgraded the database while this one waited for the lock.
      let pending = try pending(on: connection)
      let version = try connection.schemaVersion()
      for statement in pending { _ = try connection.run(statement, []) }
      let transaction = Transaction(connection, legacyRole: nil)
      if (1...7).contains(version) { try transaction.addressKeys.renew() }
      if (1...5).contains(version) { try transaction.searchTexts.renew() }
      try connection.commit()
      return pending
    } catch {
      connection.rollback()
      throw error
    }
  }

  /// The names of the tables and indexes that only the steps after a version create.
  static func names(after version: Int) -> [String] {
    let earlier = Set(names(of: steps.prefix(version)))
    return names(of: steps.dropFirst(version)).filter { !earlier.contains($0) }
  }

  private static func names(of steps: ArraySlice<any Migration.Type>) -> [String] {
    steps.flatMap { $0.statements(for: .postgreSQL) }.compactMap { statement in
      let words = statement.split(maxSplits: 4, whereSeparator: \.isWhitespace)
      guard words.first == "CREATE", words.count > 3 else { return nil }
      return String(words[words[1] == "UNIQUE" ? 3 : 2])
    }
  }

  static func newerRelease(_ version: Int) -> Problem {
    .misconfigured("DATABASE_URL", "the database is of a newer release (schema \(version))")
  }

  /// The statements that the database still needs.
  static func pending(on connection: any Connection) throws(Problem) -> [String] {
    let version = try connection.schemaVersion()
    guard version <= steps.count else { throw newerRelease(version) }
    if version == steps.count { return [] }
    return steps.dropFirst(version).flatMap { $0.statements(for: connection.dialect.engine) }
      + connection.settingSchemaVersion(to: steps.count)
  }
}
