// SPDX-License-Identifier: Apache-2.0

import Domain

extension PostgreSQLConnection {
  /// Reads the whole state in one statement. It fails in a database of another schema.
  static let openingQuery = "SELECT version, fingerprint FROM \(versions) LEFT JOIN secret_keys ON true"

  func openingState() throws(Problem) -> OpeningState {
    do throws(Problem) { return try OpeningState(try run(Self.openingQuery, [])) } catch {
      guard !isLost else { throw error }
      let version = try schemaVersion()
      guard version != Migrations.steps.count else { throw error }
      return OpeningState(version: version, keyFingerprints: [])
    }
  }
}

extension OpeningState {
  /// The state in the rows of `openingQuery`.
  init(_ rows: [Row]) throws(Problem) {
    self.init(version: try rows.first?.integer("version") ?? 0, keyFingerprints: [])
    for row in rows {
      if let fingerprint = try row.optionalText("fingerprint") { keyFingerprints.append(fingerprint) }
    }
  }
}
