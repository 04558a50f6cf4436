// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// The subjects by which a person who is too young is recognised for a day, so that another birth date is refused too.
struct UnderageTrace: Equatable, Sendable {
  private(set) var subjects: [String]
  /// Subjects that refuse a person but are not recorded for them: an address that the person has not proven may have
  /// been recorded for its owner.
  private let alsoRecognised: [String]

  /// All subjects that refuse the person.
  var recognised: [String] { subjects + alsoRecognised }

  /// - Parameters:
  ///   - isProven: whether the person has proven the address. A refusal of an address that was only claimed does not
  ///     apply to a person who proves it, because anybody could state a birth date for it.
  ///   - others: further addresses that the person has proven.
  init(
    email: EmailAddress?, isProven: Bool, identity: Identity?, device: Device?, others: [EmailAddress] = []
  ) {
    let proven = ([isProven ? email : nil, identity?.verifiedEmail] + others).compactMap { $0?.key }
    let claimed = [isProven ? nil : email, identity?.emailVerified == false ? identity?.email : nil]
      .compactMap { $0?.key }.filter { !proven.contains($0) }
    subjects =
      Set(proven).sorted().map { "address\n\($0)" } + Set(claimed).sorted().map { "claim\n\($0)" }
      + [device.map { "device\n\($0.id)" }].compactMap { $0 }
    alsoRecognised = claimed.map { "address\n\($0)" }
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
    problem.consequence = .remember(UnderageRecord(subjects: trace.subjects, accountID: accountID))
    return problem
  }
}

extension Admission {
  private static let underageMemory = Duration.hours(24)

  /// - Throws: `auth/underage-user` for a person who was refused for their age within a day, even if they now state
  ///   another birth date. A refusal no longer counts if the policy's minimum age has been lowered since.
  func requireNotRefusedForAge(_ trace: UnderageTrace) throws(Problem) {
    guard let minimumAge = decision.policy.consent.minimumAge else { return }
    for subject in trace.recognised {
      guard let key = try decision.keyedHashForLookup("underage\n\(subject)"),
        let refused = try decision.tables.underage.find(key: key, now: decision.now), refused <= minimumAge
      else { continue }
      throw .broken([
        Problem.Field(
          pointer: "/birthDate", code: .underageUser, detail: "the policy requires a minimum age of \(minimumAge)")
      ])
    }
  }

  /// Stores the subjects of a person who is too young, and closes the account that belongs to the person. Repeated
  /// refusals do not extend the day.
  func recordUnderage(_ record: Problem.UnderageRecord) throws(Problem) {
    guard let minimumAge = decision.policy.consent.minimumAge else { return }
    for subject in record.subjects {
      let key = try decision.keyedHash("underage\n\(subject)")
      try decision.tables.underage.remember(
        key: key, minimumAge: minimumAge, now: decision.now, until: decision.now + Self.underageMemory)
    }
    guard let id = record.accountID, let account = try decision.tables.accounts.find(id: id) else { return }
    try closeUnderageAccount(account)
  }

  /// Forgets that a person was refused for their age, because an operator has restored the account.
  package func forgetUnderage(of account: Account) throws(Problem) {
    var trace = UnderageTrace(
      email: account.email, isProven: account.emailVerified, identity: nil, device: nil,
      others: account.otherAddresses.map(\.email))
    trace.add(try decision.tables.identities.all(of: account.id).map { ($0.issuer, $0.subject) })
    for subject in trace.recognised {
      guard let key = try decision.keyedHashForLookup("underage\n\(subject)") else { continue }
      try decision.tables.underage.remove(key: key)
    }
  }

  /// Closes the account of a person who is too young, as a deletion that only an operator can undo. The account of an
  /// inviter with clients stays: an operator decides about it.
  private func closeUnderageAccount(_ known: Account) throws(Problem) {
    try decision.outbox.notify(known, of: .underage, by: decision.call)
    guard try decision.tables.accounts.clientCount(of: known.id) == 0 else {
      return try decision.audit(.accountUnderage, account: known.id)
    }
    let grace = decision.policy.deletion.grace > .zero ? decision.policy.deletion.grace : .days(7)
    var account = known
    (account.status, account.closedFor, account.deletesAt) = (.deleting, .age, decision.now + grace)
    try decision.tables.accounts.beginDeletion(of: account, until: decision.now + grace, at: decision.now)
    try decision.sessions.endAll(of: account.id, as: .accountClosed)
    try decision.audit(.accountClosedForAge, account: account.id)
    try decision.outbox.queueNotice(.accountClosed, to: account, PlannedDeletion(at: decision.now + grace))
  }
}
