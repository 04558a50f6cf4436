// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Domain

@Suite("Mistyped domains of mail addresses") struct MailDomainTests {
  private func suggestion(for domain: String, allowed: [String]? = nil) -> String? {
    let rules = Policy.EmailRules(allowedDomains: allowed, verificationRequired: false)
    return EmailAddress("kim@\(domain)")?.suggestion(rules)?.domain
  }

  @Test(
    "One mistake in a frequent domain or in a top-level domain is found",
    arguments: [
      "gmial.com": "gmail.com", "gmai.com": "gmail.com", "gmaill.com": "gmail.com", "gnail.com": "gmail.com",
      "gmailc.om": "gmail.com", "gmail.co": "gmail.com", "gmail.cm": "gmail.com", "gmail.con": "gmail.com",
      "gmail.comm": "gmail.com", "gmail.ocm": "gmail.com", "gmial.con": "gmail.com", "yaho.com": "yahoo.com",
      "yahoo.co.ik": "yahoo.co.uk", "hotmial.com": "hotmail.com", "outlok.com": "outlook.com",
      "iclould.com": "icloud.com",
      "alo.com": "aol.com", "aol.con": "aol.com", "wbe.de": "web.de", "gmx.ed": "gmx.de", "t-onlne.de": "t-online.de",
      "firma.con": "firma.com", "firma.nett": "firma.net", "firma.ogr": "firma.org",
    ])
  func found(_ typed: String, _ meant: String) { #expect(suggestion(for: typed) == meant) }

  @Test(
    "Other domains are left alone",
    arguments: [
      "gmail.com", "ymail.com", "mail.com", "email.com", "gmx.net", "gmx.at", "example.com", "firma.de", "pfa.example",
      "aon.com", "me.co", "love.com", "web.dk", "hotmail.se", "yahoo.ca", "firma.co", "firma.cm", "ksu.edu",
      "xn--mnchen-3ya.de", "bücher.de", "gmail.evil.de", "firma.local",
    ])
  func untouched(_ typed: String) { #expect(suggestion(for: typed) == nil) }

  @Test func `a domain of the policy is not mistyped`() {
    #expect(suggestion(for: "gmial.com", allowed: ["gmial.com"]) == nil)
    #expect(suggestion(for: "gmial.com", allowed: ["example.com"]) == "gmail.com")
  }

  @Test func `a suggestion gets no suggestion`() throws {
    for typed in ["gmial.com", "firma.con", "web.ed"] {
      let meant = try #require(suggestion(for: typed))
      #expect(suggestion(for: meant) == nil)
    }
  }
}
