// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A statement, or a piece of one, as a string literal of the storage's sources has it.
struct StatementText: CustomStringConvertible {
  /// What stands between the interpolations.
  private let parts: [String]
  /// Whether an interpolation is its end.
  private let endsOpen: Bool
  let file: String

  var description: String { "\(file): \(parts.joined(separator: "\\(…)"))" }

  /// Whether it is a whole statement, not a piece that others are made of.
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

  /// Whether it is what was run, or among it, whatever was interpolated.
  func isPart(of statement: String) -> Bool {
    var rest = Self.collapsed(statement)[...]
    if isWhole, !rest.hasPrefix(parts[0]) { return false }
    for part in parts {
      guard let place = rest.range(of: part) else { return false }
      rest = rest[place.upperBound...]
    }
    return !isWhole || rest.isEmpty || endsOpen
  }

  /// Every one in the files of the storage that the engines share, but for keys of addresses, which are looked through at
  /// upgrades and by `vestibule doctor`.
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

  /// The string literals of a Swift file, with what they interpolate replaced by one character.
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
