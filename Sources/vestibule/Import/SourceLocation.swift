// SPDX-License-Identifier: Apache-2.0

import Domain

/// The source of an import, parsed from the command's argument.
struct SourceLocation {
  /// Nil if the columns decide.
  private let givenFormat: SourceFormat?
  private let place: Place
  /// The argument of the command.
  private let text: String

  private enum Place {
    case csv, jsonLines, jsonUsers
    case standardInput
    case sqlite(path: String, table: String)
  }

  /// - Throws: a usage failure for an invalid or unsupported source.
  init(_ text: String, format: SourceFormat?, table: String?) throws(Failure) {
    self.text = text
    let ending = text.split(separator: "/").last?.split(separator: ".").dropFirst().last?.lowercased()
    if text.hasPrefix("postgres:") || text.hasPrefix("postgresql:") {
      throw .usage(
        "PostgreSQL is not read directly yet: write the table to a file with psql's "
          + "\"\\copy users to 'users.csv' csv header\" and import that")
    } else if text.hasPrefix("sqlite:") {
      var path = text.dropFirst("sqlite:".count)
      if path.hasPrefix("//") { path = path.dropFirst(2) }
      guard !path.isEmpty else { throw .usage("\(text) has no path after sqlite:") }
      place = .sqlite(path: String(path), table: table ?? "users")
    } else if text == "-" {
      guard format != nil else { throw .usage("stdin needs --format") }
      place = .standardInput
    } else {
      switch ending {
      case "csv": place = .csv
      case "jsonl", "ndjson": place = .jsonLines
      case "json": place = .jsonUsers
      default:
        throw .usage(
          "\(text) is not supported: the source should be a .csv, .jsonl, .ndjson or .json, sqlite:PATH or -")
      }
    }
    if case .sqlite = place {} else if table != nil { throw .usage("--table needs a database, sqlite:PATH") }
    givenFormat = format
    if format == .keycloak {
      switch place {
      case .jsonUsers, .standardInput: break
      default: throw .usage("Keycloak's export of a realm is a .json")
      }
    }
  }

  /// The name of the source if the command gives none.
  func defaultName(_ format: SourceFormat) -> String {
    if case .sqlite(_, let table) = place { "\(format.rawValue):\(table)" } else { format.rawValue }
  }

  /// Opens the source.
  /// - Returns: its records, and their format.
  func open() throws(Failure) -> (records: any RecordSource, format: SourceFormat) {
    let format = givenFormat ?? .table
    switch place {
    case .csv: return (try CSVRecords(ByteStream(path: text), format), format)
    case .jsonLines: return (JSONLineRecords(try ByteStream(path: text)), format)
    case .jsonUsers: return try json(ByteStream(path: text))
    case .sqlite(let path, let table): return (try TableRecords(table, inDatabaseAt: path, format), format)
    case .standardInput:
      let bytes = try ByteStream(path: nil)
      let isJSON = try bytes.peek().map { "{[".utf8.contains($0) } ?? false
      return isJSON ? try json(bytes) : (try CSVRecords(bytes, format), format)
    }
  }

  /// An array or an object of users, or one object in each line (as Auth0 exports users).
  private func json(_ bytes: ByteStream) throws(Failure) -> (any RecordSource, SourceFormat) {
    let isLine = (try? JSON(parsing: Array(try bytes.peekLine())))?.members.map { line in
      line.pairs.contains { ["email", "userid", "localid"].contains(Record.plainName($0.name)) }
    }
    let records: any RecordSource
    if isLine ?? false { records = JSONLineRecords(bytes) } else { records = try JSONUserRecords(bytes) }
    if let givenFormat { return (records, givenFormat) }
    let first = try records.next()
    let format = first.map { $0["localid"] == nil ? SourceFormat.table : .firebase } ?? .firebase
    return (first.map { ResumedRecords($0, records) } ?? records, format)
  }
}
