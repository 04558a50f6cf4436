// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// The service that delivers push messages to the app on the device, with `pushToken`.
public enum DevicePushService: RawRepresentable, Codable, Hashable, Sendable {
  /// `apns`
  case apns
  /// `fcm`
  case fcm
  /// A value that this version of the kit does not know.
  case other(String)

  /// The value with this text.
  public init(rawValue: String) {
    self =
      switch rawValue {
      case "apns": .apns
      case "fcm": .fcm
      default: .other(rawValue)
      }
  }

  /// The text of the value.
  public var rawValue: String {
    switch self {
    case .apns: "apns"
    case .fcm: "fcm"
    case .other(let text): text
    }
  }
}
