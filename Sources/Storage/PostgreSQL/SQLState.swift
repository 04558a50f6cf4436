// SPDX-License-Identifier: Apache-2.0

import Domain

/// Why a statement failed (postgresql.org/docs/15/errcodes-appendix.html).
struct SQLState: Equatable {
  let code: String

  init(code: String) { self.code = code }

  /// The code of `FATAL:  53300: …`, the first line of a verbose message.
  init?(inMessage message: String) {
    let words = message.split(separator: " ")
    guard let code = words.first(where: { $0.count == 6 && $0.hasSuffix(":") && Self.isCode($0.dropLast()) }) else {
      return nil
    }
    self.code = String(code.dropLast())
  }

  private static func isCode(_ text: Substring) -> Bool {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) } && text.first?.isNumber ?? false
  }

  /// Another transaction was faster. If this one is repeated, it sees the other one's changes.
  var isLostRace: Bool { ["40001", "40P01"].contains(code) }

  /// Another transaction inserted the same key, or a prepared statement is stale. Both can also be bugs.
  var mayBeLostRace: Bool { code == "23505" || isStaleStatement }

  /// A statement that was prepared before the schema changed, or in another server process.
  var isStaleStatement: Bool { ["0A000", "26000"].contains(code) }

  /// The server does not take writes: a standby.
  var isReadOnly: Bool { self == .readOnly }
  static let readOnly = SQLState(code: "25006")

  /// A table or column is missing, or something else has its name.
  var isOfOtherTables: Bool { ["42P01", "42703", "42804", "42809", "42883"].contains(code) }

  /// The server process or the pooler has ended the connection. What it was doing may have been done.
  var endsConnection: Bool { code.hasPrefix("57P0") || code.hasPrefix("08") }

  /// What most of the passing failures of a database take.
  static let retryAfter = Duration.seconds(2)

  /// - Parameter message: what the server said, for the log.
  func problem(_ message: String) -> Problem {
    let cause = "postgresql \(code): \(message)"
    switch SQLStateMeaning(ofCode: code) {
    case .passing(let detail): return .unavailable(detail, cause: cause, retryAfter: Self.retryAfter)
    case .unknown: return .unavailable("the database cannot be used", cause: cause, retryAfter: Self.retryAfter)
    case .installation(let detail): return .misconfigured("DATABASE_URL", detail, cause: cause)
    }
  }
}
