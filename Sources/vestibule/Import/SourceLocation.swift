// SPDX-License-Identifier: Apache-2.0

import Domain

/// The source of an import, parsed from the command's argument.
struct SourceLocation {
  let format: SourceFormat
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
    if case .jsonUsers = place { self.format = format ?? .firebase } else { self.format = format ?? .table }
    if case .csv = place, format == .firebase {
      throw .usage("Firebase's export as CSV has no column names: export the users as JSON")
    }
    if format == .keycloak {
      switch place {
      case .jsonUsers, .standardInput: break
      default: throw .usage("Keycloak's export of a realm is a .json")
      }
    }
  }

  /// The name of the source if the command gives none.
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
      if format.isDocument { return try JSONUserRecords(bytes) }
      return isJSON ? JSONLineRecords(bytes) : try CSVRecords(bytes, format)
    }
  }
}
