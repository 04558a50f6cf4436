// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Storage

/// A row that was read: the person whom it describes, or why it is skipped.
struct Candidate {
  let line: Int
  let externalID: String?
  let person: Result<Person, Reason>
}

/// Writes people into the database, some hundred rows in each transaction.
final class Importer {
  /// So many take some hundredths of a second, which whoever wants to write meanwhile has to wait.
  static let batchSize = 250

  let environment: Environment
  /// What the source is remembered by.
  let source: String
  private let isTrial: Bool
  /// Ids of the rows so far. A source in which one stands twice would never come to rest: each row would change what
  /// the other one did, in every run.
  private var seenIDs: Set<String> = []
  /// Accounts of a trial, which nobody will find.
  private var trialAccounts: Set<String> = []

  init(_ environment: Environment, source: String, isTrial: Bool) {
    self.environment = environment
    self.source = source
    self.isTrial = isTrial
  }

  /// Does what each row asks for. When this returns it is on the disk.
  func settle(_ candidates: [Candidate]) throws(Problem) -> [Outcome] {
    var outcomes: [Outcome?] = []
    var open: [(index: Int, person: Person)] = []
    // Rows that have not changed are told apart without the lock that writers need.
    let store = environment.store
    try store.read { (rows) throws(Problem) in
      for candidate in candidates {
        let outcome = try known(candidate, rows)
        if outcome == nil, let person = try? candidate.person.get() { open.append((outcomes.count, person)) }
        outcomes.append(outcome)
      }
    }
    if !open.isEmpty {
      let begin = ContinuousClock.now
      try store.write { (rows) throws(Problem) in
        for (index, person) in open {
          let decision = try settle(person, rows)
          outcomes[index] = outcome(decision, of: candidates[index], person)
        }
      }
      // Whoever waits for the lock only looks every now and then whether it is free: without this pause some waited
      // for 1.5 s, with it for 0.2 s, beside an import of 100,000 rows.
      if !isTrial { environment.pause((ContinuousClock.now - begin) / 2) }
    }
    return outcomes.compactMap { $0 }
  }

  /// What becomes of a row that asks for nothing to be written.
  private func known(_ candidate: Candidate, _ rows: Transaction) throws(Problem) -> Outcome? {
    func skipped(_ reason: Reason) -> Outcome {
      Outcome(line: candidate.line, externalID: candidate.externalID, result: .skipped, reasons: [reason])
    }
    let person: Person
    switch candidate.person {
    case .failure(let reason): return skipped(reason)
    case .success(let described): person = described
    }
    guard seenIDs.insert(person.externalID).inserted else { return skipped(.idRepeated) }
    guard let row = try rows.importedRow(source: source, externalID: person.externalID),
      row.fingerprint == person.fingerprint.text
    else { return nil }
    return outcome(Decision(result: .unchanged, accountID: row.accountID), of: candidate, person)
  }

  private func outcome(_ decision: Decision, of candidate: Candidate, _ person: Person) -> Outcome {
    if isTrial, decision.result == .created, let id = decision.accountID { trialAccounts.insert(id) }
    let accountID = decision.accountID.flatMap { trialAccounts.contains($0) ? nil : $0 }
    let notes = decision.result == .skipped ? [] : person.notes
    return Outcome(
      line: candidate.line, externalID: candidate.externalID, result: decision.result,
      reasons: notes + decision.reasons, accountID: accountID)
  }
}
