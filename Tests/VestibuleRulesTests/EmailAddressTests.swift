// SPDX-License-Identifier: Apache-2.0

import Domain
import Testing
import VestibuleRules

@Suite("Mail addresses") struct EmailAddressTests {
  @Test(
    "A valid address is accepted",
    arguments: [
      "a@b.de", "Ada.Lovelace+pfa@Example.COM", "a@b.c.d.example", "1@2.de", "a@3com.com", "a@x--y.de", "a-@b.de",
      "-a@b.de", "!#$%&'*+/=?^_`{|}~-@b.de", "a@xn--mnchen-3ya.de", "jürgen@münchen.de", "用户@例え.テスト", "😀@b.de",
      "x@ksu.edu", "abc123@privaterelay.appleid.com", "\(String(repeating: "a", count: 64))@b.de",
      "a@\(String(repeating: "b", count: 63)).de",
      "\(String(repeating: "a", count: 64))@\(String(repeating: "b.", count: 94))d",
    ])
  func valid(_ text: String) throws {
    let address = try #require(EmailAddress(text))
    #expect(EmailAddress(address.text) == address, "what was taken once is taken again")
  }

  @Test(
    "Anything else is refused",
    arguments: [
      "", " ", "@", "a", "a@", "@b.de", "a@b", "a@.de", "a@b.", "a@b.de.", "a@b..de", "a@-b.de", "a@b-.de", "a@b.-de",
      ".a@b.de", "a.@b.de", "a..b@c.de", "a@b@c.de", "a b@c.de", "a@b c.de", " a@b.de", "a@b.de ", "\"a\"@b.de",
      "\"a b\"@c.de", "a@[127.0.0.1]", "a@[IPv6:::1]", "a@b_c.de", "a@b!c.de", "a,b@c.de", "a;b@c.de", "a:b@c.de",
      "a(b)@c.de", "<a@b.de>", "a@b.de>", "a\\b@c.de", "a@b.de\n", "a@b.de\r\nBcc: c@d.de", "a\u{0}@b.de", "a\t@b.de",
      "a\u{7F}@b.de", "a\u{85}@b.de", "a\u{A0}b@c.de", "a\u{2028}@b.de", "a\u{3000}@b.de", "a@b\u{2003}.de",
      "\(String(repeating: "a", count: 65))@b.de", "a@\(String(repeating: "b", count: 64)).de",
      "\(String(repeating: "a", count: 64))@\(String(repeating: "b.", count: 94))de",
    ])
  func invalid(_ text: String) {
    #expect(EmailAddress(text) == nil)
  }

  @Test func `the domain is in lower case and the local part is unchanged`() {
    let address = EmailAddress("Ada.Lovelace@EXAMPLE.Com")
    #expect(address?.text == "Ada.Lovelace@example.com")
    #expect(address?.domain == "example.com")
    #expect(address?.key == "ada.lovelace@example.com")
  }

  @Test(
    "Two spellings of one address have one key",
    arguments: [
      ("ADA@example.com", "ada@EXAMPLE.COM"), ("jürgen@b.de", "ju\u{308}rgen@b.de"),
      ("JÜRGEN@b.de", "ju\u{308}rgen@b.de"), ("a@MÜNCHEN.de", "a@mu\u{308}nchen.de"),
      ("victim@ｅxample.com", "victim@example.com"), ("a@ＥＸＡＭＰＬＥ．ＣＯＭ", "a@example.com"),
      ("a@example。com", "a@example.com"), ("a@example．com", "a@example.com"), ("a@example｡com", "a@example.com"),
      ("a@exam\u{AD}ple.com", "a@example.com"), ("a@exam\u{200B}ple.com", "a@example.com"),
      ("a@\u{2060}example.com", "a@example.com"), ("a@example.com\u{FEFF}", "a@example.com"),
      ("a@example.c\u{FE0F}om", "a@example.com"), ("a@ﬁt.de", "a@fit.de"), ("a@\u{212A}im.de", "a@kim.de"),
      ("a@münchen.de", "a@xn--mnchen-3ya.de"), ("a@münchen.de", "a@XN--MNCHEN-3YA.de"),
      ("a@ｘｎ－－mnchen-3ya.de", "a@münchen.de"), ("a@straße.de", "a@xn--strae-oqa.de"),
      ("a@STRAẞE.de", "a@straße.de"), ("a@βόλος.com", "a@xn--nxasmm1c.com"), ("a@ΒΌΛΟΣ.com", "a@xn--nxasmq6b.com"),
      ("用户@例え.テスト", "用户@xn--r8jz45g.xn--zckzah"),
    ])
  func keys(_ one: String, _ other: String) throws {
    let keys = try [one, other].map { Array(try #require(EmailAddress($0)).key.utf8) }
    #expect(keys[0] == keys[1])
  }

  @Test(
    "The addresses of one mailbox at Gmail have one mailbox key",
    arguments: [
      "kimlee@gmail.com", "kim.lee@gmail.com", "K.I.M.Lee@GMAIL.com", "kimlee+pfa@gmail.com", "kim.lee+a.b+c@gmail.com",
      "KimLee@googlemail.com", "kim.lee+x@GoogleMail.com", "kimlee@ｇmail.com",
    ])
  func mailboxes(_ text: String) throws {
    #expect(try #require(EmailAddress(text)).mailboxKey == "kimlee@gmail.com")
  }

  @Test(
    "The mailbox key of other addresses is their key",
    arguments: [
      "Kim.Lee@example.com", "kim+pfa@outlook.com", "kim.lee@gmail.com.example", "kim.lee@mail.gmail.com",
      "kim.lee@gmail.de", "+pfa@gmail.com",
    ])
  func otherMailboxes(_ text: String) throws {
    let address = try #require(EmailAddress(text))
    #expect(address.mailboxKey == address.key)
  }

  @Test func `the key by which accounts are compared keeps the dots`() {
    #expect(EmailAddress("Kim.Lee+pfa@googlemail.com")?.key == "kim.lee+pfa@googlemail.com")
  }

  @Test(
    "A domain that cannot be mapped to ASCII is invalid",
    arguments: [
      "a@xn--a.de", "a@xn--zzzzz99999999.de", "a@xn--.de", "a@xn--a-.de", "a@xn--mu\u{308}nchen.de", "a@a\u{200D}b.de",
      "a@a\u{200C}b.de", "a@a_ü.de", "a@℀.de", "a@1א.de", "a@אa.de", "a@ü..de", "a@ü.\u{200B}.de", "a@\u{301}ü.de",
      "a@üb--c.de", "a@a·b.de", "a@ü\u{2028}.de", "a@b.de。", "a@\(String(repeating: "ü", count: 60)).de",
      "a@ü.\(String(repeating: "b", count: 64)).de", "a@b\u{AD}.d\u{202E}e", "a@ü.de\0.com", "a@xn--ls8h.la",
    ])
  func unmappable(_ text: String) { #expect(EmailAddress(text) == nil) }

  @Test func `an address is displayed as it was typed, and mailed in its ASCII form`() throws {
    let typed = try #require(EmailAddress("Victim@Ｅxample。com"))
    #expect(typed.text == "Victim@ｅxample。com")
    #expect(typed.mailed.text == "Victim@example.com")
    #expect(EmailAddress("jürgen@ｅxämple.de")?.mailed.text == "jürgen@exämple.de")
    #expect(EmailAddress("kim@exämple.de")?.mailed.text == "kim@xn--exmple-cua.de")
    #expect(EmailAddress("x@privaterelay.ａppleid.com")?.isAtApplePrivateRelay == true)
  }

  @Test func `an address of an earlier release is read, and its key is today's if it has one`() {
    #expect(EmailAddress.stored("kim@exämple.de")?.key == "kim@xn--exmple-cua.de")
    #expect(EmailAddress.stored("kim@a\u{200D}b.de")?.key == "kim@a\u{200D}b.de")
  }

  @Test func `domains of the policy are mapped like those of addresses`() throws {
    let rules = try Policy(["email": ["allowedDomains": ["KSU.edu", "münchen.de"]]]).email
    let isAllowed = { (text: String) in rules.allows(EmailAddress(text)!) }
    #expect(isAllowed("a@ksu.edu") && isAllowed("a@ｋsu。edu") && isAllowed("a@xn--mnchen-3ya.de"))
    #expect(!isAllowed("a@b.ksu.edu") && !isAllowed("a@kksu.edu"))
    #expect(throws: Problem.self) { try Policy(["email": ["allowedDomains": ["xn--a.de"]]]) }
  }

  @Test func `two addresses have two keys`() {
    let texts = ["a@b.de", "a.@b.de", "a+b@b.de", "b@a.de", "a@b.dk", "á@b.de"]
    let keys = texts.compactMap { EmailAddress($0)?.key }
    #expect(Set(keys).count == keys.count)
  }

  @Test func `a key is in normal form, so that the database can compare its bytes`() throws {
    let small = try #require(EmailAddress("\u{1F0}@b.de"))
    let capital = try #require(EmailAddress("J\u{30C}@b.de"))
    #expect(Array(small.key.utf8) == Array(capital.key.utf8))
  }

  @Test(
    "An accepted address is accepted again, even if its normal form is longer",
    arguments: [
      String(repeating: "\u{958}", count: 64) + "@b.de", "a@" + String(repeating: "İ", count: 63) + ".de",
    ])
  func longerNormalForm(_ text: String) {
    guard let address = EmailAddress(text) else { return }
    #expect(EmailAddress(address.text) != nil)
  }

  @Test(
    "Apple's private relay is recognised by its domain only",
    arguments: [
      ("x@privaterelay.appleid.com", true), ("x@private.icloud.com", true), ("x@icloud.com", false),
      ("x@PrivateRelay.AppleID.com", true), ("x@appleid.com", false),
      ("privaterelay.appleid.com@b.de", false), ("x@privaterelay.appleid.com.evil.de", false),
      ("x@evil-privaterelay.appleid.com", false),
    ])
  func privateRelay(_ text: String, _ isRelay: Bool) {
    #expect(EmailAddress(text)?.isAtApplePrivateRelay == isRelay)
  }

  @Test(
    "A relay address is Apple's only if Apple's own token says so",
    arguments: [
      ("https://appleid.apple.com", "x@privaterelay.appleid.com", false, true),
      ("https://account.apple.com", "x@private.icloud.com", false, true),
      ("https://appleid.apple.com", "x@relay.example", true, true),
      ("https://appleid.apple.com", "x@icloud.com", false, false),
      ("https://appleid.apple.com", nil, true, false),
      ("https://accounts.google.com", "x@privaterelay.appleid.com", false, false),
      ("https://securetoken.google.com/p", "x@relay.example", true, false),
    ] as [(String, String?, Bool, Bool)])
  func relayOfAnIdentity(_ issuer: String, _ email: String?, _ claim: Bool, _ isRelay: Bool) {
    let identity = Identity(
      provider: "apple", issuer: issuer, subject: "1", email: email.flatMap(EmailAddress.init), emailVerified: true,
      hasPrivateEmail: claim)
    #expect(identity.isApplePrivateRelay == isRelay)
  }
}
