import Domain
import Storage

extension Environment {
  /// What an invitation to a client counts towards, sent for the first time or again: the address, and the number where it
  /// goes there. Several clients may have one number, in whatever spelling.
  func recipients(of client: Client, bySMS: Bool) -> [LimitedSubject] {
    let number = bySMS ? policy.profile.phoneNumber(client.phone) : nil
    return [(.inviteRecipient, "\(client.inviterID)\n\(client.email.key)")]
      + (number.map { [(.inviteRecipient, "\(client.inviterID)\n\($0)")] } ?? [])
  }

  /// What is used up of those, with the longest wait; nil where one more may go out.
  /// - Parameter counted: what this call will count besides, by subject.
  func usedUp(
    _ subjects: [LimitedSubject], _ counted: [String: Int], _ rows: Transaction
  ) throws(Problem) -> Allowance? {
    var longest: Allowance?
    for ((name, subject), known) in zip(subjects, try allowances(subjects, rows)) {
      var allowance = known
      if let own = counted[subject], own >= allowance.left {
        allowance.left = 0
        allowance.retryAfter = max(allowance.retryAfter, policy.limit(name).block)
      }
      guard allowance.left == 0, allowance.retryAfter > longest?.retryAfter ?? .zero else { continue }
      longest = allowance
    }
    return longest
  }
}
