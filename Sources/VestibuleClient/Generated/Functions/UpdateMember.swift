// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Sets profile fields of an invitee that the policy reserves for inviters. Exactly one of these is present:
/// `accountId`; `email`.
public struct UpdateMemberRequest: FunctionRequest {
  public typealias Answer = UpdateMemberResult

  /// The function that answers the request.
  public static let function = FunctionCall("update-member", at: "/update-member", for: .session)

  /// The names and types of the members.
  public static var shape: JSONShape { JSONShape("UpdateMemberRequest") }

  /// The values of the members.
  public var json: JSONMembers

  /// The object with these members.
  public init(json: JSONMembers) { self.json = json }

  /// The app's own fields, as `profile.fields` of the policy defines them; null removes a field.
  @_alwaysEmitIntoClient public var profile: [String: JSONValue] {
    get { json[values: 0] }
    set { json[values: 0] = newValue }
  }

  /// An opaque id.
  @_alwaysEmitIntoClient public var accountId: String? {
    get { json[text: 1] }
    set { json[text: 1] = newValue }
  }

  /// A mail address (RFC 5321 with RFC 6531; no quoted local part, no address literal). UTS 46 must be able to
  /// map its domain to ASCII, which the pattern cannot check.
  @_alwaysEmitIntoClient public var email: String? {
    get { json[text: 2] }
    set { json[text: 2] = newValue }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(profile: [String: JSONValue], accountId: String? = nil, email: String? = nil) {
    json = JSONMembers(Self.shape)
    self.profile = profile
    self.accountId = accountId
    self.email = email
  }
}

/// The update member result.
public struct UpdateMemberResult: JSONObject {
  /// The names and types of the members.
  public static var shape: JSONShape { JSONShape("UpdateMemberResult") }

  /// The values of the members.
  public var json: JSONMembers

  /// The object with these members.
  public init(json: JSONMembers) { self.json = json }

  /// The member.
  @_alwaysEmitIntoClient public var member: UpdateMemberResultMember {
    get { json[object: 0] }
    set { json[object: 0] = newValue }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(member: UpdateMemberResultMember) {
    json = JSONMembers(Self.shape)
    self.member = member
  }
}

/// The update member result member.
public struct UpdateMemberResultMember: JSONObject {
  /// The names and types of the members.
  public static var shape: JSONShape { JSONShape("UpdateMemberResultMember") }

  /// The values of the members.
  public var json: JSONMembers

  /// The object with these members.
  public init(json: JSONMembers) { self.json = json }

  /// The account id.
  @_alwaysEmitIntoClient public var accountId: String {
    get { json[text: 0] }
    set { json[text: 0] = newValue }
  }

  /// The display name.
  @_alwaysEmitIntoClient public var displayName: String {
    get { json[text: 1] }
    set { json[text: 1] = newValue }
  }

  /// The profile.
  @_alwaysEmitIntoClient public var profile: [String: JSONValue] {
    get { json[values: 2] }
    set { json[values: 2] = newValue }
  }

  /// The email.
  @_alwaysEmitIntoClient public var email: String? {
    get { json[text: 3] }
    set { json[text: 3] = newValue }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    accountId: String, displayName: String, profile: [String: JSONValue], email: String? = nil
  ) {
    json = JSONMembers(Self.shape)
    self.accountId = accountId
    self.displayName = displayName
    self.profile = profile
    self.email = email
  }
}
