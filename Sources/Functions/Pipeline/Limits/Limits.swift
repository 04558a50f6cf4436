// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// A limit of the policy and its subject, such as an address.
typealias LimitedSubject = (name: Limit.Name, subject: String)

extension Call {
  /// The limit of mails that anybody may request with an address.
  var mailRequests: [LimitedSubject] { clientNetwork.map { [(.mailRequests, $0)] } ?? [] }
}

/// Counts events against the rate limits of the policy, in the transaction of a decision.
package struct Limits {
  let decision: Decision

  /// The remaining allowance of a limit for one subject.
  package func allowance(_ name: Limit.Name, of subject: String) throws(Problem) -> Allowance {
    try allowances([(name, subject)])[0]
  }

  /// The remaining allowance of each limit.
  func allowances(_ limits: [LimitedSubject]) throws(Problem) -> [Allowance] {
    var keyed: [(limit: Limit, key: String)] = []
    for (name, subject) in limits {
      // Without a key nothing is counted yet.
      keyed.append((decision.policy.limit(name), try decision.keyedHashForLookup(text(name, subject)) ?? ""))
    }
    return try decision.tables.limits.allowances(keyed, now: decision.now)
  }

  /// Requires that a limit is not reached.
  /// - Throws: `auth/too-many-requests`.
  package func require(_ name: Limit.Name, of subject: String) throws(Problem) {
    try require([(name, subject)])
  }

  /// Requires that none of several limits is reached.
  /// - Throws: `auth/too-many-requests` with the longest wait.
  func require(_ limits: [LimitedSubject]) throws(Problem) {
    var longest: (name: Limit.Name, allowance: Allowance)?
    for (limit, allowance) in zip(limits, try allowances(limits)) {
      guard allowance.left == 0, allowance.retryAfter > longest?.allowance.retryAfter ?? .zero else { continue }
      longest = (limit.name, allowance)
    }
    if let longest { throw Limits.exceeded(longest.name, longest.allowance) }
  }

  func count(_ name: Limit.Name, of subject: String, weight: Int = 1) throws(Problem) {
    try decision.tables.limits.count(
      decision.policy.limit(name), key: try limitKey(name, subject), weight: weight, now: decision.now)
  }

  /// The key under which a limit counts a subject.
  func limitKey(_ name: Limit.Name, _ subject: String) throws(Problem) -> String {
    try decision.keyedHash(text(name, subject))
  }

  func count(_ limits: [LimitedSubject]) throws(Problem) {
    for (name, subject) in limits { try count(name, of: subject) }
  }

  /// Resets a limit, for example after a password reset.
  package func forget(_ name: Limit.Name, of subject: String) throws(Problem) {
    guard let key = try decision.keyedHashForLookup(text(name, subject)) else { return }
    try decision.tables.limits.delete(key: key)
  }

  /// The text that is hashed. Limits store only its keyed hash, not the addresses of people and devices.
  private func text(_ name: Limit.Name, _ subject: String) -> String { "limit\n\(name.rawValue)\n\(subject)" }

  static func exceeded(_ name: Limit.Name, _ allowance: Allowance) -> Problem {
    Problem(
      .tooManyRequests, "the limit \"\(name.rawValue)\" is reached", audited: Problem.Audited(limit: name),
      retryAfter: allowance.retryAfter)
  }
}
