// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// The device of the session.
public struct Device: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("Device") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The app's own id of the device.
  @_alwaysEmitIntoClient public var id: String {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// The kind of the device, such as `ios`, for lists of sessions.
  @_alwaysEmitIntoClient public var platform: String? {
    get { json[text: 1] }
    set { update { $0[text: 1] = newValue } }
  }

  /// What the person calls the device, such as `Kim's phone`, for lists of sessions.
  @_alwaysEmitIntoClient public var name: String? {
    get { json[text: 2] }
    set { update { $0[text: 2] = newValue } }
  }

  /// The service that delivers push messages to the app on the device, with `pushToken`.
  @_alwaysEmitIntoClient public var pushService: DevicePushService? {
    get { json[choice: 3] }
    set { update { $0[choice: 3] = newValue } }
  }

  /// The app's token at the push service. It belongs to this session only, and ends with it.
  @_alwaysEmitIntoClient public var pushToken: String? {
    get { json[text: 4] }
    set { update { $0[text: 4] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    id: String, platform: String? = nil, name: String? = nil, pushService: DevicePushService? = nil,
    pushToken: String? = nil
  ) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = id
    json[text: 1] = platform
    json[text: 2] = name
    json[choice: 3] = pushService
    json[text: 4] = pushToken
    self.json = json
  }
}
