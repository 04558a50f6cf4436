// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import vestibule

@Suite("Arguments of commands") struct ArgumentTests {
  @Test(arguments: [("90s", 90), ("90m", 5400), ("24h", 86_400), ("7d", 604_800)])
  func `a period has a number and a unit`(text: String, seconds: Int) {
    #expect(TimeSpan(argument: text)?.duration == .seconds(seconds))
    #expect(TimeSpan(argument: text)?.defaultValueDescription == text)
  }

  @Test(arguments: ["", "7", "d", "0d", "-1d", "7w", "1.5h", "7 d", "1000001s", "99999999999999999999d"])
  func `anything else is no period`(text: String) { #expect(TimeSpan(argument: text) == nil) }

  @Test(arguments: [
    ("doctor", 0), ("docter", 1), ("dcotor", 1), ("doctr", 1), ("doctoor", 1), ("dctr", 2), ("", 6), ("report", 5),
  ])
  func `a typo adds, removes, replaces or exchanges letters`(typed: String, typos: Int) {
    #expect(CommandSuggestion.typos(in: typed, for: "doctor") == typos)
  }

  @Test(arguments: [
    (["docter"], "doctor"), (["mail", "requeu"], "requeue"), (["--verbose", "imprt", "users.csv"], "import"),
  ])
  func `the command that was probably meant is named`(arguments: [String], meant: String) {
    #expect(CommandSuggestion.forMistake(in: arguments)?.meant == meant)
  }

  @Test(arguments: [["doctor"], ["mail", "requeue"], ["xyzzy"], ["help"], ["mail", "x"], []])
  func `a command, and a word that is like none, has no suggestion`(arguments: [String]) {
    #expect(CommandSuggestion.forMistake(in: arguments)?.meant == nil)
  }
}
