// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// The session device.
public struct SessionDevice: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("SessionDevice") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The id.
  @_alwaysEmitIntoClient public var id: String {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// The platform.
  @_alwaysEmitIntoClient public var platform: String? {
    get { json[text: 1] }
    set { update { $0[text: 1] = newValue } }
  }

  /// The name.
  @_alwaysEmitIntoClient public var name: String? {
    get { json[text: 2] }
    set { update { $0[text: 2] = newValue } }
  }

  /// The push service.
  @_alwaysEmitIntoClient public var pushService: DevicePushService? {
    get { json[choice: 3] }
    set { update { $0[choice: 3] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    id: String, platform: String? = nil, name: String? = nil, pushService: DevicePushService? = nil
  ) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = id
    json[text: 1] = platform
    json[text: 2] = name
    json[choice: 3] = pushService
    self.json = json
  }
}
