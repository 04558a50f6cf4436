// SPDX-License-Identifier: Apache-2.0

/// The bytes of a CSV file, from a stream or from memory.
package protocol CSVBytes: AnyObject {
  associatedtype Failure: Error

  /// The line of the next byte, counted from 1.
  var line: Int { get }
  /// The maximum size of a row in bytes. If a quote is not closed, the whole file would be one row.
  static var maximumRowSize: Int { get }
  func peek() throws(Failure) -> UInt8?
  func next() throws(Failure) -> UInt8?
  /// Counts a line that ended without a line feed.
  func endLine()
  func failure(_ fault: CSVFault, line: Int) -> Failure
}

/// What is wrong in a CSV file.
package enum CSVFault: String, CaseIterable, Sendable {
  case quoteInField, textAfterQuote, openQuote, rowTooLong, notUTF8
}

/// The rows of CSV (RFC 4180), one at a time. Lines end with CR LF, LF or CR.
///
/// It does not use SwiftCSV 0.10.0, which keeps all rows in memory (126 MB and 1.9 s for 100,000 users in 16 MB),
/// reads the remaining file as one field if a quote is not closed, and does not report the line of an error.
package struct CSVRows<Bytes: CSVBytes> {
  private let bytes: Bytes
  private let separator: UInt8
  private var field: [UInt8] = []

  package init(_ bytes: Bytes, separator: UInt8 = UInt8(ascii: ",")) {
    self.bytes = bytes
    self.separator = separator
  }

  /// The fields up to the end of the line or the file; nil if there is no further line.
  package mutating func next() throws(Bytes.Failure) -> [String]? {
    guard try bytes.peek() != nil else { return nil }
    let line = bytes.line
    var fields: [String] = []
    var size = 0
    while true {
      field.removeAll(keepingCapacity: true)
      let fieldLine = bytes.line
      if try bytes.peek() == quote { try readQuoted() } else { try readPlain() }
      // With the separator, so a row has a maximum number of fields too.
      size += field.count + 1
      guard size <= Bytes.maximumRowSize else { throw bytes.failure(.rowTooLong, line: line) }
      guard let text = String(validating: field, as: UTF8.self) else { throw bytes.failure(.notUTF8, line: fieldLine) }
      fields.append(text)
      if try !continues() { return fields }
    }
  }

  private mutating func readPlain() throws(Bytes.Failure) {
    while field.count <= Bytes.maximumRowSize, let byte = try bytes.peek(), byte != separator, byte != carriageReturn,
      byte != lineFeed
    {
      guard byte != quote else { throw bytes.failure(.quoteInField, line: bytes.line) }
      field.append(byte)
      _ = try bytes.next()
    }
  }

  private mutating func readQuoted() throws(Bytes.Failure) {
    let begin = bytes.line
    _ = try bytes.next()
    while field.count <= Bytes.maximumRowSize, let byte = try bytes.next() {
      if byte != quote {
        field.append(byte)
      } else if try bytes.peek() == quote {
        field.append(quote)
        _ = try bytes.next()
      } else {
        switch try bytes.peek() {
        case separator, carriageReturn, lineFeed, nil: return
        default: throw bytes.failure(.textAfterQuote, line: bytes.line)
        }
      }
    }
    throw bytes.failure(.openQuote, line: begin)
  }

  /// Skips the end of a field. False if it ends the row.
  private func continues() throws(Bytes.Failure) -> Bool {
    switch try bytes.next() {
    case separator: return true
    case carriageReturn:
      if try bytes.peek() == lineFeed { _ = try bytes.next() } else { bytes.endLine() }
      return false
    default: return false
    }
  }
}

private let quote = UInt8(ascii: "\"")
private let carriageReturn = UInt8(ascii: "\r")
private let lineFeed = UInt8(ascii: "\n")
