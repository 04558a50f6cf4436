// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Storage
import TestSupport
import Testing

@testable import Pages

@Suite("The tokens of forms") struct FormTokenTests {
  private let folder: TemporaryFolder
  private let tokens: FormToken

  init() throws {
    folder = try TemporaryFolder()
    tokens = FormToken(
      environment: .test(
        random: fixedRandom(), store: folder.store(), secret: .fixture, publicURL: "https://App.example:443/app"))
  }

  private func refusal(
    _ token: String?, _ bindings: [FormToken.Binding], origin: String? = nil, site: String? = nil
  ) -> Problem? {
    let browser = BrowserHeaders(origin: origin, fetchSite: site)
    do throws(Problem) { try tokens.require(token, bindings, from: browser) } catch { return error }
    return nil
  }

  @Test func `a form is accepted from the browser for which it was made, and from no other`() throws {
    let token = try tokens.make(.session("kim"))
    #expect(refusal(token, [.session("kim")]) == nil)
    #expect(refusal(token, [.cookie("kim"), .session("kim")]) == nil, "one of the bindings is enough")
    for others: [FormToken.Binding] in [[], [.session("lee")], [.cookie("kim")]] {
      #expect(refusal(token, others)?.code == .formInvalid)
    }
  }

  @Test func `two forms of one browser have two tokens, and both are accepted`() throws {
    let (first, second) = (try tokens.make(.cookie("c")), try tokens.make(.cookie("c")))
    #expect(first != second)
    #expect(refusal(first, [.cookie("c")]) == nil && refusal(second, [.cookie("c")]) == nil)
  }

  @Test func `a token with any other byte is refused`() throws {
    let bytes = Array(try tokens.make(.session("kim")).utf8)
    for index in bytes.indices {
      var changed = bytes
      changed[index] ^= 1
      #expect(refusal(String(decoding: changed, as: UTF8.self), [.session("kim")])?.code == .formInvalid, "\(index)")
    }
    for missing in [nil, "", ".", "a", "a.b.c"] {
      #expect(refusal(missing, [.session("kim")])?.code == .formInvalid)
    }
  }

  @Test(arguments: [nil, "null", "https://app.example", "HTTPS://APP.EXAMPLE"] as [String?])
  func `the own origin is accepted, as browsers write it`(origin: String?) throws {
    let token = try tokens.make(.session("kim"))
    #expect(refusal(token, [.session("kim")], origin: origin, site: "same-origin") == nil)
  }

  @Test(
    arguments: [
      ("https://evil.example", nil), ("http://app.example", nil), ("https://app.example:8443", nil),
      ("null", "cross-site"), (nil, "same-site"),
    ] as [(String?, String?)])
  func `a form that another site has sent is refused, with its right token too`(origin: String?, site: String?) throws {
    let token = try tokens.make(.session("kim"))
    #expect(refusal(token, [.session("kim")], origin: origin, site: site)?.code == .formInvalid)
  }

  @Test func `a browser without cookies is told so`() throws {
    let token = try tokens.make(.cookie("c"))
    #expect(refusal(token, [])?.message.variant == "no-cookies")
  }
}

@Suite("The cookies of pages") struct PageCookieTests {
  @Test func `a cookie of HTTPS can be set by this host and over TLS only`() {
    #expect(
      PageCookie.session.header("v", "https://app.example", lifetime: .hours(1))
        == "__Host-session=v; Path=/; Max-Age=3600; HttpOnly; Secure; SameSite=Lax")
  }

  @Test func `without a lifetime it ends with the browser, and with zero at once`() {
    #expect(
      PageCookie.form.header("v", "http://localhost:8080", lifetime: nil)
        == "form=v; Path=/; HttpOnly; SameSite=Lax")
    #expect(PageCookie.form.header("", "http://localhost", lifetime: .zero).contains("; Max-Age=0;"))
  }
}
