// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// How an invitation's code reaches the person: by mail, by a link that the inviter passes on, or as a text message.
public struct InvitationChannel: OpenEnumeration {
  /// `mail`: the server sends a mail. Only this channel proves the address.
  public static let mail = InvitationChannel(rawValue: "mail")
  /// `link`: the inviter passes on the link, the short code or the QR code.
  public static let link = InvitationChannel(rawValue: "link")
  /// `sms`: the server sends a text message.
  public static let sms = InvitationChannel(rawValue: "sms")

  /// The value as the server writes it.
  public let rawValue: String

  /// The value with this text, also if this version of the kit does not know it.
  public init(rawValue: String) { self.rawValue = rawValue }
}
