// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// One of the policy's limits, and what it is counted for, such as an address.
typealias LimitedSubject = (name: Limit.Name, subject: String)

extension Environment {
  /// What is left of one of the policy's limits for one subject.
  func allowance(_ name: Limit.Name, of subject: String, _ rows: Transaction) throws(Problem) -> Allowance {
    try allowances([(name, subject)], rows)[0]
  }

  /// What is left of each of several limits.
  func allowances(_ limits: [LimitedSubject], _ rows: Transaction) throws(Problem) -> [Allowance] {
    var keyed: [(limit: Limit, key: String)] = []
    for (name, subject) in limits {
      // Without a key nothing has been counted yet.
      keyed.append((policy.limit(name), try keyedHashToFind(text(name, subject), rows) ?? ""))
    }
    return try rows.allowances(keyed, now: now)
  }

  /// - Throws: `auth/too-many-requests` where nothing is left.
  func require(_ name: Limit.Name, of subject: String, _ rows: Transaction) throws(Problem) {
    try require([(name, subject)], rows)
  }

  /// - Throws: `auth/too-many-requests` where nothing is left of one of several limits, with the longest wait of all.
  func require(_ limits: [LimitedSubject], _ rows: Transaction) throws(Problem) {
    var longest: (name: Limit.Name, allowance: Allowance)?
    for (limit, allowance) in zip(limits, try allowances(limits, rows)) {
      guard allowance.left == 0, allowance.retryAfter > longest?.allowance.retryAfter ?? .zero else { continue }
      longest = (limit.name, allowance)
    }
    if let longest { throw Self.exceeded(longest.name, longest.allowance) }
  }

  func count(_ name: Limit.Name, of subject: String, weight: Int = 1, _ rows: Transaction) throws(Problem) {
    try rows.count(
      policy.limit(name), key: try keyedHash(text(name, subject), rows), weight: weight, now: now)
  }

  func count(_ limits: [LimitedSubject], _ rows: Transaction) throws(Problem) {
    for (name, subject) in limits { try count(name, of: subject, rows) }
  }

  /// Forgets what was counted: who knows better now is not held to it.
  func forget(_ name: Limit.Name, of subject: String, _ rows: Transaction) throws(Problem) {
    guard let key = try keyedHashToFind(text(name, subject), rows) else { return }
    try rows.forgetLimit(key: key)
  }

  static func exceeded(_ name: Limit.Name, _ allowance: Allowance) -> Problem {
    var problem = Problem(
      .tooManyRequests, "the limit \"\(name.rawValue)\" is used up", retryAfter: allowance.retryAfter)
    problem.limit = name
    return problem
  }

  /// Addresses of people and machines are not written down for the sake of a limit, only a keyed hash of this.
  private func text(_ name: Limit.Name, _ subject: String) -> String { "limit\n\(name.rawValue)\n\(subject)" }
}
