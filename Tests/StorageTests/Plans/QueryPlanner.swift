// SPDX-License-Identifier: Apache-2.0

@testable import Storage

/// The costs of a plan that grow with the data.
enum PlanCost: Hashable, CustomStringConvertible {
  /// A table or index is read from one end.
  case scan(String)
  /// The result is sorted before the first row.
  case sort

  var description: String {
    switch self {
    case .scan(let table): "scans \(table)"
    case .sort: "sorts its result"
    }
  }
}

/// A database's query planner.
protocol QueryPlanner {
  /// The costs of a statement's plan, the check of foreign keys included.
  func costs(of sql: String) throws -> Set<PlanCost>
}

/// PostgreSQL's planner (postgresql.org/docs/15/using-explain.html). The tables are empty. So costly plans are
/// disabled: one that remains has no index.
struct PostgreSQLPlanner: QueryPlanner {
  private let connection: any Connection

  init(connection: any Connection) throws {
    self.connection = connection
    for setting in [
      "enable_seqscan = off", "enable_bitmapscan = off", "enable_sort = off", "plan_cache_mode = force_generic_plan",
    ] {
      _ = try connection.run("SET \(setting)", [])
    }
  }

  func costs(of sql: String) throws -> Set<PlanCost> {
    _ = try connection.run("PREPARE asked AS \(sql)", [])
    defer { _ = try? connection.run("DEALLOCATE asked", []) }
    let count = sql.split(separator: "$").dropFirst().compactMap { Int($0.prefix(while: \.isNumber)) }.max() ?? 0
    let nulls = count == 0 ? "" : "(\(Array(repeating: "NULL", count: count).joined(separator: ", ")))"
    let lines = try connection.run("EXPLAIN EXECUTE asked\(nulls)", []).map { try $0.text("QUERY PLAN") }
    return Set(nodes(lines).compactMap(cost))
  }

  /// Each node with its detail lines.
  private func nodes(_ lines: [String]) -> [[String]] {
    lines.enumerated().reduce(into: []) { nodes, line in
      let isNode = line.offset == 0 || line.element.contains("->")
      if isNode { nodes.append([line.element]) } else { nodes[nodes.count - 1].append(line.element) }
    }
  }

  private func cost(of node: [String]) -> PlanCost? {
    let words = node[0].split(whereSeparator: \.isWhitespace).map(String.init)
    if words.first(where: { $0 != "->" }) == "Sort" { return .sort }
    // A subquery has its own node.
    let isTable = node[0].contains("Scan") && !node[0].contains("Subquery Scan") && !node[0].contains("CTE Scan")
    guard isTable, let on = words.firstIndex(of: "on") else {
      return nil
    }
    return node.contains { $0.contains("Index Cond:") || $0.contains("TID Cond:") } ? nil : .scan(words[on + 1])
  }
}

/// SQLite's planner (sqlite.org/eqp.html), on a database with the newest schema.
struct SQLitePlanner: QueryPlanner {
  let connection: any Connection

  func costs(of sql: String) throws -> Set<PlanCost> {
    var costs: Set<PlanCost> = []
    for row in try connection.run("EXPLAIN QUERY PLAN \(sql)", []) {
      let step = try row.text("detail")
      let words = step.split(separator: " ").map(String.init)
      // A subquery has its own node.
      let isTable =
        words[0] == "SCAN" && step != "SCAN CONSTANT ROW" && !sql.contains(") AS \(words[1])")
        && !sql.contains("\(words[1]) AS MATERIALIZED")
      if isTable { costs.insert(.scan(words[1])) }
      if step.contains("AUTOMATIC"), step.contains("INDEX") { costs.insert(.scan(words[1])) }
      if step.hasPrefix("USE TEMP B-TREE FOR"), step.hasSuffix("ORDER BY") { costs.insert(.sort) }
    }
    return costs
  }
}
