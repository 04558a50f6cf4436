// SPDX-License-Identifier: Apache-2.0

import Domain

/// The time zone database of the machine. An image without one shows times in UTC.
package enum TimeZoneFiles {
  private static let folder = "/usr/share/zoneinfo"

  /// Nil if the database does not know the name.
  package static func rules(named name: String) -> TimeZoneRules? {
    guard TimeZoneRules.isName(name), let file = try? readFile("\(folder)/\(name)") else { return nil }
    return TimeZoneRules(file)
  }
}
