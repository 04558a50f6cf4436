// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// A period such as `90m`, `24h` or `7d`.
struct TimeSpan: ExpressibleByArgument {
  let duration: Duration
  /// As it was typed: `--help` prints it where it is a default.
  let defaultValueDescription: String

  init?(argument: String) {
    defaultValueDescription = argument
    let units: [Character: Int] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
    guard let unit = argument.last.flatMap({ units[$0] }), let count = Int(argument.dropLast()),
      (1...1_000_000).contains(count)
    else { return nil }
    duration = .seconds(count * unit)
  }
}
