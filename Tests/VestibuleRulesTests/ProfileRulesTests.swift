// SPDX-License-Identifier: Apache-2.0

import Domain
import Testing
import VestibuleRules

@Suite("The app's own fields") struct ProfileRulesTests {
  private let fields: JSON = [
    "fields": [
      "classYear": ["type": "integer", "minimum": 1, "maximum": 4],
      "chapterId": ["type": "string", "maxLength": 8, "x-setBy": "inviter"],
    ]
  ]

  @Test func `a value that breaks a field's schema is named by its pointer`() throws {
    let rules = try AccountRules.ProfileRules(fields)
    let bad = rules.normalise(["classYear": 5, "chapterId": "ninechars", "team": "x"], at: "/profile").fields
    #expect(bad.map(\.pointer) == ["/profile/classYear", "/profile/chapterId", "/profile/team"])
    #expect(rules.isSetByInviter("chapterId") && !rules.isSetByInviter("classYear"))
  }

  @Test func `null removes an existing field only`() throws {
    let rules = try AccountRules.ProfileRules(fields)
    #expect(rules.normalise(["classYear": .null], at: "").value == ["classYear": .null])
    #expect(rules.normalise(["team": .null], at: "").fields.map(\.pointer) == ["/team"])
  }

  @Test(
    "A schema with an unsupported keyword is refused with its place",
    arguments: [
      (["a": ["pattern": "x"]], "/profile/fields/a/pattern"), (["a": ["type": "text"]], "/profile/fields/a/type"),
      (["a": "string"], "/profile/fields/a"), (["a": ["minimum": "1"]], "/profile/fields/a/minimum"),
      (["a": ["items": ["format": "date"]]], "/profile/fields/a/items/format"),
      (["a": ["properties": ["b": ["maxLength": -1]]]], "/profile/fields/a/properties/b/maxLength"),
      (["a": ["x-setBy": "admin"]], "/profile/fields/a/x-setBy"),
    ] as [(JSON, String)])
  func unknown(_ schemas: JSON, _ place: String) {
    let problem = #expect(throws: Problem.self) { try Policy(["profile": ["fields": schemas]]) }
    #expect(problem?.code == .misconfigured && problem?.detail.contains(" \(place):") == true)
  }
}
