// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Testing

@Suite("Time-based one-time passwords") struct TOTPTests {
  private let totp = TOTP(secret: Array("12345678901234567890".utf8))
  /// Step 37037036 of RFC 6238's table.
  private let now = Timestamp(seconds: 1_111_111_109)
  private let step = 37_037_036

  @Test(
    "Codes are the last six digits of RFC 6238, appendix B",
    arguments: [
      (59, "287082"), (1_111_111_109, "081804"), (1_111_111_111, "050471"), (1_234_567_890, "005924"),
      (2_000_000_000, "279037"), (20_000_000_000, "353130"),
    ])
  func table(_ second: Int, _ code: String) throws {
    let timestamp = Timestamp(seconds: second)
    let step = try #require(TOTP.step(at: timestamp))
    #expect(step == second / 30)
    #expect(totp.code(step: step) == code)
    #expect(totp.step(of: code, at: timestamp, lastUsed: nil) == step)
  }

  @Test(
    "Codes are those of RFC 4226, appendix D",
    arguments: zip(
      0...9,
      ["755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871", "520489"]))
  func counters(_ step: Int, _ code: String) { #expect(totp.code(step: step) == code) }

  @Test func `a code is accepted once`() {
    let code = totp.code(step: step)
    #expect(totp.step(of: code, at: now, lastUsed: nil) == step)
    #expect(totp.step(of: code, at: now, lastUsed: step - 1) == step)
    #expect(totp.step(of: code, at: now, lastUsed: step) == nil)
    #expect(totp.step(of: code, at: now + .seconds(30), lastUsed: step) == nil)
  }

  @Test func `a code of an earlier step is refused once a later one was used`() {
    #expect(totp.step(of: totp.code(step: step - 1), at: now, lastUsed: step) == nil)
    #expect(totp.step(of: totp.code(step: step + 1), at: now, lastUsed: step) == step + 1)
  }

  @Test(arguments: [(-2, false), (-1, true), (0, true), (1, true), (2, false)])
  func `one step before and one after are accepted`(_ distance: Int, _ isAccepted: Bool) {
    let accepted = totp.step(of: totp.code(step: step + distance), at: now, lastUsed: nil)
    #expect(accepted == (isAccepted ? step + distance : nil))
  }

  @Test(arguments: ["081804", "081 804", " 081804 ", "0 8 1 8 0 4"])
  func `spaces do not matter`(_ code: String) { #expect(totp.step(of: code, at: now, lastUsed: nil) == step) }

  @Test(
    arguments: [
      "", " ", "81804", "0081804", "081805", "08180４", "٠٨١٨٠٤", "０８１８０４", "+81804", "-81804", "081-804", "081804\n",
      "081804\0", "0x1804", "081804           ",
    ])
  func `text in another form is not a code`(_ code: String) {
    #expect(totp.step(of: code, at: now, lastUsed: nil) == nil)
  }

  @Test func `a clock before 1970 accepts nothing, and the first step has none before it`() {
    #expect(totp.step(of: totp.code(step: 0), at: Timestamp(seconds: -1), lastUsed: nil) == nil)
    #expect(totp.step(of: totp.code(step: 0), at: Timestamp(seconds: 0), lastUsed: nil) == 0)
    #expect(totp.step(of: totp.code(step: 0), at: Timestamp(seconds: 0), lastUsed: 0) == nil)
  }

  @Test func `of two steps with the same code the last one counts as used`() {
    let first = 910_737
    #expect(totp.code(step: first) == "911617")
    #expect(totp.code(step: first + 1) == "911617")
    #expect(totp.step(of: "911617", at: Timestamp(seconds: first * 30), lastUsed: nil) == first + 1)
  }

  @Test func `a new secret is 20 random bytes, shown in base32`() {
    let totp = TOTP { [UInt8](repeating: 0xAB, count: $0) }
    #expect(totp.secret.count == 20)
    #expect(totp.text == "VOV2XK5LVOV2XK5LVOV2XK5LVOV2XK5L")
    #expect(TOTP(secret: totp.secret).code(step: 1) == totp.code(step: 1))
  }

  @Test func `the URI contains what apps need, percent-encoded`() {
    #expect(
      totp.uri(issuer: "DD Ride & Co", account: "anna+1@example.org")
        == "otpauth://totp/DD%20Ride%20%26%20Co:anna%2B1%40example%2Eorg?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
        + "&issuer=DD%20Ride%20%26%20Co&algorithm=SHA1&digits=6&period=30")
    #expect(totp.uri(issuer: "a:b", account: "c:d").hasPrefix("otpauth://totp/a%2Db:c%2Dd?"))
  }
}
