// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// How an invitation's code reaches the person: by mail, by a link that the inviter passes on, or as a text
/// message.
public struct InvitationChannel: OpenEnumeration, Hashable {
  /// `mail`
  @_alwaysEmitIntoClient public static var mail: InvitationChannel { InvitationChannel(rawValue: "mail") }
  /// `link`
  @_alwaysEmitIntoClient public static var link: InvitationChannel { InvitationChannel(rawValue: "link") }
  /// `sms`
  @_alwaysEmitIntoClient public static var sms: InvitationChannel { InvitationChannel(rawValue: "sms") }

  /// The text of the value.
  public var rawValue: String { text.value }
  private let text: EnumerationText

  /// The value with this text.
  public init(rawValue: String) { text = EnumerationText(rawValue) }
}
