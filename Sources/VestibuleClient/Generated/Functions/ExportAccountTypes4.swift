// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// An entry of the audit log.
public struct ExportAccountResultAuditItem: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("ExportAccountResultAuditItem") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The id of the entry.
  @_alwaysEmitIntoClient public var id: String {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// When it happened.
  @_alwaysEmitIntoClient public var at: Date {
    get { json[date: 1] }
    set { update { $0[date: 1] = newValue } }
  }

  /// The function that was called.
  @_alwaysEmitIntoClient public var function: String {
    get { json[text: 2] }
    set { update { $0[text: 2] = newValue } }
  }

  /// What happened, such as `invitation.accepted`.
  @_alwaysEmitIntoClient public var action: String {
    get { json[text: 3] }
    set { update { $0[text: 3] = newValue } }
  }

  /// The invitation, client or session that was affected; absent if there is none.
  @_alwaysEmitIntoClient public var subjectId: String? {
    get { json[text: 4] }
    set { update { $0[text: 4] = newValue } }
  }

  /// The code of a refusal; absent if the event was granted.
  @_alwaysEmitIntoClient public var code: String? {
    get { json[text: 5] }
    set { update { $0[text: 5] = newValue } }
  }

  /// The sign-in method: the provider's name in the policy, or `password`; absent if nobody signed in.
  @_alwaysEmitIntoClient public var provider: String? {
    get { json[text: 6] }
    set { update { $0[text: 6] = newValue } }
  }

  /// The network address of the caller; absent if it is not known or no longer kept.
  @_alwaysEmitIntoClient public var address: String? {
    get { json[text: 7] }
    set { update { $0[text: 7] = newValue } }
  }

  /// The User-Agent header of the request; absent if it is not known or no longer kept.
  @_alwaysEmitIntoClient public var userAgent: String? {
    get { json[text: 8] }
    set { update { $0[text: 8] = newValue } }
  }

  /// The country of the caller (ISO 3166-1); absent if it is not known.
  @_alwaysEmitIntoClient public var country: String? {
    get { json[text: 9] }
    set { update { $0[text: 9] = newValue } }
  }

  /// The device of the session; absent if the app named none.
  @_alwaysEmitIntoClient public var device: ExportAccountResultAuditItemDevice? {
    get { json[object: 10] }
    set { update { $0[object: 10] = newValue } }
  }

  /// The trace of the request, as in the server's log; absent if there is none.
  @_alwaysEmitIntoClient public var traceId: String? {
    get { json[text: 11] }
    set { update { $0[text: 11] = newValue } }
  }

  /// The number of refusals, where refusals by one limit are one entry; absent otherwise.
  @_alwaysEmitIntoClient public var count: Int? {
    get { json[integer: 12] }
    set { update { $0[integer: 12] = newValue } }
  }

  /// When the last of these refusals happened; absent without `count`.
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

  /// Whether a parent or guardian has agreed: `none` if nobody has to, `pending` until they decide, `withdrawn`
  /// if they agreed first and disagree now.
  @_alwaysEmitIntoClient public var guardian: AccountConsentGuardian {
    get { json[choice: 0] }
    set { update { $0[choice: 0] = newValue } }
  }

  /// The version of the terms that the person agreed to; null if they have not agreed to any.
  @_alwaysEmitIntoClient public var version: String? {
    get { json[text: 1] }
    set { update { $0[text: 1] = newValue } }
  }

  /// When the person agreed to the terms; null if they have not.
  @_alwaysEmitIntoClient public var agreedAt: Date? {
    get { json[date: 2] }
    set { update { $0[date: 2] = newValue } }
  }

  /// The address of the parent or guardian; absent if none was asked.
  @_alwaysEmitIntoClient public var guardianEmail: String? {
    get { json[text: 3] }
    set { update { $0[text: 3] = newValue } }
  }

  /// When the parent or guardian decided; absent if they have not.
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

/// A system from which the account was imported.
public struct ExportAccountResultAccountImportedFromItem: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("ExportAccountResultAccountImportedFromItem") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The name of the other system.
  @_alwaysEmitIntoClient public var source: String {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// The account's id in the other system.
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

  /// Why mails are not sent to the address: a mail bounced, the person complained or unsubscribed, or turned
  /// off an address of Apple's relay.
  @_alwaysEmitIntoClient public var reason: ExportAccountResultAccountSuppressionReason {
    get { json[choice: 0] }
    set { update { $0[choice: 0] = newValue } }
  }

  /// When the address was suppressed.
  @_alwaysEmitIntoClient public var at: Date {
    get { json[date: 1] }
    set { update { $0[date: 1] = newValue } }
  }

  /// What the mail server or the vendor said; absent if it said nothing.
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
