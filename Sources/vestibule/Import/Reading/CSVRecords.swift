// SPDX-License-Identifier: Apache-2.0

import Domain

/// The rows of a CSV file with column names in its first line, one at a time. Commas, semicolons or tabs separate
/// columns: whichever the first line has most of.
final class CSVRecords: RecordSource {
  private let bytes: ByteStream
  private var rows: CSVRows<ByteStream>
  private var columns: [String] = []
  private var names: [String] = []
  /// The first row, if the file has no column names.
  private var first: (line: Int, values: [String])?

  init(_ bytes: ByteStream, _ format: SourceFormat) throws(Failure) {
    self.bytes = bytes
    rows = CSVRows(bytes, separator: try Self.separator(bytes))
    let line = bytes.line
    guard var names = try rows.next() else {
      throw bytes.failure("the file is empty; the first line should have the column names")
    }
    if format == .firebase, !DescribedPerson.isFirebaseHeader(names) {
      first = (line, names)
      names = DescribedPerson.firebaseColumns(names.count)
      guard !names.isEmpty else { throw bytes.failure("this is not a CSV of firebase auth:export", line: 1) }
    }
    if let failure = format.failure(with: names) { throw bytes.failure(failure, line: 1) }
    for name in names where names.count(where: { $0 == name }) > 1 {
      throw bytes.failure("the column \"\(name)\" is repeated", line: 1)
    }
    self.names = names
    columns = names.map(Record.plainName)
  }

  private static func separator(_ bytes: ByteStream) throws(Failure) -> UInt8 {
    let line = try bytes.peekLine()
    let candidates = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
    return candidates.map { candidate in (candidate, line.count { $0 == candidate }) }
      .reduce((candidates[0], 0)) { $1.1 > $0.1 ? $1 : $0 }.0
  }

  var progress: ReadingProgress { bytes.progress }

  func next() throws(Failure) -> Record? {
    while true {
      let (line, values): (Int, [String])
      if let first {
        (line, values) = first
        self.first = nil
      } else {
        let start = bytes.line
        guard let next = try rows.next() else { return nil }
        (line, values) = (start, next)
      }
      // An empty line, which many programs write at the end.
      if values == [""] { continue }
      guard values.count == columns.count else {
        throw bytes.failure("the row has \(values.count) fields; line 1 names \(columns.count) columns", line: line)
      }
      let pairs = zip(columns, values).map { ($0, JSON.string($1)) }
      return Record(
        line: line, Dictionary(pairs, uniquingKeysWith: { one, other in one == "" ? other : one }), columns: names)
    }
  }
}

extension ByteStream: CSVBytes {
  func failure(_ fault: CSVFault, line: Int) -> Failure { failure(fault.reason, line: line) }
}

extension CSVFault {
  fileprivate var reason: String {
    switch self {
    case .quoteInField: "there is a quote in a field that does not start with one"
    case .textAfterQuote: "there is text between a closing quote and the next separator"
    case .openQuote: "the quote that starts here is not closed"
    case .rowTooLong: "the row that starts here is too long"
    case .notUTF8: "is not UTF-8"
    }
  }
}
