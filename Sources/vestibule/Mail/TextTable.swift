// SPDX-License-Identifier: Apache-2.0

import Domain

/// A table for a terminal.
struct TextTable {
  private var rows: [[String]]

  init(_ titles: [String]) { rows = [titles] }

  mutating func add(_ row: [String]) { rows.append(row.map(\.printable)) }

  /// One line per row, with two spaces between the columns.
  var text: String {
    let widths = rows.reduce(into: [Int](repeating: 0, count: rows[0].count)) { widths, row in
      for (index, cell) in row.enumerated() { widths[index] = max(widths[index], cell.count) }
    }
    return rows.map { row in
      var line = ""
      for (cell, width) in zip(row, widths) { line += cell + String(repeating: " ", count: width - cell.count + 2) }
      while line.last == " " { line.removeLast() }
      return line
    }.joined(separator: "\n")
  }
}

/// The members of an object, one per line, for a terminal.
enum TextLines {
  static func of(_ object: JSON) -> [String] {
    (object.members?.pairs ?? []).map { name, value in line(name, value.string ?? value.text) }
  }

  static func line(_ name: String, _ value: String) -> String {
    name + String(repeating: " ", count: max(1, 16 - name.count)) + value.printable
  }
}

extension String {
  /// The text without characters that move a terminal's cursor or change the direction of text, because vendors and
  /// mail servers wrote parts of it.
  var printable: String {
    var printable = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      printable.append(scalar.isControl || scalar.properties.isBidiControl ? "\u{FFFD}" : scalar)
    }
    return String(printable)
  }
}
