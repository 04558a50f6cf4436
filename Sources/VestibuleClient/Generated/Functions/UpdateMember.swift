// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Sets profile fields of an invitee that the policy reserves for inviters. Exactly one of these is present:
/// `accountId`; `email`.
public struct UpdateMemberRequest: FunctionRequest {
  public typealias Answer = UpdateMemberResult

  /// The function that answers the request.
  public static let function = FunctionCall("update-member", at: "/update-member", for: .session)

  /// The app's own fields, as `profile.fields` of the policy defines them; null removes a field.
  public var profile: [String: JSONValue]
  /// An opaque id.
  public var accountId: String?
  /// A mail address (RFC 5321 with RFC 6531; no quoted local part, no address literal). UTS 46 must be able to
  /// map its domain to ASCII, which the pattern cannot check.
  public var email: String?

  /// Creates the value from its members.
  public init(profile: [String: JSONValue], accountId: String? = nil, email: String? = nil) {
    self.profile = profile
    self.accountId = accountId
    self.email = email
  }
}

/// The update member result.
public struct UpdateMemberResult: Codable, Hashable, Sendable {
  /// The member.
  public var member: UpdateMemberResultMember

  /// Creates the value from its members.
  public init(member: UpdateMemberResultMember) {
    self.member = member
  }
}

/// The update member result member.
public struct UpdateMemberResultMember: Codable, Hashable, Sendable {
  /// The account id.
  public var accountId: String
  /// The display name.
  public var displayName: String
  /// The profile.
  public var profile: [String: JSONValue]
  /// The email.
  public var email: String?

  /// Creates the value from its members.
  public init(accountId: String, displayName: String, profile: [String: JSONValue], email: String? = nil) {
    self.accountId = accountId
    self.displayName = displayName
    self.profile = profile
    self.email = email
  }
}
