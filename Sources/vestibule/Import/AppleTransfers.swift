// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Identity
import Storage

/// Imports the subjects by which Apple names people after the transfer of an app to another team
/// (developer.apple.com/documentation/sign_in_with_apple/transferring_your_apps_and_users_to_another_team). The old
/// subjects still lead to the accounts.
struct AppleTransfers {
  static let columns: Set<String> = ["sub", "transfersub"]
  let environment: Environment
  let report: ReportFile?

  /// - Returns: the number of rows by result.
  func perform(_ records: any RecordSource) throws(Failure) -> Tally {
    var tally = Tally()
    var batch: [Record] = []
    repeat {
      batch.removeAll(keepingCapacity: true)
      while batch.count < Importer.batchSize, let record = try records.next() { batch.append(record) }
      let rows = batch
      let outcomes = try orFailure { () throws(Problem) in try store(rows) }
      for outcome in outcomes { tally.count(outcome) }
      try report?.write(outcomes)
    } while !batch.isEmpty
    return tally
  }

  private func store(_ records: [Record]) throws(Problem) -> [ImportOutcome] {
    try environment.write(.ofOperator("import", environment)) { (decision) throws(Problem) in
      try records.map { (record) throws(Problem) in
        let known = ImportOutcome(line: record.line, externalID: record.text("sub"), result: .skipped)
        guard let (subject, transferred) = subjects(of: record) else { return known.with(.skipped, [.identityInvalid]) }
        return try store(transferred, of: subject, known, decision)
      }
    }
  }

  private func subjects(of record: Record) -> (subject: String, transferred: String)? {
    guard let subject = record.text("sub"), let transferred = record.text("transfersub"),
      [subject, transferred].allSatisfy(Identity.isSubject)
    else { return nil }
    return (subject, transferred)
  }

  private func store(
    _ transferred: String, of subject: String, _ known: ImportOutcome, _ decision: Decision
  ) throws(Problem) -> ImportOutcome {
    guard let account = try decision.tables.accounts.find(issuer: Identity.appleIssuers[0], subject: subject)
    else {
      return known.with(.skipped, [.identityUnknown])
    }
    var outcome = known
    outcome.accountID = account.id
    if let owner = try decision.tables.identities.account(transferSubject: transferred) {
      return owner.id == account.id ? outcome.with(.unchanged) : outcome.with(.skipped, [.accountsDiffer])
    }
    try decision.tables.identities.set(
      transferSubject: transferred, ofIssuer: Identity.appleIssuers[0], subject: subject)
    try decision.audit(.accountIdentityTransferred, account: account.id, subject: "apple")
    return outcome.with(.updated)
  }
}

extension ImportOutcome {
  fileprivate func with(_ result: Result, _ reasons: [Reason] = []) -> ImportOutcome {
    var outcome = ImportOutcome(line: line, externalID: externalID, result: result, reasons: reasons)
    outcome.accountID = accountID
    return outcome
  }
}
