// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// A session of the account.
public struct ExportAccountResultSession: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("ExportAccountResultSession") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The id of the session.
  @_alwaysEmitIntoClient public var id: String {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// When the person signed in.
  @_alwaysEmitIntoClient public var createdAt: Date {
    get { json[date: 1] }
    set { update { $0[date: 1] = newValue } }
  }

  /// When its tokens were last refreshed.
  @_alwaysEmitIntoClient public var lastUsedAt: Date {
    get { json[date: 2] }
    set { update { $0[date: 2] = newValue } }
  }

  /// When it ends if it is not used.
  @_alwaysEmitIntoClient public var expiresAt: Date {
    get { json[date: 3] }
    set { update { $0[date: 3] = newValue } }
  }

  /// When it ends, also if it is used.
  @_alwaysEmitIntoClient public var endsAt: Date {
    get { json[date: 4] }
    set { update { $0[date: 4] = newValue } }
  }

  /// The device of the session; absent if the app named none.
  @_alwaysEmitIntoClient public var device: ExportAccountResultSessionDevice? {
    get { json[object: 5] }
    set { update { $0[object: 5] = newValue } }
  }

  /// The network address of its last use; absent if it is not known.
  @_alwaysEmitIntoClient public var address: String? {
    get { json[text: 6] }
    set { update { $0[text: 6] = newValue } }
  }

  /// The country of the sign-in (ISO 3166-1); absent if it is not known.
  @_alwaysEmitIntoClient public var country: String? {
    get { json[text: 7] }
    set { update { $0[text: 7] = newValue } }
  }

  /// When the person last proved who they are.
  @_alwaysEmitIntoClient public var authenticatedAt: Date? {
    get { json[date: 8] }
    set { update { $0[date: 8] = newValue } }
  }

  /// When the person last passed a second factor; absent if they never have.
  @_alwaysEmitIntoClient public var factorAt: Date? {
    get { json[date: 9] }
    set { update { $0[date: 9] = newValue } }
  }

  /// When it was ended; absent if it was not.
  @_alwaysEmitIntoClient public var endedAt: Date? {
    get { json[date: 10] }
    set { update { $0[date: 10] = newValue } }
  }

  /// Why it was ended, such as a sign-out; absent if it was not.
  @_alwaysEmitIntoClient public var endReason: String? {
    get { json[text: 11] }
    set { update { $0[text: 11] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    id: String, createdAt: Date, lastUsedAt: Date, expiresAt: Date, endsAt: Date,
    device: ExportAccountResultSessionDevice? = nil, address: String? = nil, country: String? = nil,
    authenticatedAt: Date? = nil, factorAt: Date? = nil, endedAt: Date? = nil, endReason: String? = nil
  ) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = id
    json[date: 1] = createdAt
    json[date: 2] = lastUsedAt
    json[date: 3] = expiresAt
    json[date: 4] = endsAt
    json[object: 5] = device
    json[text: 6] = address
    json[text: 7] = country
    json[date: 8] = authenticatedAt
    json[date: 9] = factorAt
    json[date: 10] = endedAt
    json[text: 11] = endReason
    self.json = json
  }
}

/// A second factor, without its secret.
public struct ExportAccountResultFactor: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("ExportAccountResultFactor") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The id of the factor.
  @_alwaysEmitIntoClient public var id: String {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// `totp` for an authenticator app, or `passkey`.
  @_alwaysEmitIntoClient public var type: String {
    get { json[text: 1] }
    set { update { $0[text: 1] = newValue } }
  }

  /// When the person began to enroll it.
  @_alwaysEmitIntoClient public var createdAt: Date {
    get { json[date: 2] }
    set { update { $0[date: 2] = newValue } }
  }

  /// The person's name for the factor; absent if they gave none.
  @_alwaysEmitIntoClient public var name: String? {
    get { json[text: 3] }
    set { update { $0[text: 3] = newValue } }
  }

  /// When the person confirmed it; absent until then.
  @_alwaysEmitIntoClient public var confirmedAt: Date? {
    get { json[date: 4] }
    set { update { $0[date: 4] = newValue } }
  }

  /// When it was last used; absent if it never was.
  @_alwaysEmitIntoClient public var lastUsedAt: Date? {
    get { json[date: 5] }
    set { update { $0[date: 5] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    id: String, type: String, createdAt: Date, name: String? = nil, confirmedAt: Date? = nil, lastUsedAt: Date? = nil
  ) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = id
    json[text: 1] = type
    json[date: 2] = createdAt
    json[text: 3] = name
    json[date: 4] = confirmedAt
    json[date: 5] = lastUsedAt
    self.json = json
  }
}

/// A consent of the person to a version of the terms.
public struct ExportAccountResultConsent: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("ExportAccountResultConsent") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The version of the terms that the person agreed to.
  @_alwaysEmitIntoClient public var version: String {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// When the person agreed.
  @_alwaysEmitIntoClient public var givenAt: Date {
    get { json[date: 1] }
    set { update { $0[date: 1] = newValue } }
  }

  /// The day of birth that the person stated, such as `2010-05-31`; absent if none was asked.
  @_alwaysEmitIntoClient public var birthDate: String? {
    get { json[text: 2] }
    set { update { $0[text: 2] = newValue } }
  }

  /// The address of the parent or guardian that the person named; absent if none was needed.
  @_alwaysEmitIntoClient public var guardianEmail: String? {
    get { json[text: 3] }
    set { update { $0[text: 3] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    version: String, givenAt: Date, birthDate: String? = nil, guardianEmail: String? = nil
  ) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = version
    json[date: 1] = givenAt
    json[text: 2] = birthDate
    json[text: 3] = guardianEmail
    self.json = json
  }
}
