// SPDX-License-Identifier: Apache-2.0

import Domain
import Testing

@Suite("Languages") struct LanguageTagTests {
  @Test(
    "The first available language of a person is used",
    arguments: [
      (nil, "en"), ("", "en"), ("de", "de"), ("DE", "de"), ("de-AT", "de"), ("de-AT-1996", "de"), ("pt", "en"),
      ("pt, es", "es"), ("es, de", "es"), ("de;q=0.5, es;q=0.8", "es"), ("de;q=0.8, es;q=0.8", "de"),
      ("fr;q=1, de;q=0.1", "de"), ("de;q=0, es", "es"), ("de;q=0", "en"), ("*", "en"), ("*, de;q=0.1", "de"),
      ("de ; q=0.2 , es ; q=0.3", "es"), (",,de,,", "de"), ("de;q=nonsense, es;q=0.9", "de"), ("pt-br", "pt-BR"),
      ("PT-BR;q=0.9,en;q=0.8", "pt-BR"), ("x" + String(repeating: ",x", count: 50) + ",de", "en"), ("-", "en"),
      (";q=1", "en"), ("de;q=nan, es;q=0.1", "es"),
    ] as [(String?, String)])
  func best(_ header: String?, _ expected: String) {
    #expect(LanguageTag.best(for: header, among: ["en", "de", "es", "pt-BR"]).text == expected)
  }

  @Test func `without available languages the language is English`() {
    #expect(LanguageTag.best(for: "de", among: []).text == "en")
  }

  @Test(
    "A tag falls back from right to left",
    arguments: [("de", ["de"]), ("zh-Hant-TW", ["zh-Hant-TW", "zh-Hant", "zh"]), ("", []), ("--", [])])
  func chain(_ tag: String, _ expected: [String]) { #expect(LanguageTag(tag).chain == expected) }
}
