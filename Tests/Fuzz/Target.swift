// SPDX-License-Identifier: Apache-2.0

/// External input and its properties.
enum Target: String, CaseIterable {
  case events, policies
  case mailTemplates = "mail-templates"
  case mailEvents = "mail-events"
  case addresses
  case phoneNumbers = "phone-numbers"
  case idTokens = "id-tokens"
  case passkeys

  /// - Throws: `BrokenLaw`.
  func check(_ input: [UInt8]) throws {
    switch self {
    case .events: try EventLaws.check(input)
    case .policies: try PolicyLaws.check(input)
    case .mailTemplates: try MailTemplateLaws.check(input)
    case .mailEvents: try MailEventLaws.check(input)
    case .addresses: try AddressLaws.check(input)
    case .phoneNumbers: try PhoneNumberLaws.check(input)
    case .idTokens: try IDTokenLaws.check(input)
    case .passkeys: try PasskeyLaws.check(input)
    }
  }
}

/// A violated property.
struct BrokenLaw: Error, CustomStringConvertible {
  let description: String
}

/// - Parameter law: the property.
func hold(_ law: @autoclosure () -> String, _ isSo: Bool) throws {
  if !isSo { throw BrokenLaw(description: law()) }
}

extension [UInt8] {
  /// The first line and the rest; nil if there is one line.
  var head: (line: [UInt8], rest: [UInt8])? {
    guard let end = firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    return (Array(self[..<end]), Array(self[(end + 1)...]))
  }

  var text: String { String(decoding: self, as: UTF8.self) }
}
