// SPDX-License-Identifier: Apache-2.0

import Domain
import Testing

@Suite("Time zones") struct TimeZoneRulesTests {
  /// A file with one type, no transitions, and a rule for every year.
  private func file(_ rule: String) -> [UInt8] {
    func number(_ value: Int) -> [UInt8] { (0..<4).reversed().map { UInt8(value >> (8 * $0) & 0xFF) } }
    // The counts: UTC flags, standard flags, leap seconds, transitions, types, letters.
    let header = Array("TZif2".utf8) + Array(repeating: 0, count: 15) + [0, 0, 0, 0, 1, 4].flatMap(number)
    let part = header + number(0) + [0, 0] + Array("LMT\0".utf8)
    return part + part + Array("\n\(rule)\n".utf8)
  }

  private func shown(_ rule: String, _ timestamp: String) throws -> String {
    let rules = try #require(TimeZoneRules(file(rule)))
    let local = rules[try #require(Timestamp(rfc3339: timestamp))]
    return "\(local.offset / 60) \(local.abbreviation)"
  }

  @Test(
    "A rule says when daylight saving time begins and ends",
    arguments: [
      ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-03-29T00:59:59Z", "60 CET"),
      ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-03-29T01:00:00Z", "120 CEST"),
      ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-10-25T00:59:59Z", "120 CEST"),
      ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-10-25T01:00:00Z", "60 CET"),
      ("EST5EDT,M3.2.0,M11.1.0", "2026-03-08T06:59:59Z", "-300 EST"),
      ("EST5EDT,M3.2.0,M11.1.0", "2026-03-08T07:00:00Z", "-240 EDT"),
      // The southern summer is over the turn of the year.
      ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2026-12-31T12:00:00Z", "660 AEDT"),
      ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2026-07-01T12:00:00Z", "600 AEST"),
      ("<+0530>-5:30", "2026-07-01T12:00:00Z", "330 +0530"), ("UTC0", "2026-07-01T12:00:00Z", "0 UTC"),
    ])
  func rules(_ rule: String, _ timestamp: String, _ expected: String) throws {
    #expect(try shown(rule, timestamp) == expected)
  }

  @Test(
    "A rule with numbers that no rule has is none: what the file says of its own years is shown",
    arguments: [
      "CET-1CEST,M13.5.0,M10.5.0/3", "CET-1CEST,M3.999999999.0,M10.5.0", "CET-1CEST,M3.5.9,M10.5.0", "ABC1DEF",
      "CET-99999999999999999999CEST,M0.5.0,M10.5.0",
    ])
  func wrongRules(_ rule: String) throws { #expect(try shown(rule, "2026-07-01T12:00:00Z") == "0 LMT") }

  @Test func `what is no file of the database is refused`() {
    let whole = file("UTC0")
    #expect(TimeZoneRules([]) == nil && TimeZoneRules(Array("TZif".utf8)) == nil)
    for end in stride(from: 0, to: 98, by: 7) { #expect(TimeZoneRules(Array(whole.prefix(end))) == nil) }
    let random = (0..<2000).map { UInt8(truncatingIfNeeded: $0 &* 37) }
    #expect(TimeZoneRules(Array("TZif2".utf8) + random) == nil)
  }

  @Test(
    "A name is one of the database, and never a path",
    arguments: [
      ("Europe/Berlin", true), ("America/Argentina/Buenos_Aires", true), ("UTC", true), ("Etc/GMT+5", true),
      ("", false), ("/etc/passwd", false), ("../x", false), ("Europe//Berlin", false), ("a/b/c/d", false),
      ("Europe/Berlin ", false), ("Äthiopien", false),
    ])
  func names(_ name: String, _ isName: Bool) { #expect(TimeZoneRules.isName(name) == isName) }
}
