// SPDX-License-Identifier: Apache-2.0

/// A telephone number as it is shown while a person types it.
public enum PhoneNumberText {
  /// Formats a number of North America as `(555) 123-4567`. Other numbers, and those with a plus sign, stay as typed.
  /// - Parameters:
  ///   - typed: what the person has typed so far.
  ///   - callingCode: `profile.callingCode` of the app configuration.
  public static func formatted(_ typed: String, callingCode: String) -> String {
    let digits = typed.unicodeScalars.filter { ("0"..."9").contains($0) }.map(Character.init)
    let isKnown = typed.unicodeScalars.allSatisfy { ("0"..."9").contains($0) || "()-. ".unicodeScalars.contains($0) }
    guard callingCode == "1", isKnown, (1...10).contains(digits.count) else { return typed }
    let area = String(digits.prefix(3))
    let exchange = String(digits.dropFirst(3).prefix(3))
    let line = String(digits.dropFirst(6))
    switch digits.count {
    case ...3: return "(\(area)"
    case ...6: return "(\(area)) \(exchange)"
    default: return "(\(area)) \(exchange)-\(line)"
    }
  }
}
