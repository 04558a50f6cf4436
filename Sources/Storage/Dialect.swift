/// What the two engines do not say alike.
struct Dialect {
  /// Text that sorts and compares by its bytes, as SQLite's does.
  let text: String
  /// At the end of a query for rows that its statement is about to change: those that another one has are left to it.
  /// Such a query has to be `AS MATERIALIZED`: PostgreSQL may run one within `IN (…)` again for each row, and as it passes
  /// over the rows that it has changed by then, it would find others each time, more than its `LIMIT` in all.
  let skippingLocked: String

  static let sqlite = Dialect(text: "TEXT", skippingLocked: "")
  static let postgreSQL = Dialect(text: #"TEXT COLLATE "C""#, skippingLocked: "FOR UPDATE SKIP LOCKED")
}
