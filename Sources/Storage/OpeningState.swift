// SPDX-License-Identifier: Apache-2.0

import Domain

/// What a process reads when it opens a database.
struct OpeningState: Equatable {
  /// The number of the last applied migration; 0 if there is none.
  var version: Int
  /// The fingerprints of the secret keys; empty if the schema is that of another release.
  var keyFingerprints: [String]
}

extension Connection {
  /// Applies missing migrations and returns the state after them.
  func upgraded() throws(Problem) -> OpeningState {
    let state = try openingState()
    guard state.version != Migrations.steps.count else { return state }
    do throws(Problem) { if state.version == 0 { try requireRightToCreateTables() } } catch {
      var problem = error
      problem.detail += ", or another role runs `vestibule migrate`"
      throw problem
    }
    try Migrations.apply(to: self)
    return try openingState()
  }
}
