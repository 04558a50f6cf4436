// SPDX-License-Identifier: Apache-2.0

/// What strangers send or write, and the laws that hold whatever it is.
enum Target: String, CaseIterable {
  case events, policies, mailTemplates = "mail-templates", mailEvents = "mail-events", addresses
  case phoneNumbers = "phone-numbers", idTokens = "id-tokens"

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
    }
  }
}

/// A law that does not hold of an input.
struct BrokenLaw: Error, CustomStringConvertible {
  let description: String
}

/// - Parameter law: what should be so.
func hold(_ law: @autoclosure () -> String, _ isSo: Bool) throws {
  if !isSo { throw BrokenLaw(description: law()) }
}

extension [UInt8] {
  /// An input's first line and what is below it; nil where it has one line.
  var head: (line: [UInt8], rest: [UInt8])? {
    guard let end = firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    return (Array(self[..<end]), Array(self[(end + 1)...]))
  }

  var text: String { String(decoding: self, as: UTF8.self) }
}
