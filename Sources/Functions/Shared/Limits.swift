import Domain
import Storage

extension Environment {
  /// What is left of one of the policy's limits for one subject, such as an address.
  func allowance(_ name: Limit.Name, of subject: String, _ rows: Transaction) throws(Problem) -> Allowance {
    try rows.allowance(policy.limit(name), key: try key(name, subject), now: now)
  }

  /// - Throws: `auth/too-many-requests` where nothing is left.
  func require(_ name: Limit.Name, of subject: String, _ rows: Transaction) throws(Problem) {
    try require([(name, subject)], rows)
  }

  /// - Throws: `auth/too-many-requests` where nothing is left of one of several limits, with the longest wait of all.
  func require(_ limits: [(name: Limit.Name, subject: String)], _ rows: Transaction) throws(Problem) {
    var longest: (name: Limit.Name, allowance: Allowance)?
    for (name, subject) in limits {
      let allowance = try allowance(name, of: subject, rows)
      guard allowance.left == 0, allowance.retryAfter > longest?.allowance.retryAfter ?? .zero else { continue }
      longest = (name, allowance)
    }
    if let longest { throw Self.exceeded(longest.name, longest.allowance) }
  }

  func count(_ name: Limit.Name, of subject: String, weight: Int = 1, _ rows: Transaction) throws(Problem) {
    try rows.count(policy.limit(name), key: try key(name, subject), weight: weight, now: now)
  }

  /// Forgets what was counted: who knows better now is not held to it.
  func forget(_ name: Limit.Name, of subject: String, _ rows: Transaction) throws(Problem) {
    try rows.forgetLimit(key: try key(name, subject))
  }

  static func exceeded(_ name: Limit.Name, _ allowance: Allowance) -> Problem {
    Problem(.tooManyRequests, "the limit \"\(name.rawValue)\" is used up", retryAfter: allowance.retryAfter)
  }

  /// Addresses of people and machines are not written down for the sake of a limit.
  private func key(_ name: Limit.Name, _ subject: String) throws(Problem) -> String {
    try secret.fingerprints(Array("\(name.rawValue)\n\(subject)".utf8), for: .limitKeys)[0]
  }
}
