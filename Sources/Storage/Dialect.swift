// SPDX-License-Identifier: Apache-2.0

/// The two supported databases.
enum Engine {
  case sqlite
  case postgreSQL
}

/// The SQL that differs between the two databases.
struct Dialect {
  let engine: Engine
  /// Ends a query for rows that the statement updates, and skips rows that another transaction has locked. Such a
  /// query has to be `AS MATERIALIZED`: PostgreSQL may repeat a query within `IN (…)` for each row. Each repetition
  /// skips the rows that were already updated and finds others, more than its `LIMIT` in total.
  let skippingLocked: String

  static let sqlite = Dialect(engine: .sqlite, skippingLocked: "")
  static let postgreSQL = Dialect(engine: .postgreSQL, skippingLocked: "FOR UPDATE SKIP LOCKED")
}

extension Transaction {
  /// A list of parameters, such as `$2, $3, $4` for three from the second on. In the statement, `$1` has to be before
  /// the list: for SQLite it is `?, ?, ?`, and each `?` is the next parameter. SQLite compares each new name with all
  /// earlier ones, and a sweep's statements have thousands of parameters.
  func parameters(_ first: Int, count: Int) -> String {
    switch dialect.engine {
    case .sqlite: String(String(repeating: "?, ", count: count).dropLast(2))
    case .postgreSQL: (first..<first + count).map { "$" + String($0) }.joined(separator: ", ")
    }
  }
}
