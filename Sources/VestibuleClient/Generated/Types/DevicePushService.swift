// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// The service that delivers push messages to the app on the device, with `pushToken`.
public struct DevicePushService: OpenEnumeration, Hashable {
  /// `apns`
  @_alwaysEmitIntoClient public static var apns: DevicePushService { DevicePushService(rawValue: "apns") }
  /// `fcm`
  @_alwaysEmitIntoClient public static var fcm: DevicePushService { DevicePushService(rawValue: "fcm") }

  /// The text of the value.
  public var rawValue: String { text.value }
  private let text: EnumerationText

  /// The value with this text.
  public init(rawValue: String) { text = EnumerationText(rawValue) }
}
