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
