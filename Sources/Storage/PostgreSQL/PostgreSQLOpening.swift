// SPDX-License-Identifier: Apache-2.0

import Domain

extension PostgreSQLConnection {
  /// Reads the whole state in one statement. It fails, or returns no rows, where the tables of this release are not in
  /// the schema in which they would be created: another schema of the `search_path` may be another installation's.
  static let openingQuery = """
    SELECT version, fingerprint FROM \(versions) LEFT JOIN secret_keys ON true
    WHERE \(versions).tableoid = to_regclass(quote_ident(current_schema()) || '.\(versions)')
    """

  func openingState() throws(Problem) -> OpeningState {
    if let state = try currentState() { return state }
    let version = try schemaVersion()
    // Another process may have created the tables since they were looked for.
    if version == Migrations.steps.count, let state = try currentState() { return state }
    return OpeningState(version: version, keyFingerprints: [])
  }

  /// Nil if the tables are not those of this release.
  private func currentState() throws(Problem) -> OpeningState? {
    do throws(Problem) {
      let state = try OpeningState(try run(Self.openingQuery, []))
      return state.version == Migrations.steps.count ? state : nil
    } catch {
      guard !isLost else { throw error }
      return nil
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
