// SPDX-License-Identifier: Apache-2.0

/// The two databases that the storage speaks to.
enum Engine {
  case sqlite
  case postgreSQL
}

/// What the two engines do not say alike.
struct Dialect {
  let engine: Engine
  /// At the end of a query for rows that its statement is about to change: those that another one has are left to it.
  /// Such a query has to be `AS MATERIALIZED`: PostgreSQL may run one within `IN (…)` again for each row, and as it passes
  /// over the rows that it has changed by then, it would find others each time, more than its `LIMIT` in all.
  let skippingLocked: String

  static let sqlite = Dialect(engine: .sqlite, skippingLocked: "")
  static let postgreSQL = Dialect(engine: .postgreSQL, skippingLocked: "FOR UPDATE SKIP LOCKED")
}

extension Transaction {
  /// A list of parameters, such as `$2, $3, $4` for three from the second on. In the statement, `$1` has to be before the
  /// list: for SQLite it is `?, ?, ?`, and each `?` is the next parameter. SQLite compares each new name with all earlier
  /// ones, and a sweep's statements have thousands of parameters.
  func parameters(_ first: Int, count: Int) -> String {
    switch dialect.engine {
    case .sqlite: Array(repeating: "?", count: count).joined(separator: ", ")
    case .postgreSQL: (first..<first + count).map { "$" + String($0) }.joined(separator: ", ")
    }
  }
}
