// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// The session device.
public struct SessionDevice: JSONObject {
  /// The names and types of the members.
  public static var shape: JSONShape { JSONShape("SessionDevice") }

  /// The values of the members.
  public var json: JSONMembers

  /// The object with these members.
  public init(json: JSONMembers) { self.json = json }

  /// The id.
  @_alwaysEmitIntoClient public var id: String {
    get { json[text: 0] }
    set { json[text: 0] = newValue }
  }

  /// The platform.
  @_alwaysEmitIntoClient public var platform: String? {
    get { json[text: 1] }
    set { json[text: 1] = newValue }
  }

  /// The name.
  @_alwaysEmitIntoClient public var name: String? {
    get { json[text: 2] }
    set { json[text: 2] = newValue }
  }

  /// The push service.
  @_alwaysEmitIntoClient public var pushService: DevicePushService? {
    get { json[choice: 3] }
    set { json[choice: 3] = newValue }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    id: String, platform: String? = nil, name: String? = nil, pushService: DevicePushService? = nil
  ) {
    json = JSONMembers(Self.shape)
    self.id = id
    self.platform = platform
    self.name = name
    self.pushService = pushService
  }
}
