// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The command that was probably meant by a mistyped one.
struct CommandSuggestion {
  let typed: String
  let meant: String

  /// Nil if every word is a command, or is not similar to one.
  static func forMistake(in arguments: [String]) -> CommandSuggestion? {
    var commands = Vestibule.configuration.subcommands
    for argument in arguments where !argument.hasPrefix("-") {
      guard let next = commands.first(where: { $0.configuration.commandName == argument }) else {
        return argument == "help"
          ? nil : suggestion(for: argument, among: commands.compactMap { $0.configuration.commandName })
      }
      commands = next.configuration.subcommands
    }
    return nil
  }

  private static func suggestion(for argument: String, among names: [String]) -> CommandSuggestion? {
    let counts = names.map { (name: $0, typos: typos(in: argument, for: $0)) }
    guard let nearest = counts.min(by: { $0.typos < $1.typos }), nearest.typos <= 2,
      nearest.typos * 2 < nearest.name.count
    else { return nil }
    return CommandSuggestion(typed: argument, meant: nearest.name)
  }

  /// The smallest number of letters to add, remove, replace or exchange with their neighbor.
  static func typos(in text: String, for name: String) -> Int {
    let (text, name) = (Array(text.unicodeScalars.prefix(30)), Array(name.unicodeScalars))
    var rows = [Array(0...name.count)]
    for (line, letter) in text.enumerated() {
      var row = [line + 1]
      for (column, other) in name.enumerated() {
        var least = min(rows[line][column] + (letter == other ? 0 : 1), rows[line][column + 1] + 1, row[column] + 1)
        if line > 0, column > 0, letter == name[column - 1], text[line - 1] == other {
          least = min(least, rows[line - 1][column - 1] + 1)
        }
        row.append(least)
      }
      rows.append(row)
    }
    return rows[text.count][name.count]
  }
}
