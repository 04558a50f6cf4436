// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// How an invitation's code reaches the person: by mail, by a link that the inviter passes on, or as a text
/// message.
public enum InvitationChannel: RawRepresentable, Codable, Hashable, Sendable {
  /// `mail`
  case mail
  /// `link`
  case link
  /// `sms`
  case sms
  /// A value that this version of the kit does not know.
  case other(String)

  /// The value with this text.
  public init(rawValue: String) {
    self =
      switch rawValue {
      case "mail": .mail
      case "link": .link
      case "sms": .sms
      default: .other(rawValue)
      }
  }

  /// The text of the value.
  public var rawValue: String {
    switch self {
    case .mail: "mail"
    case .link: "link"
    case .sms: "sms"
    case .other(let text): text
    }
  }
}
