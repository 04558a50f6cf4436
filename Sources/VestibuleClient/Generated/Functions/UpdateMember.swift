// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Sets profile fields of an invitee that the policy reserves for inviters. Exactly one of these is present:
/// `accountId`; `email`.
public struct UpdateMemberRequest: FunctionRequest, Equatable {
  public typealias Answer = UpdateMemberResult

  /// The function that answers the request.
  @_alwaysEmitIntoClient public static var function: FunctionCall {
    FunctionCall("update-member", at: "/update-member", for: .session)
  }

  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("UpdateMemberRequest") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The app's own fields, as `profile.fields` of the policy defines them; null removes a field.
  @_alwaysEmitIntoClient public var profile: [String: JSONValue] {
    get { json[values: 0] }
    set { update { $0[values: 0] = newValue } }
  }

  /// The account to change.
  @_alwaysEmitIntoClient public var accountId: String? {
    get { json[text: 1] }
    set { update { $0[text: 1] = newValue } }
  }

  /// A mail address (RFC 5321 with RFC 6531; no quoted local part, no address literal). UTS 46 must be able to
  /// map its domain to ASCII, which the pattern cannot check.
  @_alwaysEmitIntoClient public var email: String? {
    get { json[text: 2] }
    set { update { $0[text: 2] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(profile: [String: JSONValue], accountId: String? = nil, email: String? = nil) {
    var json = JSONMembers(Self.shape)
    json[values: 0] = profile
    json[text: 1] = accountId
    json[text: 2] = email
    self.json = json
  }
}

/// The update member result.
public struct UpdateMemberResult: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("UpdateMemberResult") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The changed account.
  @_alwaysEmitIntoClient public var member: UpdateMemberResultMember {
    get { json[object: 0] }
    set { update { $0[object: 0] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(member: UpdateMemberResultMember) {
    var json = JSONMembers(Self.shape)
    json[object: 0] = member
    self.json = json
  }
}

/// The changed account.
public struct UpdateMemberResultMember: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("UpdateMemberResultMember") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The account's id.
  @_alwaysEmitIntoClient public var accountId: String {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// The name that others see.
  @_alwaysEmitIntoClient public var displayName: String {
    get { json[text: 1] }
    set { update { $0[text: 1] = newValue } }
  }

  /// The app's own fields, by name.
  @_alwaysEmitIntoClient public var profile: [String: JSONValue] {
    get { json[values: 2] }
    set { update { $0[values: 2] = newValue } }
  }

  /// The account's address; null if the provider gave none.
  @_alwaysEmitIntoClient public var email: String? {
    get { json[text: 3] }
    set { update { $0[text: 3] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    accountId: String, displayName: String, profile: [String: JSONValue], email: String? = nil
  ) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = accountId
    json[text: 1] = displayName
    json[values: 2] = profile
    json[text: 3] = email
    self.json = json
  }
}
