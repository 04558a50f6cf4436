// SPDX-License-Identifier: Apache-2.0

import Domain

/// The prepared statements of a connection: those that are repeated. In a short event a statement runs once or twice,
/// which preparing it does not make faster.
struct PreparedStatements {
  private var prepared: [String: (name: String, reply: PostgreSQLLink.Reply)] = [:]
  private var uses: [String: Int] = [:]
  private var count = 0
  private var permission: Permission
  /// More statements than any function repeats. The server keeps them in its memory.
  private static let maximum = 200

  /// Statements are not prepared with a pooler, which may run the next transaction in another server process without
  /// them. A pooler is recognised by a backend PID that differs from the reported one.
  private enum Permission {
    case unknown
    case asked(PostgreSQLLink.Reply)
    case known(Bool)
  }

  init(isAllowed: Bool? = nil) { permission = isAllowed.map(Permission.known) ?? .unknown }

  /// The name of a prepared statement; nil if the statement is run without one. It may queue statements.
  mutating func name(of sql: String, on link: PostgreSQLLink) -> String? {
    if let (name, reply) = prepared[sql] {
      // The server skips what follows a failed statement.
      if reply.result?.hasSucceeded ?? true { return name }
      prepared[sql] = nil
    }
    // The text of some depends on the length of a list.
    guard prepared.count < Self.maximum else { return nil }
    uses[sql, default: 0] += 1
    guard uses[sql, default: 0] > 2, isAllowed(on: link) else { return nil }
    count += 1
    let name = "s\(count)"
    prepared[sql] = (name, link.queue(.prepare(name: name, sql)))
    return name
  }

  /// Forgets what was queued and discarded. A statement that is on its way is prepared once more.
  mutating func forgetUnsent() {
    prepared = prepared.filter { $0.value.reply.result != nil }
    if case .asked(let reply) = permission, reply.result == nil { permission = .unknown }
  }

  private mutating func isAllowed(on link: PostgreSQLLink) -> Bool {
    switch permission {
    case .known(let isAllowed): return isAllowed
    case .unknown: permission = .asked(link.queue(.statement("SELECT pg_backend_pid()", [])))
    case .asked(let reply):
      guard let result = reply.result else { break }
      guard result.hasSucceeded else {
        permission = .unknown
        break
      }
      let isAllowed = result.text(row: 0, column: 0) == String(link.backendPID)
      permission = .known(isAllowed)
      return isAllowed
    }
    return false
  }
}
