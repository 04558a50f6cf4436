// SPDX-License-Identifier: Apache-2.0

import Domain

/// The result of one row.
struct ImportOutcome {
  enum Result: String, CaseIterable { case created, linked, updated, unchanged, skipped }

  let line: Int
  /// The row's id in its source, or the id that replaces it.
  let externalID: String?
  let result: Result
  var reasons: [Reason] = []
  var accountID: String?
  /// The columns with values that were not imported.
  var leftOut: [String] = []

  /// One line of the report.
  var json: JSON {
    .object([
      "line": JSON(line), "id": externalID.map(JSON.string) ?? .null, "result": JSON(result.rawValue),
      "reason": reasons.isEmpty ? nil : JSON(reasons.map(\.rawValue).joined(separator: ", ")),
      "accountId": accountID.map(JSON.string), "leftOut": leftOut.isEmpty ? nil : JSON(leftOut),
    ])
  }
}

/// The number of rows by result.
struct Tally {
  private var counts: [ImportOutcome.Result: Int] = [:]
  /// The rows that were skipped because the account of their id belongs to another person.
  private(set) var ofOthers = 0

  var rows: Int { counts.values.reduce(0, +) }

  mutating func count(_ outcome: ImportOutcome) {
    counts[outcome.result, default: 0] += 1
    if outcome.reasons.contains(.idOfAnother) { ofOthers += 1 }
  }

  func json(isTrial: Bool) -> JSON {
    let counted = ImportOutcome.Result.allCases.map { ($0.rawValue, JSON(counts[$0] ?? 0)) }
    let others = ofOthers == 0 ? [] : [(Reason.idOfAnother.rawValue, JSON(ofOthers))]
    return .object(JSON.Members([("read", JSON(rows))] + counted + others + [("dryRun", .bool(isTrial))]))
  }
}
