// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// The device of the session; absent if the app named none.
public struct ExportAccountResultSessionDevice: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("ExportAccountResultSessionDevice") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The app's own id of the device.
  @_alwaysEmitIntoClient public var id: String {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// The kind of the device, such as `ios`; absent if the app did not name it.
  @_alwaysEmitIntoClient public var platform: String? {
    get { json[text: 1] }
    set { update { $0[text: 1] = newValue } }
  }

  /// What the person calls the device; absent if the app did not name it.
  @_alwaysEmitIntoClient public var name: String? {
    get { json[text: 2] }
    set { update { $0[text: 2] = newValue } }
  }

  /// The service that delivers push messages to the app on the device, with `pushToken`.
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

/// The state of a message in the outbox. `leased`: it is being sent; `unknown`: the connection was lost
/// before the mail server answered.
public struct ExportAccountResultMessageState: OpenEnumeration, Hashable {
  /// `queued`
  @_alwaysEmitIntoClient public static var queued: ExportAccountResultMessageState {
    ExportAccountResultMessageState(rawValue: "queued")
  }
  /// `leased`
  @_alwaysEmitIntoClient public static var leased: ExportAccountResultMessageState {
    ExportAccountResultMessageState(rawValue: "leased")
  }
  /// `sent`
  @_alwaysEmitIntoClient public static var sent: ExportAccountResultMessageState {
    ExportAccountResultMessageState(rawValue: "sent")
  }
  /// `failed`
  @_alwaysEmitIntoClient public static var failed: ExportAccountResultMessageState {
    ExportAccountResultMessageState(rawValue: "failed")
  }
  /// `unknown`
  @_alwaysEmitIntoClient public static var unknown: ExportAccountResultMessageState {
    ExportAccountResultMessageState(rawValue: "unknown")
  }
  /// `cancelled`
  @_alwaysEmitIntoClient public static var cancelled: ExportAccountResultMessageState {
    ExportAccountResultMessageState(rawValue: "cancelled")
  }

  /// The text of the value.
  public var rawValue: String { text.value }
  private let text: EnumerationText

  /// The value with this text.
  public init(rawValue: String) { text = EnumerationText(rawValue) }
}

/// What the mail server or the vendor reported afterwards; absent if nothing was reported.
public struct ExportAccountResultMessageOutcome: OpenEnumeration, Hashable {
  /// `delivered`
  @_alwaysEmitIntoClient public static var delivered: ExportAccountResultMessageOutcome {
    ExportAccountResultMessageOutcome(rawValue: "delivered")
  }
  /// `bounced`
  @_alwaysEmitIntoClient public static var bounced: ExportAccountResultMessageOutcome {
    ExportAccountResultMessageOutcome(rawValue: "bounced")
  }
  /// `complained`
  @_alwaysEmitIntoClient public static var complained: ExportAccountResultMessageOutcome {
    ExportAccountResultMessageOutcome(rawValue: "complained")
  }

  /// The text of the value.
  public var rawValue: String { text.value }
  private let text: EnumerationText

  /// The value with this text.
  public init(rawValue: String) { text = EnumerationText(rawValue) }
}

/// The device of the session; absent if the app named none.
public struct ExportAccountResultAuditItemDevice: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("ExportAccountResultAuditItemDevice") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The app's own id of the device.
  @_alwaysEmitIntoClient public var id: String {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// The kind of the device, such as `ios`; absent if the app did not name it.
  @_alwaysEmitIntoClient public var platform: String? {
    get { json[text: 1] }
    set { update { $0[text: 1] = newValue } }
  }

  /// What the person calls the device; absent if the app did not name it.
  @_alwaysEmitIntoClient public var name: String? {
    get { json[text: 2] }
    set { update { $0[text: 2] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(id: String, platform: String? = nil, name: String? = nil) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = id
    json[text: 1] = platform
    json[text: 2] = name
    self.json = json
  }
}

/// Why mails are not sent to the address: a mail bounced, the person complained or unsubscribed, or turned
/// off an address of Apple's relay.
public struct ExportAccountResultAccountSuppressionReason: OpenEnumeration, Hashable {
  /// `bounced`
  @_alwaysEmitIntoClient public static var bounced: ExportAccountResultAccountSuppressionReason {
    ExportAccountResultAccountSuppressionReason(rawValue: "bounced")
  }
  /// `complained`
  @_alwaysEmitIntoClient public static var complained: ExportAccountResultAccountSuppressionReason {
    ExportAccountResultAccountSuppressionReason(rawValue: "complained")
  }
  /// `unsubscribed`
  @_alwaysEmitIntoClient public static var unsubscribed: ExportAccountResultAccountSuppressionReason {
    ExportAccountResultAccountSuppressionReason(rawValue: "unsubscribed")
  }
  /// `disabled`
  @_alwaysEmitIntoClient public static var disabled: ExportAccountResultAccountSuppressionReason {
    ExportAccountResultAccountSuppressionReason(rawValue: "disabled")
  }

  /// The text of the value.
  public var rawValue: String { text.value }
  private let text: EnumerationText

  /// The value with this text.
  public init(rawValue: String) { text = EnumerationText(rawValue) }
}
