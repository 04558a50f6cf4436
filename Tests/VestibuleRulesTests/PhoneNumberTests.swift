// SPDX-License-Identifier: Apache-2.0

import Testing
import VestibuleRules

@Suite("Telephone numbers") struct PhoneNumberTests {
  @Test(
    "A number is stored in international form",
    arguments: [
      ("(555) 123-4567", "1", "+15551234567"), ("555.123.4567", "1", "+15551234567"),
      ("1 555 123 4567", "1", "+15551234567"), ("+1 555 123 4567", "49", "+15551234567"),
      ("030 901820", "49", "+4930901820"), ("0049 30 901820", "1", "+4930901820"),
      ("+44 (20) 7946-0958", "1", "+442079460958"), ("+49 (0) 30 901820", "1", "+4930901820"),
      ("0049 (0)171 1234567", "1", "+491711234567"), ("+44(0)20 7946 0958", "49", "+442079460958"),
    ])
  func normal(_ text: String, _ callingCode: String, _ expected: String) {
    #expect(PhoneNumber(text, callingCode: callingCode)?.text == expected)
  }

  @Test(
    "A number that cannot be dialled is refused",
    arguments: [
      ("555 1234", "1"), ("(555) 123-45678", "1"), ("+1 555 123 456", "1"), ("+0 123 456 789", "1"), ("+", "1"),
      ("+49 1", "1"), ("+1234567890123456", "1"), ("", "1"),
    ])
  func refused(_ text: String, _ callingCode: String) {
    #expect(PhoneNumber(text, callingCode: callingCode) == nil)
  }
}
