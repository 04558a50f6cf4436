// SPDX-License-Identifier: Apache-2.0

import Domain

/// The result of one check.
struct Finding {
  enum State: String {
    case ok
    /// It works, but not safely, or perhaps not for long.
    case warning
    /// It does not work. Scripts depend on the word in the output, which is that of the first release.
    case failure = "trouble"
  }

  let state: State
  /// The subject of the check, such as `database`.
  let subject: String
  let message: String
  /// What to do about it.
  let advice: String?

  static func ok(_ subject: String, _ message: String) -> Finding {
    Finding(state: .ok, subject: subject, message: message, advice: nil)
  }

  static func warning(_ subject: String, _ message: String, advice: String) -> Finding {
    Finding(state: .warning, subject: subject, message: message, advice: advice)
  }

  static func failure(_ subject: String, _ message: String, advice: String) -> Finding {
    Finding(state: .failure, subject: subject, message: message, advice: advice)
  }

  /// The failure of a check that threw a problem.
  static func failure(_ subject: String, _ problem: Problem, advice: String) -> Finding {
    let cause = problem.cause.map { " (\($0))" } ?? ""
    return failure(subject, problem.detail + cause, advice: advice)
  }

  static func text(_ findings: [Finding]) -> String {
    let width = findings.map(\.subject.count).max() ?? 0
    let lines = findings.flatMap { finding -> [String] in
      let state = finding.state.rawValue.padded(to: 7)
      let line = "\(state)  \(finding.subject.padded(to: width))  \(finding.message.printable)"
      return [line] + (finding.advice.map { ["\("".padded(to: width + 9))  → \($0)"] } ?? [])
    }
    return lines.joined(separator: "\n")
  }

  static func json(_ findings: [Finding]) -> JSON {
    let isHealthy = !findings.contains { $0.state == .failure }
    return ["healthy": .bool(isHealthy), "findings": .array(findings.map(\.json))]
  }

  private var json: JSON {
    .object([
      "state": JSON(state.rawValue), "subject": JSON(subject), "message": JSON(message),
      "advice": advice.map(JSON.string),
    ])
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
