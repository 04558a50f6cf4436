// SPDX-License-Identifier: Apache-2.0

import Domain

extension PostgreSQLConnection {
  /// Reads everything in one statement, that is in one round trip. It fails in a database of another schema, and is
  /// then followed by others.
  func openingState() throws(Problem) -> OpeningState {
    do throws(Problem) {
      let found = try run("SELECT version, fingerprint FROM schema_versions LEFT JOIN secret_keys ON true", [])
      var state = OpeningState(version: try found.first?.integer("version") ?? 0, keyFingerprints: [])
      for row in found {
        if let fingerprint = try row.optionalText("fingerprint") { state.keyFingerprints.append(fingerprint) }
      }
      return state
    } catch {
      guard !isLost else { throw error }
      let version = try schemaVersion()
      guard version != Migrations.steps.count else { throw error }
      return OpeningState(version: version, keyFingerprints: [])
    }
  }
}
