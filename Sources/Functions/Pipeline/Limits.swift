// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// A limit of the policy and its subject, such as an address.
typealias LimitedSubject = (name: Limit.Name, subject: String)

extension Call {
  /// The limit of mails that anybody may request with an address.
  var mailRequests: [LimitedSubject] { clientNetwork.map { [(.mailRequests, $0)] } ?? [] }
}

extension Environment {
  /// The remaining allowance of a limit for one subject.
  package func allowance(_ name: Limit.Name, of subject: String, _ rows: Transaction) throws(Problem) -> Allowance {
    try allowances([(name, subject)], rows)[0]
  }

  /// The remaining allowance of each limit.
  func allowances(_ limits: [LimitedSubject], _ rows: Transaction) throws(Problem) -> [Allowance] {
    var keyed: [(limit: Limit, key: String)] = []
    for (name, subject) in limits {
      // Without a key nothing is counted yet.
      keyed.append((policy.limit(name), try keyedHashToFind(text(name, subject), rows) ?? ""))
    }
    return try rows.limits.allowances(keyed, now: now)
  }

  /// Requires that a limit is not reached.
  /// - Throws: `auth/too-many-requests`.
  package func require(_ name: Limit.Name, of subject: String, _ rows: Transaction) throws(Problem) {
    try require([(name, subject)], rows)
  }

  /// Requires that none of several limits is reached.
  /// - Throws: `auth/too-many-requests` with the longest wait.
  func require(_ limits: [LimitedSubject], _ rows: Transaction) throws(Problem) {
    var longest: (name: Limit.Name, allowance: Allowance)?
    for (limit, allowance) in zip(limits, try allowances(limits, rows)) {
      guard allowance.left == 0, allowance.retryAfter > longest?.allowance.retryAfter ?? .zero else { continue }
      longest = (limit.name, allowance)
    }
    if let longest { throw Self.exceeded(longest.name, longest.allowance) }
  }

  func count(_ name: Limit.Name, of subject: String, weight: Int = 1, _ rows: Transaction) throws(Problem) {
    try rows.limits.count(policy.limit(name), key: try limitKey(name, subject, rows), weight: weight, now: now)
  }

  /// The key under which a limit counts a subject.
  func limitKey(_ name: Limit.Name, _ subject: String, _ rows: Transaction) throws(Problem) -> String {
    try keyedHash(text(name, subject), rows)
  }

  func count(_ limits: [LimitedSubject], _ rows: Transaction) throws(Problem) {
    for (name, subject) in limits { try count(name, of: subject, rows) }
  }

  /// Resets a limit, for example after a password reset.
  package func forget(_ name: Limit.Name, of subject: String, _ rows: Transaction) throws(Problem) {
    guard let key = try keyedHashToFind(text(name, subject), rows) else { return }
    try rows.limits.delete(key: key)
  }

  static func exceeded(_ name: Limit.Name, _ allowance: Allowance) -> Problem {
    var problem = Problem(
      .tooManyRequests, "the limit \"\(name.rawValue)\" is reached", retryAfter: allowance.retryAfter)
    problem.limit = name
    return problem
  }

  /// The text that is hashed. Limits store only its keyed hash, not the addresses of people and devices.
  private func text(_ name: Limit.Name, _ subject: String) -> String { "limit\n\(name.rawValue)\n\(subject)" }
}
