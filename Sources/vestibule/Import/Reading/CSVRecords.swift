// SPDX-License-Identifier: Apache-2.0

import Domain

/// The rows of a CSV file (RFC 4180) with column names in its first line, one at a time.
///
/// It does not use SwiftCSV 0.10.0, which keeps all rows in memory (126 MB and 1.9 s for 100,000 users in 16 MB),
/// reads the remaining file as one field if a quote is not closed, and does not report the line of an error.
final class CSVRecords: RecordSource {
  private let bytes: ByteStream
  private var columns: [String] = []
  private var field: [UInt8] = []

  init(_ bytes: ByteStream, _ format: SourceFormat) throws(Failure) {
    self.bytes = bytes
    guard let names = try row() else {
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
      guard let values = try row() else { return nil }
      // An empty line, which many programs write at the end.
      if values == [""] { continue }
      guard values.count == columns.count else {
        throw bytes.failure("the row has \(values.count) fields; line 1 names \(columns.count) columns", line: line)
      }
      let pairs = zip(columns, values).map { ($0, JSON.string($1)) }
      return Record(line: line, Dictionary(pairs, uniquingKeysWith: { one, other in one == "" ? other : one }))
    }
  }

  /// The fields up to the end of the line or the file; nil if there is no further line.
  private func row() throws(Failure) -> [String]? {
    guard try bytes.peek() != nil else { return nil }
    let line = bytes.line
    var fields: [String] = []
    var size = 0
    while true {
      field.removeAll(keepingCapacity: true)
      let fieldLine = bytes.line
      if try bytes.peek() == quote { try readQuoted(row: line) } else { try readPlain() }
      size += field.count
      guard size <= ByteStream.maximumRowSize else {
        throw bytes.failure("the row that starts here is too long", line: line)
      }
      guard let text = String(validating: field, as: UTF8.self) else {
        throw bytes.failure("is not UTF-8", line: fieldLine)
      }
      fields.append(text)
      if try !continues() { return fields }
    }
  }

  private func readPlain() throws(Failure) {
    while let byte = try bytes.peek(), byte != comma, byte != carriageReturn, byte != lineFeed {
      guard byte != quote else { throw bytes.failure("there is a quote in a field that does not start with one") }
      field.append(byte)
      _ = try bytes.next()
    }
  }

  private func readQuoted(row line: Int) throws(Failure) {
    let begin = bytes.line
    _ = try bytes.next()
    while field.count <= ByteStream.maximumRowSize, let byte = try bytes.next() {
      if byte != quote {
        field.append(byte)
      } else if try bytes.peek() == quote {
        field.append(quote)
        _ = try bytes.next()
      } else {
        switch try bytes.peek() {
        case comma, carriageReturn, lineFeed, nil: return
        default: throw bytes.failure("there is text between a closing quote and the next comma")
        }
      }
    }
    throw bytes.failure("the quote that starts here is not closed", line: begin)
  }

  /// Skips the end of a field. False if it ends the row.
  private func continues() throws(Failure) -> Bool {
    switch try bytes.next() {
    case comma: return true
    case carriageReturn:
      if try bytes.peek() == lineFeed { _ = try bytes.next() } else { bytes.endLine() }
      return false
    default: return false
    }
  }
}

private let comma = UInt8(ascii: ",")
private let quote = UInt8(ascii: "\"")
private let carriageReturn = UInt8(ascii: "\r")
private let lineFeed = UInt8(ascii: "\n")
