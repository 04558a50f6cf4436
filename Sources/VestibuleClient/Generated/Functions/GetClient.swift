// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// Returns one client with its invitation, the deliveries of its messages, and its workouts.
public struct GetClientRequest: FunctionRequest, Equatable {
  public typealias Answer = GetClientResult

  /// The function that answers the request.
  @_alwaysEmitIntoClient public static var function: FunctionCall {
    FunctionCall("get-client", at: "/get-client", for: .session)
  }

  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("GetClientRequest") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The client to show.
  @_alwaysEmitIntoClient public var clientId: String {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(clientId: String) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = clientId
    self.json = json
  }
}

/// The get client result.
public struct GetClientResult: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("GetClientResult") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// An inviter's record of a person. Only the inviter sees `notes`.
  @_alwaysEmitIntoClient public var client: ClientRecord {
    get { json[object: 0] }
    set { update { $0[object: 0] = newValue } }
  }

  /// An invitation; `status` is the one at the time of reading.
  @_alwaysEmitIntoClient public var invitation: Invitation {
    get { json[object: 1] }
    set { update { $0[object: 1] = newValue } }
  }

  /// The latest messages that offered the invitation, oldest first, as long as `retention.mailDays` keeps them.
  @_alwaysEmitIntoClient public var deliveries: [GetClientResultDelivery] {
    get { json[objects: 2] }
    set { update { $0[objects: 2] = newValue } }
  }

  /// The first page of `list-workouts`.
  @_alwaysEmitIntoClient public var workouts: [Workout] {
    get { json[objects: 3] }
    set { update { $0[objects: 3] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    client: ClientRecord, invitation: Invitation, deliveries: [GetClientResultDelivery], workouts: [Workout]
  ) {
    var json = JSONMembers(Self.shape)
    json[object: 0] = client
    json[object: 1] = invitation
    json[objects: 2] = deliveries
    json[objects: 3] = workouts
    self.json = json
  }
}

/// A message that offered the invitation, and what became of it.
public struct GetClientResultDelivery: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("GetClientResultDelivery") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// When it got its status.
  @_alwaysEmitIntoClient public var at: Date {
    get { json[date: 0] }
    set { update { $0[date: 0] = newValue } }
  }

  /// `cancelled`: the invitation ended or was sent again before the message was sent.
  @_alwaysEmitIntoClient public var status: GetClientResultDeliveryStatus {
    get { json[choice: 1] }
    set { update { $0[choice: 1] = newValue } }
  }

  /// Why it bounced or failed. Only `address` suppresses the address.
  @_alwaysEmitIntoClient public var reason: GetClientResultDeliveryReason? {
    get { json[choice: 2] }
    set { update { $0[choice: 2] = newValue } }
  }

  /// What the mail server or the vendor said, without mail addresses. `suppressed`: the address gets no more
  /// mail.
  @_alwaysEmitIntoClient public var text: String? {
    get { json[text: 3] }
    set { update { $0[text: 3] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    at: Date, status: GetClientResultDeliveryStatus, reason: GetClientResultDeliveryReason? = nil, text: String? = nil
  ) {
    var json = JSONMembers(Self.shape)
    json[date: 0] = at
    json[choice: 1] = status
    json[choice: 2] = reason
    json[text: 3] = text
    self.json = json
  }
}

/// `cancelled`: the invitation ended or was sent again before the message was sent.
public struct GetClientResultDeliveryStatus: OpenEnumeration, Hashable {
  /// `queued`
  @_alwaysEmitIntoClient public static var queued: GetClientResultDeliveryStatus {
    GetClientResultDeliveryStatus(rawValue: "queued")
  }
  /// `sent`
  @_alwaysEmitIntoClient public static var sent: GetClientResultDeliveryStatus {
    GetClientResultDeliveryStatus(rawValue: "sent")
  }
  /// `delayed`
  @_alwaysEmitIntoClient public static var delayed: GetClientResultDeliveryStatus {
    GetClientResultDeliveryStatus(rawValue: "delayed")
  }
  /// `delivered`
  @_alwaysEmitIntoClient public static var delivered: GetClientResultDeliveryStatus {
    GetClientResultDeliveryStatus(rawValue: "delivered")
  }
  /// `bounced`
  @_alwaysEmitIntoClient public static var bounced: GetClientResultDeliveryStatus {
    GetClientResultDeliveryStatus(rawValue: "bounced")
  }
  /// `failed`
  @_alwaysEmitIntoClient public static var failed: GetClientResultDeliveryStatus {
    GetClientResultDeliveryStatus(rawValue: "failed")
  }
  /// `unknown`
  @_alwaysEmitIntoClient public static var unknown: GetClientResultDeliveryStatus {
    GetClientResultDeliveryStatus(rawValue: "unknown")
  }
  /// `cancelled`
  @_alwaysEmitIntoClient public static var cancelled: GetClientResultDeliveryStatus {
    GetClientResultDeliveryStatus(rawValue: "cancelled")
  }

  /// The text of the value.
  public var rawValue: String { text.value }
  private let text: EnumerationText

  /// The value with this text.
  public init(rawValue: String) { text = EnumerationText(rawValue) }
}

/// Why it bounced or failed. Only `address` suppresses the address.
public struct GetClientResultDeliveryReason: OpenEnumeration, Hashable {
  /// `address`
  @_alwaysEmitIntoClient public static var address: GetClientResultDeliveryReason {
    GetClientResultDeliveryReason(rawValue: "address")
  }
  /// `mailbox-full`
  @_alwaysEmitIntoClient public static var mailboxFull: GetClientResultDeliveryReason {
    GetClientResultDeliveryReason(rawValue: "mailbox-full")
  }
  /// `policy`
  @_alwaysEmitIntoClient public static var policy: GetClientResultDeliveryReason {
    GetClientResultDeliveryReason(rawValue: "policy")
  }
  /// `content`
  @_alwaysEmitIntoClient public static var content: GetClientResultDeliveryReason {
    GetClientResultDeliveryReason(rawValue: "content")
  }
  /// `sender`
  @_alwaysEmitIntoClient public static var sender: GetClientResultDeliveryReason {
    GetClientResultDeliveryReason(rawValue: "sender")
  }
  /// `dropped`
  @_alwaysEmitIntoClient public static var dropped: GetClientResultDeliveryReason {
    GetClientResultDeliveryReason(rawValue: "dropped")
  }
  /// `expired`
  @_alwaysEmitIntoClient public static var expired: GetClientResultDeliveryReason {
    GetClientResultDeliveryReason(rawValue: "expired")
  }
  /// `other`
  @_alwaysEmitIntoClient public static var other: GetClientResultDeliveryReason {
    GetClientResultDeliveryReason(rawValue: "other")
  }

  /// The text of the value.
  public var rawValue: String { text.value }
  private let text: EnumerationText

  /// The value with this text.
  public init(rawValue: String) { text = EnumerationText(rawValue) }
}
