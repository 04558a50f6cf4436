// SPDX-License-Identifier: Apache-2.0

import Testing
import VestibuleRules

@Suite("Names of people") struct PersonNameTests {
  @Test(
    "An ordinary name is accepted",
    arguments: [
      "Kim", "St. John", "J.R. Smith", "Dr.Who", "Ann.Marie", "Jean-Luc", "O'Neil", "Kim (the best)",
      "Müller-Lüdenscheidt",
      "Zoë N̄andú", "דנה כהן", "محمد «الأول»", "用户", "山田。太郎", "Kim 2.0", ". .. ...", "…", "\u{202E}Kim", "Kim \u{200F}",
      "👩🏽‍🚀 Zoë", "می\u{200C}خواهم", "A.Björn", "J. Li", "Kim: the coach", "Coach: Kim", "evil. com", "Wwww Kim", "a.comx",
      "a.com.x", "Kim/Lee", "J.K", "x" + String(repeating: ".", count: 100), "Awww.Lee", "1:2", "//Kim",
    ])
  func usable(_ name: String) {
    #expect(PersonName.flaw(in: name) == nil)
    #expect(PersonName.isUsable(name))
  }

  @Test(
    "An invisible name is refused",
    arguments: [
      "\u{115F}", "\u{1160}", "\u{2800}", "\u{3164}", "\u{FFA0}", "\u{200B}", "\u{200D}\u{200C}", "\u{2060}",
      "\u{FEFF}",
      "\u{AD}", "\u{301}", "\u{301}\u{302} \u{303}", "\u{20DD}", "\u{FE0F}", "\u{E0041}", "\u{180E}", "\u{202E}",
      "\u{3164} \u{2800}", "\u{E000}", "\u{17B4}", "\u{1D159}", "\u{FFFC}", "\u{A0}\u{34F}",
    ])
  func invisible(_ name: String) { #expect(PersonName.flaw(in: name) == .invisible) }

  @Test(
    "A name that mail programs turn into a link is refused",
    arguments: [
      "http://evil", "HTTPS:evil", "https：／／evil", "mailto:kim", "Mailto: kim", "Call tel:123", "anything://x",
      "javascript:alert(1)", "x-javascript:1", "www.evil", "WWW.evil", "Kim www.", "ｗｗｗ．evil", "a@b", "@", "＠kim",
      "Kim ﹫ x",
      "evil.com", "evil.com!", "Kim evil.com!", "evil.com/x", "(evil.com)", "evil.com,", "evil.com:80", "evil.com.",
      "evil.COM",
      "evil.co.uk", "evil。com", "evil．com", "evil｡com", "evil․com", "evil﹒com", "evil.ｃｏｍ", "ｅｖｉｌ．ｃｏｍ",
      "evil.c\u{AD}om",
      "evil\u{200B}.\u{200D}com", "пример.рф", "ПРИМЕР.РФ", "example.xn--p1ai", "example.XN--P1AI", "例え.みんな", "例子。中国",
      "evil .com", ".com", "evil.com様", "evil.com😀", "\"evil.com\"", "evil.com's", "evil.com_x", "evil.com-", "Dr.No",
      "𝐞𝐯𝐢𝐥.𝐜𝐨𝐦", "ⓔⓥⓘⓛ.ⓒⓞⓜ", "evil.zip?x=1", "Kim https://", "a.b.c.museum", "Kim...com",
    ])
  func link(_ name: String) { #expect(PersonName.flaw(in: name) == .link) }

  @Test func `an empty name is accepted here`() {
    for name in ["", " ", "\u{3000}"] {
      #expect(PersonName.flaw(in: name) == nil)
      #expect(!PersonName.isUsable(name))
    }
  }
}
