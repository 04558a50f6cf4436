// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// A period such as `90m`, `24h` or `7d`.
struct TimeSpan: ExpressibleByArgument {
  let duration: Duration

  init?(argument: String) {
    let units: [Character: Int] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
    guard let unit = argument.last.flatMap({ units[$0] }), let count = Int(argument.dropLast()),
      (1...1_000_000).contains(count)
    else { return nil }
    duration = .seconds(count * unit)
  }
}
