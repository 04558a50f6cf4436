// SPDX-License-Identifier: Apache-2.0

import Domain

/// The time zone database of the machine. An image without one shows times in UTC.
package enum TimeZoneFiles {
  private static let folder = "/usr/share/zoneinfo"

  /// Nil if the database does not know the name.
  /// - Throws: `service/unavailable` if the file cannot be read now.
  package static func rules(named name: String) throws(Problem) -> TimeZoneRules? {
    guard TimeZoneRules.isName(name) else { return nil }
    do { return TimeZoneRules(try readFile("\(folder)/\(name)")) } catch {
      if error.isPassing { throw error.problem("the time zone", name) }
      return nil
    }
  }
}
