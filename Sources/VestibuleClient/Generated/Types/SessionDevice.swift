// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// The session device.
public struct SessionDevice: Codable, Hashable, Sendable {
  /// The id.
  public var id: String
  /// The platform.
  public var platform: String?
  /// The name.
  public var name: String?
  /// The push service.
  public var pushService: DevicePushService?

  /// Creates the value from its members.
  public init(id: String, platform: String? = nil, name: String? = nil, pushService: DevicePushService? = nil) {
    self.id = id
    self.platform = platform
    self.name = name
    self.pushService = pushService
  }
}
