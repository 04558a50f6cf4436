// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Identity
import Storage

/// A row that was read: its person, or why it is skipped.
struct ImportCandidate {
  let line: Int
  let externalID: String?
  let person: Result<Person, Reason>
  /// The columns with values that are not imported.
  let leftOut: [String]
}

/// Imports people in transactions of several hundred rows.
final class Importer {
  /// A batch takes some hundredths of a second, during which other writers wait.
  static let batchSize = 250

  let environment: Environment
  /// The name of the source.
  let source: String
  private let isTrial: Bool
  /// The ids of the rows so far. If an id were accepted twice, each row would undo the changes of the other one in
  /// every run.
  private var seenIDs: Set<String> = []
  /// The accounts of a dry run, whose ids are not reported.
  private var trialAccounts: Set<String> = []

  init(_ environment: Environment, source: String, isTrial: Bool) {
    self.environment = environment
    self.source = source
    self.isTrial = isTrial
  }

  /// Stores the key of a Firebase project, which its hashes need.
  func store(_ key: FirebaseKey) throws(Problem) {
    try environment.store.write { (transaction) throws(Problem) in try environment.hashKeys.store(key, in: transaction)
    }
  }

  /// Imports rows. When this returns, they are on disk.
  func importBatch(_ candidates: [ImportCandidate]) throws(Problem) -> [ImportOutcome] {
    let repeated = candidates.map { candidate in
      (try? candidate.person.get()).map { !seenIDs.insert($0.externalID).inserted } ?? false
    }
    // Unchanged rows are recognised without the write lock.
    let store = environment.store
    var outcomes = try store.read { (transaction) throws(Problem) in
      try zip(candidates, repeated).map { (candidate, isRepeated) throws(Problem) in
        try known(candidate, isRepeated: isRepeated, transaction)
      }
    }
    let open = candidates.indices.compactMap { index -> (index: Int, person: Person)? in
      guard outcomes[index] == nil, let person = try? candidates[index].person.get() else { return nil }
      return (index, person)
    }
    if !open.isEmpty {
      let begin = ContinuousClock.now
      try environment.write(.ofOperator("import", environment)) { (decision) throws(Problem) in
        for (index, person) in open {
          var row = RowDecision(person, from: source, decision)
          outcomes[index] = outcome(try row.stored(), of: candidates[index], person)
        }
      }
      // Processes that wait for the lock poll it. During an import of 100,000 rows some of them waited for 1.5 s
      // without this pause, and for 0.2 s with it.
      if !isTrial { environment.clock.pause((ContinuousClock.now - begin) / 2) }
    }
    return outcomes.compactMap { $0 }
  }

  /// The outcome of a row that needs no write; nil for other rows.
  private func known(
    _ candidate: ImportCandidate, isRepeated: Bool, _ transaction: Transaction
  ) throws(Problem) -> ImportOutcome? {
    func skipped(_ reason: Reason) -> ImportOutcome {
      ImportOutcome(line: candidate.line, externalID: candidate.externalID, result: .skipped, reasons: [reason])
    }
    let person: Person
    switch candidate.person {
    case .failure(let reason): return skipped(reason)
    case .success(let described): person = described
    }
    if isRepeated { return skipped(.idRepeated) }
    guard let row = try transaction.imports.find(source: source, externalID: person.externalID),
      row.fingerprint == person.fingerprint.text
    else { return nil }
    return outcome(RowResult(outcome: .unchanged, accountID: row.accountID), of: candidate, person)
  }

  private func outcome(_ row: RowResult, of candidate: ImportCandidate, _ person: Person) -> ImportOutcome {
    if isTrial, row.outcome == .created, let id = row.accountID { trialAccounts.insert(id) }
    let accountID = row.accountID.flatMap { trialAccounts.contains($0) ? nil : $0 }
    let notes = row.outcome == .skipped ? [] : person.notes
    return ImportOutcome(
      line: candidate.line, externalID: candidate.externalID, result: row.outcome,
      reasons: notes + row.reasons, accountID: accountID)
  }
}
