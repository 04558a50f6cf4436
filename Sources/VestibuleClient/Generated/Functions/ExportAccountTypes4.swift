// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// The export account result audit item.
public struct ExportAccountResultAuditItem: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("ExportAccountResultAuditItem") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The id.
  @_alwaysEmitIntoClient public var id: String {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// A timestamp (RFC 3339) in UTC.
  @_alwaysEmitIntoClient public var at: Date {
    get { json[date: 1] }
    set { update { $0[date: 1] = newValue } }
  }

  /// The function.
  @_alwaysEmitIntoClient public var function: String {
    get { json[text: 2] }
    set { update { $0[text: 2] = newValue } }
  }

  /// The action.
  @_alwaysEmitIntoClient public var action: String {
    get { json[text: 3] }
    set { update { $0[text: 3] = newValue } }
  }

  /// The subject id.
  @_alwaysEmitIntoClient public var subjectId: String? {
    get { json[text: 4] }
    set { update { $0[text: 4] = newValue } }
  }

  /// The code.
  @_alwaysEmitIntoClient public var code: String? {
    get { json[text: 5] }
    set { update { $0[text: 5] = newValue } }
  }

  /// The provider.
  @_alwaysEmitIntoClient public var provider: String? {
    get { json[text: 6] }
    set { update { $0[text: 6] = newValue } }
  }

  /// The address.
  @_alwaysEmitIntoClient public var address: String? {
    get { json[text: 7] }
    set { update { $0[text: 7] = newValue } }
  }

  /// The user agent.
  @_alwaysEmitIntoClient public var userAgent: String? {
    get { json[text: 8] }
    set { update { $0[text: 8] = newValue } }
  }

  /// The country.
  @_alwaysEmitIntoClient public var country: String? {
    get { json[text: 9] }
    set { update { $0[text: 9] = newValue } }
  }

  /// The device.
  @_alwaysEmitIntoClient public var device: ExportAccountResultAuditItemDevice? {
    get { json[object: 10] }
    set { update { $0[object: 10] = newValue } }
  }

  /// The trace id.
  @_alwaysEmitIntoClient public var traceId: String? {
    get { json[text: 11] }
    set { update { $0[text: 11] = newValue } }
  }

  /// The count.
  @_alwaysEmitIntoClient public var count: Int? {
    get { json[integer: 12] }
    set { update { $0[integer: 12] = newValue } }
  }

  /// A timestamp (RFC 3339) in UTC.
  @_alwaysEmitIntoClient public var lastAt: Date? {
    get { json[date: 13] }
    set { update { $0[date: 13] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    id: String, at: Date, function: String, action: String, subjectId: String? = nil, code: String? = nil,
    provider: String? = nil, address: String? = nil, userAgent: String? = nil, country: String? = nil,
    device: ExportAccountResultAuditItemDevice? = nil, traceId: String? = nil, count: Int? = nil, lastAt: Date? = nil
  ) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = id
    json[date: 1] = at
    json[text: 2] = function
    json[text: 3] = action
    json[text: 4] = subjectId
    json[text: 5] = code
    json[text: 6] = provider
    json[text: 7] = address
    json[text: 8] = userAgent
    json[text: 9] = country
    json[object: 10] = device
    json[text: 11] = traceId
    json[integer: 12] = count
    json[date: 13] = lastAt
    self.json = json
  }
}

/// The person's last consent, and the decision of their parent or guardian.
public struct ExportAccountResultAccountConsent: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("ExportAccountResultAccountConsent") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The guardian.
  @_alwaysEmitIntoClient public var guardian: AccountConsentGuardian {
    get { json[choice: 0] }
    set { update { $0[choice: 0] = newValue } }
  }

  /// The version.
  @_alwaysEmitIntoClient public var version: String? {
    get { json[text: 1] }
    set { update { $0[text: 1] = newValue } }
  }

  /// A timestamp (RFC 3339) in UTC.
  @_alwaysEmitIntoClient public var agreedAt: Date? {
    get { json[date: 2] }
    set { update { $0[date: 2] = newValue } }
  }

  /// The guardian email.
  @_alwaysEmitIntoClient public var guardianEmail: String? {
    get { json[text: 3] }
    set { update { $0[text: 3] = newValue } }
  }

  /// A timestamp (RFC 3339) in UTC.
  @_alwaysEmitIntoClient public var guardianAt: Date? {
    get { json[date: 4] }
    set { update { $0[date: 4] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    guardian: AccountConsentGuardian, version: String? = nil, agreedAt: Date? = nil, guardianEmail: String? = nil,
    guardianAt: Date? = nil
  ) {
    var json = JSONMembers(Self.shape)
    json[choice: 0] = guardian
    json[text: 1] = version
    json[date: 2] = agreedAt
    json[text: 3] = guardianEmail
    json[date: 4] = guardianAt
    self.json = json
  }
}

/// Why the account was closed, if its owner did not ask for it.
public struct ExportAccountResultAccountClosedFor: OpenEnumeration, Hashable {
  /// `age`
  @_alwaysEmitIntoClient public static var age: ExportAccountResultAccountClosedFor {
    ExportAccountResultAccountClosedFor(rawValue: "age")
  }

  /// The text of the value.
  public var rawValue: String { text.value }
  private let text: EnumerationText

  /// The value with this text.
  public init(rawValue: String) { text = EnumerationText(rawValue) }
}

/// The export account result account imported from item.
public struct ExportAccountResultAccountImportedFromItem: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("ExportAccountResultAccountImportedFromItem") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The source.
  @_alwaysEmitIntoClient public var source: String {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// The id.
  @_alwaysEmitIntoClient public var id: String {
    get { json[text: 1] }
    set { update { $0[text: 1] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(source: String, id: String) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = source
    json[text: 1] = id
    self.json = json
  }
}

/// Why the address gets no unsolicited mail.
public struct ExportAccountResultAccountSuppression: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("ExportAccountResultAccountSuppression") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The reason.
  @_alwaysEmitIntoClient public var reason: ExportAccountResultAccountSuppressionReason {
    get { json[choice: 0] }
    set { update { $0[choice: 0] = newValue } }
  }

  /// A timestamp (RFC 3339) in UTC.
  @_alwaysEmitIntoClient public var at: Date {
    get { json[date: 1] }
    set { update { $0[date: 1] = newValue } }
  }

  /// The detail.
  @_alwaysEmitIntoClient public var detail: String? {
    get { json[text: 2] }
    set { update { $0[text: 2] = newValue } }
  }

  /// When the recipient turned off the address of Apple's relay.
  @_alwaysEmitIntoClient public var disabledAt: Date? {
    get { json[date: 3] }
    set { update { $0[date: 3] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    reason: ExportAccountResultAccountSuppressionReason, at: Date, detail: String? = nil, disabledAt: Date? = nil
  ) {
    var json = JSONMembers(Self.shape)
    json[choice: 0] = reason
    json[date: 1] = at
    json[text: 2] = detail
    json[date: 3] = disabledAt
    self.json = json
  }
}
