// SPDX-License-Identifier: Apache-2.0

/// Queries of a transaction that were queued before their rows were needed.
struct PrefetchedQueries {
  private struct Query: Hashable {
    let sql: String
    let parameters: [SQLValue]
  }

  private var replies: [Query: PostgreSQLLink.Reply] = [:]

  mutating func add(_ reply: PostgreSQLLink.Reply, to sql: String, _ parameters: [SQLValue]) {
    replies[Query(sql: sql, parameters: parameters)] = reply
  }

  func reply(to sql: String, _ parameters: [SQLValue]) -> PostgreSQLLink.Reply? {
    replies.isEmpty ? nil : replies[Query(sql: sql, parameters: parameters)]
  }

  /// Removes the queries whose rows a statement may change: those that name its table. The schema has no triggers, and
  /// no foreign key changes other tables.
  mutating func remove(changedBy sql: String) {
    guard !replies.isEmpty else { return }
    let words = sql.split(maxSplits: 3, whereSeparator: \.isWhitespace)
    let table: Substring? =
      switch words.first {
      case "INSERT" where words.count > 2: words[2]
      case "DELETE" where words.count > 2: words[2]
      case "UPDATE" where words.count > 1: words[1]
      default: nil
      }
    guard let table else {
      replies = [:]
      return
    }
    replies = replies.filter { !$0.key.sql.contains(table) }
  }
}
