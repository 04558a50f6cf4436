// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// An invitation to the person.
public struct ExportAccountResultInvitation: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("ExportAccountResultInvitation") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The id of the invitation.
  @_alwaysEmitIntoClient public var id: String {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// The id of the inviter's record of the person.
  @_alwaysEmitIntoClient public var clientId: String {
    get { json[text: 1] }
    set { update { $0[text: 1] = newValue } }
  }

  /// The address that was invited.
  @_alwaysEmitIntoClient public var email: String {
    get { json[text: 2] }
    set { update { $0[text: 2] = newValue } }
  }

  /// As stored: an invitation that has expired is `pending` until `expire-invitations` marks it.
  @_alwaysEmitIntoClient public var status: InvitationStatus {
    get { json[choice: 3] }
    set { update { $0[choice: 3] = newValue } }
  }

  /// How an invitation's code reaches the person: by mail, by a link that the inviter passes on, or as a text
  /// message.
  @_alwaysEmitIntoClient public var channel: InvitationChannel {
    get { json[choice: 4] }
    set { update { $0[choice: 4] = newValue } }
  }

  /// When it was last sent.
  @_alwaysEmitIntoClient public var sentAt: Date {
    get { json[date: 5] }
    set { update { $0[date: 5] = newValue } }
  }

  /// When it ends: at noon UTC of the day after its last day.
  @_alwaysEmitIntoClient public var expiresAt: Date {
    get { json[date: 6] }
    set { update { $0[date: 6] = newValue } }
  }

  /// How often it was sent again.
  @_alwaysEmitIntoClient public var resendCount: Int {
    get { json[integer: 7] }
    set { update { $0[integer: 7] = newValue } }
  }

  /// The state of the invitation's mail or text message; absent with the channel `link`.
  @_alwaysEmitIntoClient public var delivery: InvitationDelivery? {
    get { json[choice: 8] }
    set { update { $0[choice: 8] = newValue } }
  }

  /// The role of the account that accepts; absent for the invitee's.
  @_alwaysEmitIntoClient public var role: String? {
    get { json[text: 9] }
    set { update { $0[text: 9] = newValue } }
  }

  /// When it was accepted; absent if it was not.
  @_alwaysEmitIntoClient public var acceptedAt: Date? {
    get { json[date: 10] }
    set { update { $0[date: 10] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    id: String, clientId: String, email: String, status: InvitationStatus, channel: InvitationChannel, sentAt: Date,
    expiresAt: Date, resendCount: Int, delivery: InvitationDelivery? = nil, role: String? = nil, acceptedAt: Date? = nil
  ) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = id
    json[text: 1] = clientId
    json[text: 2] = email
    json[choice: 3] = status
    json[choice: 4] = channel
    json[date: 5] = sentAt
    json[date: 6] = expiresAt
    json[integer: 7] = resendCount
    json[choice: 8] = delivery
    json[text: 9] = role
    json[date: 10] = acceptedAt
    self.json = json
  }
}

/// A mail or text message to the person, without its content.
public struct ExportAccountResultMessage: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("ExportAccountResultMessage") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The id of the message.
  @_alwaysEmitIntoClient public var id: String {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// The template.
  @_alwaysEmitIntoClient public var kind: String {
    get { json[text: 1] }
    set { update { $0[text: 1] = newValue } }
  }

  /// The language of the message (BCP 47).
  @_alwaysEmitIntoClient public var locale: String {
    get { json[text: 2] }
    set { update { $0[text: 2] = newValue } }
  }

  /// The address or telephone number to which it goes.
  @_alwaysEmitIntoClient public var recipient: String {
    get { json[text: 3] }
    set { update { $0[text: 3] = newValue } }
  }

  /// The state of a message in the outbox. `leased`: it is being sent; `unknown`: the connection was lost
  /// before the mail server answered.
  @_alwaysEmitIntoClient public var state: ExportAccountResultMessageState {
    get { json[choice: 4] }
    set { update { $0[choice: 4] = newValue } }
  }

  /// When it was queued.
  @_alwaysEmitIntoClient public var createdAt: Date {
    get { json[date: 5] }
    set { update { $0[date: 5] = newValue } }
  }

  /// The invitation that it offers; absent for other messages.
  @_alwaysEmitIntoClient public var invitationId: String? {
    get { json[text: 6] }
    set { update { $0[text: 6] = newValue } }
  }

  /// When it was sent, given up or cancelled; absent until then.
  @_alwaysEmitIntoClient public var endedAt: Date? {
    get { json[date: 7] }
    set { update { $0[date: 7] = newValue } }
  }

  /// Why it was not sent; absent if it was, or may still be.
  @_alwaysEmitIntoClient public var failure: String? {
    get { json[text: 8] }
    set { update { $0[text: 8] = newValue } }
  }

  /// What the mail server or the vendor reported afterwards; absent if nothing was reported.
  @_alwaysEmitIntoClient public var outcome: ExportAccountResultMessageOutcome? {
    get { json[choice: 9] }
    set { update { $0[choice: 9] = newValue } }
  }

  /// When the outcome was reported; absent without `outcome`.
  @_alwaysEmitIntoClient public var outcomeAt: Date? {
    get { json[date: 10] }
    set { update { $0[date: 10] = newValue } }
  }

  /// The words of that report; absent if it had none.
  @_alwaysEmitIntoClient public var outcomeDetail: String? {
    get { json[text: 11] }
    set { update { $0[text: 11] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    id: String, kind: String, locale: String, recipient: String, state: ExportAccountResultMessageState,
    createdAt: Date, invitationId: String? = nil, endedAt: Date? = nil, failure: String? = nil,
    outcome: ExportAccountResultMessageOutcome? = nil, outcomeAt: Date? = nil, outcomeDetail: String? = nil
  ) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = id
    json[text: 1] = kind
    json[text: 2] = locale
    json[text: 3] = recipient
    json[choice: 4] = state
    json[date: 5] = createdAt
    json[text: 6] = invitationId
    json[date: 7] = endedAt
    json[text: 8] = failure
    json[choice: 9] = outcome
    json[date: 10] = outcomeAt
    json[text: 11] = outcomeDetail
    self.json = json
  }
}

/// A device from which the person has signed in.
public struct ExportAccountResultDevice: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("ExportAccountResultDevice") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The app's own id of the device.
  @_alwaysEmitIntoClient public var id: String {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// When the person first signed in from it.
  @_alwaysEmitIntoClient public var firstUsedAt: Date {
    get { json[date: 1] }
    set { update { $0[date: 1] = newValue } }
  }

  /// When the person last signed in from it.
  @_alwaysEmitIntoClient public var lastUsedAt: Date {
    get { json[date: 2] }
    set { update { $0[date: 2] = newValue } }
  }

  /// The kind of the device, such as `ios`; absent if the app did not name it.
  @_alwaysEmitIntoClient public var platform: String? {
    get { json[text: 3] }
    set { update { $0[text: 3] = newValue } }
  }

  /// What the person calls the device; absent if the app did not name it.
  @_alwaysEmitIntoClient public var name: String? {
    get { json[text: 4] }
    set { update { $0[text: 4] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    id: String, firstUsedAt: Date, lastUsedAt: Date, platform: String? = nil, name: String? = nil
  ) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = id
    json[date: 1] = firstUsedAt
    json[date: 2] = lastUsedAt
    json[text: 3] = platform
    json[text: 4] = name
    self.json = json
  }
}
