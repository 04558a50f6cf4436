// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// A person who can sign in. `email` is null if the provider gave none.
public struct Account: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("Account") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The account's id: the `sub` of its access tokens.
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

  /// The app's own fields, as `profile.fields` of the policy defines them.
  @_alwaysEmitIntoClient public var profile: [String: JSONValue] {
    get { json[values: 5] }
    set { update { $0[values: 5] = newValue } }
  }

  /// The person's last consent, and the decision of their parent or guardian.
  @_alwaysEmitIntoClient public var consent: AccountConsent {
    get { json[object: 6] }
    set { update { $0[object: 6] = newValue } }
  }

  /// When the account was created.
  @_alwaysEmitIntoClient public var createdAt: Date {
    get { json[date: 7] }
    set { update { $0[date: 7] = newValue } }
  }

  /// The primary address, to which mails go; null if the provider gave none.
  @_alwaysEmitIntoClient public var email: String? {
    get { json[text: 8] }
    set { update { $0[text: 8] = newValue } }
  }

  /// The primary address, to which mails go, and the others that were proven. One that is only claimed has no
  /// `provenAt`. Absent where an inviter sees the account.
  @_alwaysEmitIntoClient public var addresses: [AccountAddress]? {
    get { json[objects: 9] }
    set { update { $0[objects: 9] = newValue } }
  }

  /// The name with which the person can sign in instead of the address, folded: in lower case and in the
  /// Unicode form NFKC; absent if there is none.
  @_alwaysEmitIntoClient public var username: String? {
    get { json[text: 10] }
    set { update { $0[text: 10] = newValue } }
  }

  /// The https URL of the person's picture; absent if there is none.
  @_alwaysEmitIntoClient public var photoURL: String? {
    get { json[text: 11] }
    set { update { $0[text: 11] = newValue } }
  }

  /// The telephone number in the international form (E.164), such as `+15551234567`; absent if there is none.
  @_alwaysEmitIntoClient public var phone: String? {
    get { json[text: 12] }
    set { update { $0[text: 12] = newValue } }
  }

  /// The language of the person's mails (BCP 47); absent for the app's first language.
  @_alwaysEmitIntoClient public var locale: String? {
    get { json[text: 13] }
    set { update { $0[text: 13] = newValue } }
  }

  /// Whether the person has stated a birth date that the policy accepted.
  @_alwaysEmitIntoClient public var ageVerified: Bool? {
    get { json[flag: 14] }
    set { update { $0[flag: 14] = newValue } }
  }

  /// What an inviter's invitations show instead of the app's name, color and logo.
  @_alwaysEmitIntoClient public var branding: Branding? {
    get { json[object: 15] }
    set { update { $0[object: 15] = newValue } }
  }

  /// When the person last signed in; null if they never have.
  @_alwaysEmitIntoClient public var lastSignInAt: Date? {
    get { json[date: 16] }
    set { update { $0[date: 16] = newValue } }
  }

  /// The inviters who were linked to the account before the first proof of its address. They wait for
  /// `complete-account {keepInviters}`; absent if none waits.
  @_alwaysEmitIntoClient public var waitingInviters: [AccountWaitingInviter]? {
    get { json[objects: 17] }
    set { update { $0[objects: 17] = newValue } }
  }

  /// The id that the account had in the system from which it was imported; absent if it was not imported.
  @_alwaysEmitIntoClient public var externalId: String? {
    get { json[text: 18] }
    set { update { $0[text: 18] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    id: String, emailVerified: Bool, displayName: String, role: String, status: AccountStatus,
    profile: [String: JSONValue], consent: AccountConsent, createdAt: Date, email: String? = nil,
    addresses: [AccountAddress]? = nil, username: String? = nil, photoURL: String? = nil, phone: String? = nil,
    locale: String? = nil, ageVerified: Bool? = nil, branding: Branding? = nil, lastSignInAt: Date? = nil,
    waitingInviters: [AccountWaitingInviter]? = nil, externalId: String? = nil
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
    json[text: 10] = username
    json[text: 11] = photoURL
    json[text: 12] = phone
    json[text: 13] = locale
    json[flag: 14] = ageVerified
    json[object: 15] = branding
    json[date: 16] = lastSignInAt
    json[objects: 17] = waitingInviters
    json[text: 18] = externalId
    self.json = json
  }
}
