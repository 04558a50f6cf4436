// SPDX-License-Identifier: Apache-2.0

import Domain

/// Columns for a terminal.
struct TextTable {
  private var rows: [[String]]

  init(_ titles: [String]) { rows = [titles] }

  mutating func add(_ row: [String]) { rows.append(row.map(\.printable)) }

  /// Each row on a line, the columns two spaces apart.
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

extension String {
  /// The text with nothing in it that would move a terminal's cursor or turn the direction of what stands beside it:
  /// what vendors and mail servers say is theirs.
  var printable: String {
    var printable = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      printable.append(scalar.isControl || scalar.properties.isBidiControl ? "\u{FFFD}" : scalar)
    }
    return String(printable)
  }
}
