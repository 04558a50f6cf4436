// SPDX-License-Identifier: Apache-2.0

import Domain

/// One run of an import.
final class ImportRun {
  private let records: any RecordSource
  private let format: SourceFormat
  private let rules: PersonRules
  private let importer: Importer
  private let report: ReportFile?
  private var bar = ProgressBar()
  private(set) var tally = Tally()
  private let knownColumns: Set<String>
  /// The columns with values that were not imported.
  private(set) var leftOut: [String] = []

  init(
    _ records: any RecordSource, _ format: SourceFormat, _ rules: PersonRules, _ importer: Importer,
    _ report: ReportFile?
  ) {
    self.records = records
    self.format = format
    self.rules = rules
    self.importer = importer
    self.report = report
    knownColumns = format.knownColumns.union(rules.profileColumns)
  }

  /// Clears the line of a terminal on which progress was shown.
  func clearLine() { bar.clear() }

  /// - Throws: a failure with the number of imported rows. They stay, and the next run continues after them.
  func perform(now: Timestamp) throws(Failure) {
    defer { bar.clear() }
    do throws(Failure) {
      try importAll(now: now)
    } catch {
      throw tally.rows == 0
        ? error : error.adding("The rows before it are imported (rows: \(tally.rows)); another run keeps them")
    }
  }

  private func importAll(now: Timestamp) throws(Failure) {
    var batch: [ImportCandidate] = []
    var failure: Failure?
    repeat {
      do throws(Failure) {
        guard let record = try records.next() else { break }
        batch.append(candidate(record, now: now))
      } catch {
        // The rows before the failure are imported.
        failure = error
      }
      if batch.count == Importer.batchSize { try importBatch(&batch) }
    } while failure == nil
    try importBatch(&batch)
    if let failure { throw failure }
  }

  private func candidate(_ record: Record, now: Timestamp) -> ImportCandidate {
    var described = format.person(in: record, now: now)
    described.profile = rules.profile(in: record)
    let leftOut = record.columns(except: knownColumns)
    for column in leftOut where !self.leftOut.contains(column) { self.leftOut.append(column) }
    let person: Result<Person, Reason>
    do throws(Reason) { person = .success(try rules.person(described)) } catch { person = .failure(error) }
    return ImportCandidate(
      line: record.line, externalID: PersonRules.externalID(of: described), person: person, leftOut: leftOut)
  }

  private func importBatch(_ batch: inout [ImportCandidate]) throws(Failure) {
    let candidates = batch
    let outcomes = try orFailure { () throws(Problem) in try importer.importBatch(candidates) }
    for outcome in outcomes { tally.count(outcome) }
    try report?.write(
      zip(outcomes, candidates).map { outcome, candidate in
        var outcome = outcome
        outcome.leftOut = candidate.leftOut
        return outcome
      })
    bar.show(records.progress, rows: tally.rows)
    batch.removeAll(keepingCapacity: true)
  }
}
