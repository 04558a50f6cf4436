// SPDX-License-Identifier: Apache-2.0

/// A list of clients that an inviter has pasted, or uploaded as a file of Excel or Numbers: CSV with commas, semicolons
/// or tabs, in any encoding that they write, with or without a header.
///
/// It only reads. The schema and the rules of `send-invitation` decide whether a client is valid.
package struct PastedClients: Sendable {
  /// A client, as in the event of `send-invitation`, not validated.
  package struct Entry: Sendable {
    /// The line of the file, counted from 1.
    package let line: Int
    package let client: JSON
  }

  /// A line that cannot be read. The other lines are read.
  package struct Fault: Sendable, Equatable {
    package let line: Int
    package let reason: Reason
  }

  package enum Reason: String, CaseIterable, Sendable {
    /// The file is not text, or in an unknown encoding.
    case notText = "not-text"
    /// A quote is missing, or one too many.
    case quote
    case tooLong = "too-long"
    /// The line has more fields than the header.
    case tooManyFields = "too-many-fields"
    /// The line comes after the maximum number of clients. Those after it are not read.
    case tooManyClients = "too-many-clients"
  }

  package static let maximumClients = 1000

  package private(set) var entries: [Entry] = []
  package private(set) var faults: [Fault] = []

  package init(_ file: [UInt8]) {
    guard let text = TableText.decoded(file), !text.unicodeScalars.contains("\0"), !text.hasEndlessMarks else {
      faults = file.isEmpty ? [] : [Fault(line: 1, reason: .notText)]
      return
    }
    let bytes = Array(text.utf8)
    let best = Self.separators.map { Candidate(bytes, separator: $0) }.enumerated().max {
      // Of equal ones the first.
      ($0.element.score, -$0.offset) < ($1.element.score, -$1.offset)
    }
    if let best { read(best.element) }
  }

  /// The text of a file; nil if the file is not text.
  package static func text(_ file: [UInt8]) -> String? { TableText.decoded(file) }

  /// Clients as a table that reads back unchanged.
  package static func text(of clients: [JSON]) -> String {
    let names = ["name", "email", "phone", "notes", "locale"]
    let rows = clients.map { client in
      names.map { quoted(client[$0]?.string ?? "") }.joined(separator: ",")
    }
    return ([names.joined(separator: ",")] + rows).joined(separator: "\n") + "\n"
  }

  private static func quoted(_ text: String) -> String {
    "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }

  /// A text with lines that end with LF, because browsers send CR LF.
  fileprivate static func lineFeeds(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "\r")) else { return text }
    return text.split(omittingEmptySubsequences: false) { $0 == "\r\n" || $0 == "\r" }.joined(separator: "\n")
  }

  /// A semicolon or a tab is rarely part of a name.
  private static let separators = [UInt8(ascii: "\t"), UInt8(ascii: ";"), UInt8(ascii: ",")]

  private mutating func read(_ candidate: Candidate) {
    faults = candidate.faults
    for row in candidate.rows {
      if let columns = candidate.columns, row.fields.dropFirst(columns.count).contains(where: { !$0.trimmed.isEmpty }) {
        faults.append(Fault(line: row.line, reason: .tooManyFields))
      } else if entries.count == Self.maximumClients {
        faults.append(Fault(line: row.line, reason: .tooManyClients))
        break
      } else {
        let client = candidate.columns?.client(row.fields) ?? ClientColumns.client(in: row.fields)
        entries.append(Entry(line: row.line, client: client))
      }
    }
    let last = faults.first { $0.reason == .tooManyClients }?.line ?? .max
    faults = faults.filter { $0.line <= last }.sorted { $0.line < $1.line }
  }
}

/// The rows of a table, if its fields are separated by one character.
private struct Candidate {
  struct Row {
    let line: Int
    let fields: [String]
  }

  /// The rows with any text, without the header.
  private(set) var rows: [Row] = []
  private(set) var faults: [PastedClients.Fault] = []
  let columns: ClientColumns?

  /// How well the separator fits: the header has names of columns, and fields are addresses.
  let score: Int

  init(_ bytes: [UInt8], separator: UInt8) {
    let input = TableBytes(bytes)
    var reader = CSVRows(input, separator: separator)
    // A row that cannot be read is read up to its maximum size, so there are not too many of them either.
    while input.peek() != nil, rows.count + faults.count < 2 * PastedClients.maximumClients {
      let (line, position) = (input.line, input.position)
      do throws(TableBytes.Failure) {
        guard let fields = try reader.next() else { break }
        if fields.contains(where: { !$0.trimmed.utf8.allSatisfy(Self.isBlank) }) {
          rows.append(Row(line: line, fields: fields.map(PastedClients.lineFeeds)))
        }
      } catch {
        faults.append(PastedClients.Fault(line: line, reason: error.fault == .rowTooLong ? .tooLong : .quote))
        input.skipLine(at: position, line: line)
      }
    }
    // Excel writes and reads a first line that names the separator.
    if let first = rows.first, Self.namesSeparator(bytes, line: first.line) { rows.removeFirst() }
    columns = rows.first.flatMap { ClientColumns(header: $0.fields) }
    if columns != nil { rows.removeFirst() }
    score =
      (columns?.known ?? 0) * 1000
      + rows.prefix(100).count { $0.fields.contains { ClientColumns.address(in: $0) != nil } }
  }

  /// A line of separators is blank for each of them, or it would have a client with one separator and none with
  /// another.
  private static func isBlank(_ byte: UInt8) -> Bool { "\t\r\n ,;".utf8.contains(byte) }

  private static func namesSeparator(_ bytes: [UInt8], line: Int) -> Bool {
    let first = bytes.prefix { $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: "\n") }
    return line == 1 && first.count == 5 && String(decoding: first.prefix(4), as: UTF8.self).lowercased() == "sep="
  }
}
