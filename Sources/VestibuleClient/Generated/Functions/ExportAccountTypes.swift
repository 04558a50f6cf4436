// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// The account, with what only its owner sees.
public struct ExportAccountResultAccount: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("ExportAccountResultAccount") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The account's id.
  @_alwaysEmitIntoClient public var id: String {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// Whether the person has proven that the address is theirs.
  @_alwaysEmitIntoClient public var emailVerified: Bool {
    get { json[flag: 1] }
    set { update { $0[flag: 1] = newValue } }
  }

  /// The name that others see.
  @_alwaysEmitIntoClient public var displayName: String {
    get { json[text: 2] }
    set { update { $0[text: 2] = newValue } }
  }

  /// The role of the policy that the account has.
  @_alwaysEmitIntoClient public var role: String {
    get { json[text: 3] }
    set { update { $0[text: 3] = newValue } }
  }

  /// `deleting`: the person has deleted the account and can restore it.
  @_alwaysEmitIntoClient public var status: AccountStatus {
    get { json[choice: 4] }
    set { update { $0[choice: 4] = newValue } }
  }

  /// The app's own fields, by name.
  @_alwaysEmitIntoClient public var profile: [String: JSONValue] {
    get { json[values: 5] }
    set { update { $0[values: 5] = newValue } }
  }

  /// The person's last consent, and the decision of their parent or guardian.
  @_alwaysEmitIntoClient public var consent: ExportAccountResultAccountConsent {
    get { json[object: 6] }
    set { update { $0[object: 6] = newValue } }
  }

  /// When the account was created.
  @_alwaysEmitIntoClient public var createdAt: Date {
    get { json[date: 7] }
    set { update { $0[date: 7] = newValue } }
  }

  /// The primary address; null if the provider gave none.
  @_alwaysEmitIntoClient public var email: String? {
    get { json[text: 8] }
    set { update { $0[text: 8] = newValue } }
  }

  /// The primary address, to which mails go, and the others that were proven. One that is only claimed has no
  /// `provenAt`. Only the owner sees them.
  @_alwaysEmitIntoClient public var addresses: [AccountAddress]? {
    get { json[objects: 9] }
    set { update { $0[objects: 9] = newValue } }
  }

  /// The https URL of the person's picture; absent if there is none.
  @_alwaysEmitIntoClient public var photoURL: String? {
    get { json[text: 10] }
    set { update { $0[text: 10] = newValue } }
  }

  /// The telephone number in the international form (E.164); absent if there is none.
  @_alwaysEmitIntoClient public var phone: String? {
    get { json[text: 11] }
    set { update { $0[text: 11] = newValue } }
  }

  /// The language of the person's mails (BCP 47); absent for the app's first language.
  @_alwaysEmitIntoClient public var locale: String? {
    get { json[text: 12] }
    set { update { $0[text: 12] = newValue } }
  }

  /// When the person last signed in; null if they never have.
  @_alwaysEmitIntoClient public var lastSignInAt: Date? {
    get { json[date: 13] }
    set { update { $0[date: 13] = newValue } }
  }

  /// The inviters who were linked to the account before the first proof of its address. They wait for
  /// `complete-account {keepInviters}`; absent if none waits.
  @_alwaysEmitIntoClient public var waitingInviters: [AccountWaitingInviter]? {
    get { json[objects: 14] }
    set { update { $0[objects: 14] = newValue } }
  }

  /// Whether the person has stated a birth date that the policy accepted.
  @_alwaysEmitIntoClient public var ageVerified: Bool? {
    get { json[flag: 15] }
    set { update { $0[flag: 15] = newValue } }
  }

  /// The day of birth, such as `2010-05-31`; absent if the person has not stated it.
  @_alwaysEmitIntoClient public var birthDate: String? {
    get { json[text: 16] }
    set { update { $0[text: 16] = newValue } }
  }

  /// When the account's data last changed.
  @_alwaysEmitIntoClient public var updatedAt: Date? {
    get { json[date: 17] }
    set { update { $0[date: 17] = newValue } }
  }

  /// When the password was last set; absent if there is none.
  @_alwaysEmitIntoClient public var passwordChangedAt: Date? {
    get { json[date: 18] }
    set { update { $0[date: 18] = newValue } }
  }

  /// When the account is erased; absent unless the person has deleted it.
  @_alwaysEmitIntoClient public var deletesAt: Date? {
    get { json[date: 19] }
    set { update { $0[date: 19] = newValue } }
  }

  /// Why the account was closed, if its owner did not ask for it.
  @_alwaysEmitIntoClient public var closedFor: ExportAccountResultAccountClosedFor? {
    get { json[choice: 20] }
    set { update { $0[choice: 20] = newValue } }
  }

  /// The systems from which the account was imported; absent if it was not.
  @_alwaysEmitIntoClient public var importedFrom: [ExportAccountResultAccountImportedFromItem]? {
    get { json[objects: 21] }
    set { update { $0[objects: 21] = newValue } }
  }

  /// Why the address gets no unsolicited mail.
  @_alwaysEmitIntoClient public var suppression: ExportAccountResultAccountSuppression? {
    get { json[object: 22] }
    set { update { $0[object: 22] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    id: String, emailVerified: Bool, displayName: String, role: String, status: AccountStatus,
    profile: [String: JSONValue], consent: ExportAccountResultAccountConsent, createdAt: Date, email: String? = nil,
    addresses: [AccountAddress]? = nil, photoURL: String? = nil, phone: String? = nil, locale: String? = nil,
    lastSignInAt: Date? = nil, waitingInviters: [AccountWaitingInviter]? = nil, ageVerified: Bool? = nil,
    birthDate: String? = nil, updatedAt: Date? = nil, passwordChangedAt: Date? = nil, deletesAt: Date? = nil,
    closedFor: ExportAccountResultAccountClosedFor? = nil,
    importedFrom: [ExportAccountResultAccountImportedFromItem]? = nil,
    suppression: ExportAccountResultAccountSuppression? = nil
  ) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = id
    json[flag: 1] = emailVerified
    json[text: 2] = displayName
    json[text: 3] = role
    json[choice: 4] = status
    json[values: 5] = profile
    json[object: 6] = consent
    json[date: 7] = createdAt
    json[text: 8] = email
    json[objects: 9] = addresses
    json[text: 10] = photoURL
    json[text: 11] = phone
    json[text: 12] = locale
    json[date: 13] = lastSignInAt
    json[objects: 14] = waitingInviters
    json[flag: 15] = ageVerified
    json[text: 16] = birthDate
    json[date: 17] = updatedAt
    json[date: 18] = passwordChangedAt
    json[date: 19] = deletesAt
    json[choice: 20] = closedFor
    json[objects: 21] = importedFrom
    json[object: 22] = suppression
    self.json = json
  }
}

/// An identity at a provider, with what the provider said about the person.
public struct ExportAccountResultIdentity: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("ExportAccountResultIdentity") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The provider's name in the policy.
  @_alwaysEmitIntoClient public var provider: String {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// The `iss` of the provider's ID tokens.
  @_alwaysEmitIntoClient public var issuer: String {
    get { json[text: 1] }
    set { update { $0[text: 1] = newValue } }
  }

  /// The person's id at the provider: the `sub` of its ID tokens.
  @_alwaysEmitIntoClient public var subject: String {
    get { json[text: 2] }
    set { update { $0[text: 2] = newValue } }
  }

  /// Whether the provider says that the address is the person's.
  @_alwaysEmitIntoClient public var emailVerified: Bool {
    get { json[flag: 3] }
    set { update { $0[flag: 3] = newValue } }
  }

  /// When it was linked to the account.
  @_alwaysEmitIntoClient public var linkedAt: Date {
    get { json[date: 4] }
    set { update { $0[date: 4] = newValue } }
  }

  /// The address that the provider gave; absent if it gave none.
  @_alwaysEmitIntoClient public var email: String? {
    get { json[text: 5] }
    set { update { $0[text: 5] = newValue } }
  }

  /// The name that the provider gave; absent if it gave none.
  @_alwaysEmitIntoClient public var displayName: String? {
    get { json[text: 6] }
    set { update { $0[text: 6] = newValue } }
  }

  /// The picture that the provider gave; absent if it gave none.
  @_alwaysEmitIntoClient public var photoURL: String? {
    get { json[text: 7] }
    set { update { $0[text: 7] = newValue } }
  }

  /// When the person last signed in with it; absent if they never have.
  @_alwaysEmitIntoClient public var usedAt: Date? {
    get { json[date: 8] }
    set { update { $0[date: 8] = newValue } }
  }

  /// When the person ended the connection at the provider; absent if they have not.
  @_alwaysEmitIntoClient public var endedAt: Date? {
    get { json[date: 9] }
    set { update { $0[date: 9] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    provider: String, issuer: String, subject: String, emailVerified: Bool, linkedAt: Date, email: String? = nil,
    displayName: String? = nil, photoURL: String? = nil, usedAt: Date? = nil, endedAt: Date? = nil
  ) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = provider
    json[text: 1] = issuer
    json[text: 2] = subject
    json[flag: 3] = emailVerified
    json[date: 4] = linkedAt
    json[text: 5] = email
    json[text: 6] = displayName
    json[text: 7] = photoURL
    json[date: 8] = usedAt
    json[date: 9] = endedAt
    self.json = json
  }
}
