// SPDX-License-Identifier: Apache-2.0

import Domain
import Testing

@testable import Pages

@Suite("The fields of forms") struct FormFieldTests {
  private func refusal(_ code: ErrorCode, _ fields: [(pointer: String, message: String)] = []) -> ErrorResult {
    var problem = Problem(code, "")
    problem.fields = fields.map { Problem.Field(pointer: $0.pointer, detail: "") }
    return ErrorResult(problem, userMessage: "message", fieldMessages: fields.map(\.message))
  }

  @Test func `a message stands at the field that the last part of its pointer names`() {
    let refused = RefusedFields(
      refusal(
        .eventInvalid,
        [("/client/email", "one"), ("/password", "two"), ("/password", "three"), ("/profile/privacy/news", "four")]),
      names: ["profile.privacy.news": "News"])
    #expect(refused.all.map(\.id) == ["email", "password", "profile.privacy.news"])
    #expect(refused.all.map(\.message) == ["one", "two three", "four"])
    #expect(refused.all.map(\.ownName) == [nil, nil, "News"])
    #expect(refused.messages["password"] == "two three")
  }

  @Test func `some refusals without fields are about one`() {
    #expect(RefusedFields(refusal(.emailAlreadyInUse), names: [:]).messages == ["email": "message"])
    #expect(RefusedFields(refusal(.invitationExpired), names: [:]).all.isEmpty)
  }

  private func fields(_ schemas: JSON) throws -> [ProfileField] {
    let policy = try Policy([
      "app": ["name": "A", "urlScheme": "a", "locales": ["en"]], "profile": ["fields": schemas],
    ])
    return ProfileField.all(policy.profile, LanguageTag("en"))
  }

  @Test func `members of an object are fields, and lists are left to the app`() throws {
    let found = try fields([
      "year": ["type": "integer", "x-required": true], "tags": ["type": "array", "items": ["type": "string"]],
      "privacy": ["type": "object", "properties": ["news": ["type": "boolean"]]],
      "group": ["enum": ["a", "b"], "x-setBy": "inviter"],
    ])
    #expect(found.map(\.name) == ["profile.year", "profile.privacy.news", "profile.group"])
    #expect(found.map(\.pointer) == ["/profile/year", "/profile/privacy/news", "/profile/group"])
    #expect(found.map(\.isRequired) == [true, false, false] && found.map(\.isReadOnly) == [false, false, true])
    #expect(found[1].value(in: ["privacy": ["news": true]]) == true && found[1].value(in: nil) == nil)
  }

  @Test func `a typed text is a value of the field's type, or stays a text that the schema refuses`() throws {
    let found = try fields([
      "year": ["type": "integer"], "weight": ["type": "number"], "news": ["type": "boolean"],
      "level": ["enum": [1, 2]],
      "group": ["type": "string"],
    ])
    let (year, weight, news, level, group) = (found[0], found[1], found[2], found[3], found[4])
    #expect(year.value(typed: "7") == 7 && year.value(typed: "seven") == "seven" && year.value(typed: nil) == .null)
    #expect(weight.value(typed: "7,5") == .number("7.5") && weight.value(typed: ".5") == ".5")
    #expect(level.value(typed: "2") == 2 && level.value(typed: "3") == "3" && group.value(typed: "7") == "7")
    // A switch that is off says no only where the account has said something.
    #expect(news.value(typed: "true") == true && news.value(typed: nil) == .null)
    #expect(news.value(typed: nil, known: true) == false)
  }
}
