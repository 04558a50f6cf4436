// SPDX-License-Identifier: Apache-2.0

import Testing
import VestibuleRules

@Suite("Rules of passwords") struct PasswordRulesTests {
  private func broken(_ password: String, _ rules: JSON, common: Set<String> = []) throws -> [String] {
    AccountRules.PasswordRules(rules).violations(of: password, at: "/password") { common.contains($0) }
      .map { $0.variant ?? "" }
  }

  @Test func `each broken rule has its own field`() throws {
    let rules: JSON = ["minLength": 8, "require": ["upper", "lower", "digit", "symbol"]]
    #expect(try broken("", rules) == ["too-short", "needs-upper", "needs-lower", "needs-digit", "needs-symbol"])
    #expect(try broken("abcdefgh", rules) == ["needs-upper", "needs-digit", "needs-symbol"])
    #expect(try broken("Abcdef1!", rules).isEmpty)
  }

  @Test func `letters and digits of every script count, and length is in characters`() throws {
    let rules: JSON = ["minLength": 4, "require": ["upper", "lower", "letter", "digit"]]
    #expect(try broken("Ää٣ß", rules).isEmpty)
    #expect(try broken("密碼٣", rules) == ["too-short", "needs-upper", "needs-lower"])
  }

  @Test func `a common password is refused in upper or lower case if it breaks no other rule`() throws {
    let rules: JSON = ["minLength": 6]
    #expect(try broken("PassWord", rules, common: ["password"]) == ["too-common"])
    #expect(try broken("pass", rules, common: ["pass"]) == ["too-short"])
    #expect(try broken("password", ["minLength": 6, "denyCommon": false], common: ["password"]).isEmpty)
  }
}
