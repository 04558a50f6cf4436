// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Domain

/// The options of a command that lists entries.
struct ListOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The maximum number of entries.", valueName: "count"))
  var limit = 50

  @Flag(help: "Prints one JSON object per line.")
  var json = false

  func validate() throws { try require("--limit", limit, in: 1...100_000) }
}

/// The option of a command that prints one result.
struct OutputOptions: ParsableArguments {
  @Flag(help: "Prints JSON.")
  var json = false
}

/// The limits of a command that keeps processes of functions. Both commands have the same options with other defaults.
struct ProcessLimits<Command: ProcessKeeper>: ParsableArguments {
  @Option(help: "The maximum number of processes of each function.")
  var processes = Command.processesOfFunction

  @Option(help: "Ends a process after so many seconds without a request.")
  var idle = 60

  @Option(help: "The seconds after SIGTERM after which whatever has not ended is killed.")
  var grace = 12

  func validate() throws {
    try require("--processes", processes, in: 1...1000)
    try require("--idle", idle, in: Command.idleSeconds)
    try require("--grace", grace, in: 1...3600)
  }
}

/// A command that keeps processes of functions.
protocol ProcessKeeper {
  /// The default of `--processes`.
  static var processesOfFunction: Int { get }
  /// The bounds of `--idle`.
  static var idleSeconds: ClosedRange<Int> { get }
}

/// - Throws: that a name is not one line, too long, or one that mail programs turn into a link.
func requireName(_ name: String) throws {
  let isLine = TextPattern.all["line"]?.matches(name.trimmed) ?? false
  guard isLine, PersonName.isUsable(name), name.trimmed.unicodeScalars.count <= 200 else {
    throw ValidationError("the name should be one line of 1 to 200 characters, and no link")
  }
}

/// - Throws: that the number of an option is out of bounds.
func require(_ option: String, _ number: Int?, in bounds: ClosedRange<Int>) throws {
  guard let number, !bounds.contains(number) else { return }
  throw ValidationError("\(option) should be from \(bounds.lowerBound) to \(bounds.upperBound)")
}
