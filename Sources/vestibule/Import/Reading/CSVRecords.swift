// SPDX-License-Identifier: Apache-2.0

import Domain

/// The rows of a CSV file with column names in its first line, one at a time.
final class CSVRecords: RecordSource {
  private let bytes: ByteStream
  private var rows: CSVRows<ByteStream>
  private var columns: [String] = []

  init(_ bytes: ByteStream, _ format: SourceFormat) throws(Failure) {
    self.bytes = bytes
    rows = CSVRows(bytes)
    guard let names = try rows.next() else {
      throw bytes.failure("the file is empty; the first line should have the column names")
    }
    if let failure = format.failure(with: names) { throw bytes.failure(failure, line: 1) }
    for name in names where names.count(where: { $0 == name }) > 1 {
      throw bytes.failure("the column \"\(name)\" is repeated", line: 1)
    }
    columns = names.map(Record.plainName)
  }

  var progress: ReadingProgress { bytes.progress }

  func next() throws(Failure) -> Record? {
    while true {
      let line = bytes.line
      guard let values = try rows.next() else { return nil }
      // An empty line, which many programs write at the end.
      if values == [""] { continue }
      guard values.count == columns.count else {
        throw bytes.failure("the row has \(values.count) fields; line 1 names \(columns.count) columns", line: line)
      }
      let pairs = zip(columns, values).map { ($0, JSON.string($1)) }
      return Record(line: line, Dictionary(pairs, uniquingKeysWith: { one, other in one == "" ? other : one }))
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
    case .textAfterQuote: "there is text between a closing quote and the next comma"
    case .openQuote: "the quote that starts here is not closed"
    case .rowTooLong: "the row that starts here is too long"
    case .notUTF8: "is not UTF-8"
    }
  }
}
