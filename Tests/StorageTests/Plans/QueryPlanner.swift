@testable import Storage

/// What in a plan grows with the data.
enum PlanCost: Hashable, CustomStringConvertible {
  /// A table, or one of its indexes, is read from its one end until there is enough.
  case scan(String)
  /// Everything that was found is sorted before the first row comes.
  case sort

  var description: String {
    switch self {
    case .scan(let table): "scans \(table)"
    case .sort: "sorts what it finds"
    }
  }
}

/// An engine's own word on what it would do for a statement.
protocol QueryPlanner {
  /// What grows in the plan of a statement, the keys that it has to check in other tables among it.
  func costs(of sql: String) throws -> Set<PlanCost>
}

/// SQLite's planner (sqlite.org/eqp.html), on a database with the newest schema.
struct SQLitePlanner: QueryPlanner {
  let connection: SQLiteConnection

  func costs(of sql: String) throws -> Set<PlanCost> {
    var costs: Set<PlanCost> = []
    for row in try connection.run("EXPLAIN QUERY PLAN \(sql)", []) {
      let step = try row.text("detail")
      let words = step.split(separator: " ").map(String.init)
      if words[0] == "SCAN", step != "SCAN CONSTANT ROW" { costs.insert(.scan(words[1])) }
      if step.contains("AUTOMATIC"), step.contains("INDEX") { costs.insert(.scan(words[1])) }
      if step.hasPrefix("USE TEMP B-TREE FOR"), step.hasSuffix("ORDER BY") { costs.insert(.sort) }
    }
    return costs
  }
}
