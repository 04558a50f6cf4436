// SPDX-License-Identifier: Apache-2.0

/// An international telephone number (ITU-T E.164): a plus sign and 7 to 15 digits.
package struct PhoneNumber: Equatable, Sendable {
  package let text: String

  /// - Parameters:
  ///   - text: as people write it, `(555) 123-4567` or `+49 30 901820`.
  ///   - callingCode: the country's calling code for numbers without one, such as `1`.
  package init?(_ text: String, callingCode: String) {
    let digits = String(text.unicodeScalars.filter { ("0"..."9").contains($0) }.map(Character.init))
    let number: String
    if text.trimmed.hasPrefix("+") {
      number = digits
    } else if digits.hasPrefix("00") {
      number = String(digits.dropFirst(2))
    } else if callingCode == "1" {
      // In North America a leading 1 is the calling code.
      number = digits.hasPrefix("1") ? digits : "1" + digits
    } else {
      number = callingCode + (digits.hasPrefix("0") ? digits.dropFirst() : digits[...])
    }
    guard (7...15).contains(number.count), !number.hasPrefix("0"), !number.hasPrefix("1") || number.count == 11 else {
      return nil
    }
    self.text = "+" + number
  }
}
