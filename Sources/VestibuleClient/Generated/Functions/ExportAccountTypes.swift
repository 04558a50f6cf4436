// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// The export account result identity.
public struct ExportAccountResultIdentity: JSONObject {
  /// The names and types of the members.
  public static var shape: JSONShape { JSONShape("ExportAccountResultIdentity") }

  /// The values of the members.
  public var json: JSONMembers

  /// The object with these members.
  public init(json: JSONMembers) { self.json = json }

  /// The provider.
  @_alwaysEmitIntoClient public var provider: String {
    get { json[text: 0] }
    set { json[text: 0] = newValue }
  }

  /// The issuer.
  @_alwaysEmitIntoClient public var issuer: String {
    get { json[text: 1] }
    set { json[text: 1] = newValue }
  }

  /// The subject.
  @_alwaysEmitIntoClient public var subject: String {
    get { json[text: 2] }
    set { json[text: 2] = newValue }
  }

  /// A timestamp (RFC 3339) in UTC.
  @_alwaysEmitIntoClient public var createdAt: Date {
    get { json[date: 3] }
    set { json[date: 3] = newValue }
  }

  /// A timestamp (RFC 3339) in UTC.
  @_alwaysEmitIntoClient public var usedAt: Date? {
    get { json[date: 4] }
    set { json[date: 4] = newValue }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    provider: String, issuer: String, subject: String, createdAt: Date, usedAt: Date? = nil
  ) {
    json = JSONMembers(Self.shape)
    self.provider = provider
    self.issuer = issuer
    self.subject = subject
    self.createdAt = createdAt
    self.usedAt = usedAt
  }
}

/// The export account result session.
public struct ExportAccountResultSession: JSONObject {
  /// The names and types of the members.
  public static var shape: JSONShape { JSONShape("ExportAccountResultSession") }

  /// The values of the members.
  public var json: JSONMembers

  /// The object with these members.
  public init(json: JSONMembers) { self.json = json }

  /// The id.
  @_alwaysEmitIntoClient public var id: String {
    get { json[text: 0] }
    set { json[text: 0] = newValue }
  }

  /// A timestamp (RFC 3339) in UTC.
  @_alwaysEmitIntoClient public var createdAt: Date {
    get { json[date: 1] }
    set { json[date: 1] = newValue }
  }

  /// A timestamp (RFC 3339) in UTC.
  @_alwaysEmitIntoClient public var lastUsedAt: Date {
    get { json[date: 2] }
    set { json[date: 2] = newValue }
  }

  /// A timestamp (RFC 3339) in UTC.
  @_alwaysEmitIntoClient public var expiresAt: Date {
    get { json[date: 3] }
    set { json[date: 3] = newValue }
  }

  /// A timestamp (RFC 3339) in UTC.
  @_alwaysEmitIntoClient public var endsAt: Date {
    get { json[date: 4] }
    set { json[date: 4] = newValue }
  }

  /// The device.
  @_alwaysEmitIntoClient public var device: SessionDevice? {
    get { json[object: 5] }
    set { json[object: 5] = newValue }
  }

  /// The address.
  @_alwaysEmitIntoClient public var address: String? {
    get { json[text: 6] }
    set { json[text: 6] = newValue }
  }

  /// The country.
  @_alwaysEmitIntoClient public var country: String? {
    get { json[text: 7] }
    set { json[text: 7] = newValue }
  }

  /// A timestamp (RFC 3339) in UTC.
  @_alwaysEmitIntoClient public var authenticatedAt: Date? {
    get { json[date: 8] }
    set { json[date: 8] = newValue }
  }

  /// A timestamp (RFC 3339) in UTC.
  @_alwaysEmitIntoClient public var factorAt: Date? {
    get { json[date: 9] }
    set { json[date: 9] = newValue }
  }

  /// A timestamp (RFC 3339) in UTC.
  @_alwaysEmitIntoClient public var endedAt: Date? {
    get { json[date: 10] }
    set { json[date: 10] = newValue }
  }

  /// The end reason.
  @_alwaysEmitIntoClient public var endReason: String? {
    get { json[text: 11] }
    set { json[text: 11] = newValue }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    id: String, createdAt: Date, lastUsedAt: Date, expiresAt: Date, endsAt: Date, device: SessionDevice? = nil,
    address: String? = nil, country: String? = nil, authenticatedAt: Date? = nil, factorAt: Date? = nil,
    endedAt: Date? = nil, endReason: String? = nil
  ) {
    json = JSONMembers(Self.shape)
    self.id = id
    self.createdAt = createdAt
    self.lastUsedAt = lastUsedAt
    self.expiresAt = expiresAt
    self.endsAt = endsAt
    self.device = device
    self.address = address
    self.country = country
    self.authenticatedAt = authenticatedAt
    self.factorAt = factorAt
    self.endedAt = endedAt
    self.endReason = endReason
  }
}

/// The export account result factor.
public struct ExportAccountResultFactor: JSONObject {
  /// The names and types of the members.
  public static var shape: JSONShape { JSONShape("ExportAccountResultFactor") }

  /// The values of the members.
  public var json: JSONMembers

  /// The object with these members.
  public init(json: JSONMembers) { self.json = json }

  /// The id.
  @_alwaysEmitIntoClient public var id: String {
    get { json[text: 0] }
    set { json[text: 0] = newValue }
  }

  /// The type.
  @_alwaysEmitIntoClient public var type: String {
    get { json[text: 1] }
    set { json[text: 1] = newValue }
  }

  /// A timestamp (RFC 3339) in UTC.
  @_alwaysEmitIntoClient public var createdAt: Date {
    get { json[date: 2] }
    set { json[date: 2] = newValue }
  }

  /// The name.
  @_alwaysEmitIntoClient public var name: String? {
    get { json[text: 3] }
    set { json[text: 3] = newValue }
  }

  /// A timestamp (RFC 3339) in UTC.
  @_alwaysEmitIntoClient public var confirmedAt: Date? {
    get { json[date: 4] }
    set { json[date: 4] = newValue }
  }

  /// A timestamp (RFC 3339) in UTC.
  @_alwaysEmitIntoClient public var lastUsedAt: Date? {
    get { json[date: 5] }
    set { json[date: 5] = newValue }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    id: String, type: String, createdAt: Date, name: String? = nil, confirmedAt: Date? = nil, lastUsedAt: Date? = nil
  ) {
    json = JSONMembers(Self.shape)
    self.id = id
    self.type = type
    self.createdAt = createdAt
    self.name = name
    self.confirmedAt = confirmedAt
    self.lastUsedAt = lastUsedAt
  }
}

/// The export account result consent.
public struct ExportAccountResultConsent: JSONObject {
  /// The names and types of the members.
  public static var shape: JSONShape { JSONShape("ExportAccountResultConsent") }

  /// The values of the members.
  public var json: JSONMembers

  /// The object with these members.
  public init(json: JSONMembers) { self.json = json }

  /// The version.
  @_alwaysEmitIntoClient public var version: String {
    get { json[text: 0] }
    set { json[text: 0] = newValue }
  }

  /// A timestamp (RFC 3339) in UTC.
  @_alwaysEmitIntoClient public var givenAt: Date {
    get { json[date: 1] }
    set { json[date: 1] = newValue }
  }

  /// The birth date.
  @_alwaysEmitIntoClient public var birthDate: String? {
    get { json[text: 2] }
    set { json[text: 2] = newValue }
  }

  /// The guardian email.
  @_alwaysEmitIntoClient public var guardianEmail: String? {
    get { json[text: 3] }
    set { json[text: 3] = newValue }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    version: String, givenAt: Date, birthDate: String? = nil, guardianEmail: String? = nil
  ) {
    json = JSONMembers(Self.shape)
    self.version = version
    self.givenAt = givenAt
    self.birthDate = birthDate
    self.guardianEmail = guardianEmail
  }
}
