// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// The subjects by which a person who is too young is recognised for a day, so that another birth date is refused too.
struct UnderageTrace: Equatable, Sendable {
  private(set) var subjects: [String]

  init(email: EmailAddress?, identity: Identity?, device: Device?) {
    let addresses = Set([email, identity?.email].compactMap { $0?.key }).sorted().map { "address\n\($0)" }
    subjects = addresses + [device.map { "device\n\($0.id)" }].compactMap { $0 }
    if let identity { add([(identity.issuer, identity.subject)]) }
  }

  /// Adds identities of the person.
  mutating func add(_ identities: [(issuer: String, subject: String)]) {
    for (issuer, subject) in identities {
      let text = "identity\n\(issuer)\n\(subject)"
      if !subjects.contains(text) { subjects.append(text) }
    }
  }
}

extension Problem {
  /// Whether a person was refused for their age.
  var isUnderage: Bool { code == .underageUser || fields.contains { $0.code == .underageUser } }

  /// The problem with the record to store, if the person is too young; otherwise unchanged.
  func recording(_ trace: UnderageTrace, accountID: String?) -> Problem {
    guard isUnderage else { return self }
    var problem = self
    problem.underageRecord = UnderageRecord(subjects: trace.subjects, accountID: accountID)
    return problem
  }
}

extension Environment {
  private static let underageMemory = Duration.hours(24)

  /// - Throws: `auth/underage-user` for a person who was refused for their age within a day, whatever they state now. A
  ///   refusal no longer counts if the policy's minimum age has been lowered since.
  func requireNotRefusedForAge(_ trace: UnderageTrace, _ rows: Transaction) throws(Problem) {
    guard let minimumAge = policy.consent.minimumAge else { return }
    for subject in trace.subjects {
      guard let key = try keyedHashToFind("underage\n\(subject)", rows),
        let refused = try rows.underageRefusal(key: key, now: now), refused <= minimumAge
      else { continue }
      throw .broken([
        Problem.Field(
          pointer: "/birthDate", code: .underageUser, detail: "the policy requires a minimum age of \(minimumAge)")
      ])
    }
  }

  /// Stores the subjects of a person who is too young, and deletes the account that belongs to the person. Repeated
  /// refusals do not extend the day.
  func recordUnderage(_ record: Problem.UnderageRecord, _ call: Call, _ rows: Transaction) throws(Problem) {
    guard let minimumAge = policy.consent.minimumAge else { return }
    for subject in record.subjects {
      let key = try keyedHash("underage\n\(subject)", rows)
      try rows.rememberUnderage(key: key, minimumAge: minimumAge, now: now, until: now + Self.underageMemory)
    }
    guard let id = record.accountID, let account = try rows.account(id: id) else { return }
    try audit(call, "account.deleted", account: id, rows)
    // The inviters' records stay: another person may be invited with them.
    try erase(account, records: .keep, rows)
  }
}
