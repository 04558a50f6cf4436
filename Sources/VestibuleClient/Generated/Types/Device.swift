// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// The device of the session.
public struct Device: Codable, Hashable, Identifiable, Sendable {
  /// The app's own id of the device. At most 128 characters.
  public var id: String

  /// The kind of the device, such as `ios`, for lists of sessions. At most 32 characters.
  public var platform: String?

  /// What the person calls the device, such as `Kim's phone`, for lists of sessions. At most 100 characters.
  public var name: String?

  /// The service that delivers push messages to the app on the device, with `pushToken`.
  public var pushService: PushService?

  /// The app's token at the push service. It belongs to this session only, and ends with it. At most 4096 characters.
  public var pushToken: String?

  /// Creates a value, such as for a test or a preview.
  public init(
    id: String, platform: String? = nil, name: String? = nil, pushService: PushService? = nil, pushToken: String? = nil
  ) {
    self.id = id
    self.platform = platform
    self.name = name
    self.pushService = pushService
    self.pushToken = pushToken
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.id = try container.required("id")
    self.platform = try container.optional("platform")
    self.name = try container.optional("name")
    self.pushService = try container.optional("pushService")
    self.pushToken = try container.optional("pushToken")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(id, "id")
    try container.writeIfPresent(platform, "platform")
    try container.writeIfPresent(name, "name")
    try container.writeIfPresent(pushService, "pushService")
    try container.writeIfPresent(pushToken, "pushToken")
  }

  /// The service that delivers push messages to the app on the device, with `pushToken`.
  public struct PushService: OpenEnumeration {
    /// `apns`: Apple Push Notification service.
    public static let apns = PushService(rawValue: "apns")
    /// `fcm`: Firebase Cloud Messaging.
    public static let fcm = PushService(rawValue: "fcm")

    /// The value as the server writes it.
    public let rawValue: String

    /// The value with this text, also if this version of the kit does not know it.
    public init(rawValue: String) { self.rawValue = rawValue }
  }
}
