// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Domain

@Suite("Messages") struct MessagesTests {
  @Test(
    "Placeholders are replaced by values, and values are not expanded again",
    arguments: [
      ("", ""), ("plain", "plain"), ("{a}", "1"), ("{a}{a}", "11"), ("x{a}y{b}z", "x1y{a}z"), ("{unknown}", ""),
      ("{}", ""), ("{a", "{a"), ("a}", "a}"), ("}{a}{", "}1{"), ("{ a }", ""), ("{{a}}", "}"), ("{é}", "2"),
      ("{A}", ""),
      ("{c}", "}{"), ("{c}{a}", "}{1"), ("😀{a}😀", "😀1😀"),
    ])
  func fill(_ template: String, _ expected: String) {
    #expect(template.filled(with: ["a": "1", "b": "{a}", "é": "2", "c": "}{"]) == expected)
  }

  private let messages = Messages { (locale, section) throws(Problem) in
    switch section {
    case .errors:
      [
        "auth/role-mismatch": .string("\(locale): registered as {role}."),
        "auth/too-many-requests": .string("\(locale): wait {wait}."), "auth/invalid-email": "Check the address.",
        "event/invalid": "Check.", "event/invalid-field": "Check this.",
      ]
    case .roles: ["client": "a client"]
    case .dates: ["day": "{day}. {month} {year}"]
    case .months: .array((1...12).map { .string("M\($0)") })
    case .results, .push: [:]
    }
  }

  @Test func `a role is translated, or quoted if it has no translation`() throws {
    let text = { (role: String) in try messages.text(of: .roleMismatch(accountIs: role), LanguageTag("de")) }
    #expect(try text("client") == "de: registered as a client.")
    #expect(try text("coach") == "de: registered as “coach”.")
  }

  @Test(
    "A wait is written in minutes and seconds, and above an hour in hours, rounded up",
    arguments: [
      (1, "00:01"), (1000, "00:01"), (1001, "00:02"), (59_001, "01:00"), (900_000, "15:00"), (3_600_000, "60:00"),
      (3_601_000, "1:00:01"), (86_400_000, "24:00:00"),
    ])
  func wait(_ milliseconds: Int, _ expected: String) throws {
    let problem = Problem(.tooManyRequests, "", retryAfter: .milliseconds(milliseconds))
    #expect(try messages.text(of: problem, LanguageTag("en")) == "en: wait \(expected).")
  }

  @Test func `an invalid field has its own message, or the general one`() throws {
    let field = { (code: ErrorCode) in
      try messages.text(of: Problem.Field(pointer: "/a", code: code, detail: ""), LanguageTag("en"))
    }
    #expect(try field(.invalidEmail) == "Check the address.")
    #expect(try field(.eventInvalid) == "Check this.")
  }

  @Test func `a day is written in the format of the language`() throws {
    #expect(try messages.day(Timestamp(rfc3339: "2026-11-21T13:37:00Z")!, LanguageTag("de")) == "21. M11 2026")
    #expect(try messages.day(Timestamp(rfc3339: "2024-02-29T23:59:59Z")!, LanguageTag("de")) == "29. M2 2024")
  }

  private static func messages(_ dates: JSON) -> Messages {
    Messages { (_, section) throws(Problem) in
      section == .months ? .array((1...12).map { .string("M\($0)") }) : section == .dates ? dates : [:]
    }
  }

  @Test(
    "A day of the last week is said as people say it",
    arguments: [
      ("2026-11-21T00:00:00Z", "today"), ("2026-11-20T23:59:59Z", "yesterday"), ("2026-11-15T12:00:00Z", "6 days ago"),
      ("2026-11-14T23:59:59Z", "14. M11"), ("2026-11-22T00:00:00Z", "22. M11"), ("2025-11-21T13:37:00Z", "21. M11"),
    ])
  func recentDay(_ day: String, _ expected: String) throws {
    let messages = Self.messages([
      "day": "{day}. {month}", "moment": "{day}, {time} h {zone}", "today": "today", "yesterday": "yesterday",
      "daysAgo": "{days} days ago",
    ])
    let (now, language) = (Timestamp(rfc3339: "2026-11-21T13:37:00Z")!, LanguageTag("en"))
    let past = Timestamp(rfc3339: day)!
    let shown = try messages.recentDay(past, language, in: nil, at: now)
    #expect(shown == expected)
    let time = "\(day.dropFirst(11).prefix(5)) h"
    // Another place of the page names the time zone.
    #expect(try messages.time(past, language, in: nil, day: shown) == "\(expected), \(time)")
    #expect(try messages.timestamp(past, language).hasSuffix("\(time) UTC"))
  }

  @Test func `messages without words for the last week have dates`() throws {
    let messages = Self.messages(["day": "{day}. {month}"])
    let now = Timestamp(rfc3339: "2026-11-21T13:37:00Z")!
    #expect(try messages.recentDay(now, LanguageTag("en"), in: nil, at: now) == "21. M11")
  }

  @Test(
    "A day stays with its month and a time with its zone; a line may break elsewhere",
    arguments: [
      ("21 November 2026", "21~November 2026"),
      ("21. November 2026 um 14:37 Uhr MEZ", "21.~November 2026 um 14:37~Uhr~MEZ"),
      ("21 de noviembre de 2026 a las 14:37 CET", "21~de~noviembre de~2026 a las~14:37~CET"),
      ("21 November 2026 at 14:37 UTC+1", "21~November 2026 at 14:37~UTC+1"),
      ("November 21, 2026 at 2:37 PM EST", "November~21, 2026 at 2:37~PM~EST"), ("heute", "heute"), ("", ""),
    ])
  func unbroken(_ text: String, _ expected: String) {
    #expect(text.unbroken == String(expected.map { $0 == "~" ? "\u{A0}" : $0 }))
  }

  @Test func `a missing message is an internal error`() {
    let problem = Problem(.userDisabled, "")
    #expect(code { try messages.text(of: problem, LanguageTag("en")) } == .internalError)
  }
}
