// SPDX-License-Identifier: Apache-2.0

/// A telephone number as the whole world dials it (ITU-T E.164): a plus and 7 to 15 digits.
public struct PhoneNumber: Equatable, Sendable {
  public let text: String

  /// - Parameters:
  ///   - text: as people write it, `(555) 123-4567` or `+49 30 901820`.
  ///   - callingCode: of the country that a number without one is in, such as `1`.
  public init?(_ text: String, callingCode: String) {
    let digits = String(text.unicodeScalars.filter { ("0"..."9").contains($0) }.map(Character.init))
    let number: String
    if text.trimmed.hasPrefix("+") {
      number = digits
    } else if digits.hasPrefix("00") {
      number = String(digits.dropFirst(2))
    } else if callingCode == "1" {
      // In North America the 1 in front is the calling code itself.
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
