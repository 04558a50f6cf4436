// SPDX-License-Identifier: Apache-2.0

import Domain

/// Where users are imported from: the argument of the command, understood.
struct SourceLocation {
  let format: SourceFormat
  private let place: Place
  /// As the command names it.
  private let text: String

  private enum Place {
    case csv, jsonLines, jsonUsers
    case standardInput
    case sqlite(path: String, table: String)
  }

  /// - Throws: a usage failure where there is nothing to be read there, or nothing says how.
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
      guard !path.isEmpty else { throw .usage("\(text) has no path behind sqlite:") }
      place = .sqlite(path: String(path), table: table ?? "users")
    } else if text == "-" {
      guard format != nil else { throw .usage("say with --format what comes on stdin") }
      place = .standardInput
    } else {
      switch ending {
      case "csv": place = .csv
      case "jsonl", "ndjson": place = .jsonLines
      case "json": place = .jsonUsers
      default:
        throw .usage(
          "\(text) is not known here: the source should be a .csv, .jsonl, .ndjson or .json, sqlite:PATH or -")
      }
    }
    if case .sqlite = place {} else if table != nil { throw .usage("--table is for databases, sqlite:PATH") }
    if case .jsonUsers = place { self.format = format ?? .firebase } else { self.format = format ?? .table }
    if case .csv = place, format == .firebase {
      throw .usage("Firebase's export as CSV has no column names: export the users as JSON")
    }
  }

  /// What the source is remembered by where the command does not say.
  var defaultName: String {
    if case .sqlite(_, let table) = place { "\(format.rawValue):\(table)" } else { format.rawValue }
  }

  func open() throws(Failure) -> any RecordSource {
    switch place {
    case .csv: return try CSVRecords(ByteStream(path: text), format)
    case .jsonLines: return JSONLineRecords(try ByteStream(path: text))
    case .jsonUsers: return try JSONUserRecords(ByteStream(path: text))
    case .sqlite(let path, let table): return try TableRecords(table, inDatabaseAt: path, format)
    case .standardInput:
      let bytes = try ByteStream(path: nil)
      let isJSON = try bytes.peek() == UInt8(ascii: "{")
      if format == .firebase { return try JSONUserRecords(bytes) }
      return isJSON ? JSONLineRecords(bytes) : try CSVRecords(bytes, format)
    }
  }
}
