// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A string literal with SQL in the sources of the storage: a statement or a part of one.
struct StatementText: CustomStringConvertible {
  /// The text between the interpolations.
  private let parts: [String]
  /// Whether it ends with an interpolation.
  private let endsOpen: Bool
  let file: String

  var description: String { "\(file): \(parts.joined(separator: "\\(…)"))" }

  /// Whether it is a complete statement.
  private var isWhole: Bool {
    ["SELECT ", "INSERT ", "UPDATE ", "DELETE "].contains { parts.first?.hasPrefix($0) ?? false }
  }

  private init?(_ literal: String, file: String) {
    let pieces = literal.components(separatedBy: Self.interpolation).map(Self.collapsed)
    parts = pieces.filter { !$0.isEmpty }
    endsOpen = pieces.last == ""
    self.file = file
    let holdsSQL = literal.contains("SELECT ") || literal.firstMatch(of: #/\$[0-9]/#) != nil
    guard !parts.isEmpty, isWhole || holdsSQL else { return nil }
  }

  /// Whether the statement contains it, with any interpolated text.
  func isPart(of statement: String) -> Bool {
    var rest = Self.collapsed(statement)[...]
    if isWhole, !rest.hasPrefix(parts[0]) { return false }
    for part in parts {
      guard let place = rest.range(of: part) else { return false }
      rest = rest[place.upperBound...]
    }
    return !isWhole || rest.isEmpty || endsOpen
  }

  /// All in the files that the engines share, except the statements about address keys, which read whole tables at
  /// upgrades and for `vestibule doctor`.
  static func all() throws -> [StatementText] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Sources/Storage")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "swift" && $0.lastPathComponent != "AddressKeyRows.swift" }
    return try files.flatMap { file in
      literals(in: Array(try String(contentsOf: file, encoding: .utf8)))
        .compactMap { StatementText($0, file: file.lastPathComponent) }
    }
  }

  private static func collapsed(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private static let interpolation = "\u{FFFC}"

  /// The string literals of a Swift file. One character stands for each interpolation.
  private static func literals(in source: [Character]) -> [String] {
    var found: [String] = []
    var index = 0
    func comes(_ text: String) -> Bool { source[index...].starts(with: text) }
    while index < source.count {
      if comes("//") {
        index = source[index...].firstIndex(where: \.isNewline) ?? source.count
      } else if comes("\"") {
        let quote = comes("\"\"\"") ? "\"\"\"" : "\""
        index += quote.count
        var literal = ""
        while !comes(quote) {
          if comes("\\(") {
            literal += interpolation
            var depth = 0
            repeat {
              index += 1
              depth += source[index] == "(" ? 1 : source[index] == ")" ? -1 : 0
            } while depth > 0
          } else if comes("\\") {
            index += 1
            literal.append(source[index])
          } else {
            literal.append(source[index])
          }
          index += 1
        }
        index += quote.count
        found.append(literal)
      } else {
        index += 1
      }
    }
    return found
  }
}
