// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// The device of the session.
public struct Device: Codable, Hashable, Sendable {
  /// The app's own id of the device.
  public var id: String
  /// The platform.
  public var platform: String?
  /// The name.
  public var name: String?
  /// The service that delivers push messages to the app on the device, with `pushToken`.
  public var pushService: DevicePushService?
  /// The app's token at the push service. It belongs to this session only, and ends with it.
  public var pushToken: String?

  /// Creates the value from its members.
  public init(
    id: String, platform: String? = nil, name: String? = nil, pushService: DevicePushService? = nil,
    pushToken: String? = nil
  ) {
    self.id = id
    self.platform = platform
    self.name = name
    self.pushService = pushService
    self.pushToken = pushToken
  }
}
