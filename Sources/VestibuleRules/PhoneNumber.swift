// SPDX-License-Identifier: Apache-2.0

/// An international telephone number (ITU-T E.164): a plus sign and 7 to 15 digits.
package struct PhoneNumber: Equatable, Sendable {
  package let text: String

  /// - Parameters:
  ///   - text: as people write it, `(555) 123-4567` or `+49 30 901820`.
  ///   - callingCode: the country's calling code for numbers without one, such as `1`.
  package init?(_ text: String, callingCode: String) {
    let number: String
    let isInternational = text.trimmed.hasPrefix("+") || Self.digits(of: text).hasPrefix("00")
    let digits = Self.digits(of: isInternational ? Self.withoutTrunkPrefix(text) : text)
    if text.trimmed.hasPrefix("+") {
      number = digits
    } else if digits.hasPrefix("00") {
      number = String(digits.dropFirst(2))
    } else if callingCode == "1" {
      // In North America a leading 1 is the calling code.
      number = digits.hasPrefix("1") ? digits : "1" + digits
    } else {
      number = callingCode + Self.withoutNationalPrefix(digits, callingCode: callingCode)
    }
    guard (7...15).contains(number.count), !number.hasPrefix("0"), !number.hasPrefix("1") || number.count == 11 else {
      return nil
    }
    self.text = "+" + number
  }

  /// A national number without the prefix that is dialed only within the country (ITU, "Dialling procedures"): mostly
  /// 0.
  private static func withoutNationalPrefix(_ digits: String, callingCode: String) -> Substring {
    switch callingCode {
    // Russia and Kazakhstan: 8 before ten digits.
    case "7": digits.hasPrefix("8") && digits.count == 11 ? digits.dropFirst() : digits[...]
    case "36": digits.hasPrefix("06") ? digits.dropFirst(2) : digits[...]
    // Italy and San Marino: the zero is part of the number.
    case "39", "378": digits[...]
    default: digits.hasPrefix("0") ? digits.dropFirst() : digits[...]
    }
  }

  private static func digits(of text: String) -> String {
    String(text.unicodeScalars.filter { ("0"..."9").contains($0) }.map(Character.init))
  }

  /// `+49 (0) 30 901820` without the zero that is dialed only within the country.
  private static func withoutTrunkPrefix(_ text: String) -> String {
    let parts = text.split(separator: "(", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return text }
    let rest = parts[1].split(separator: ")", maxSplits: 1, omittingEmptySubsequences: false)
    return rest.count == 2 && rest[0].filter({ $0 != " " }) == "0" ? "\(parts[0])\(rest[1])" : text
  }
}
