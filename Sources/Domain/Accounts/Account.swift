// SPDX-License-Identifier: Apache-2.0

/// A person who can sign in.
package struct Account: Equatable, Sendable {
  /// The status of an account, as in the column `status`.
  package enum Status: String, CaseIterable, Sendable {
    case active, disabled
    /// The owner has deleted it and can restore it until `deletesAt`.
    case deleting
  }

  package var id: String
  package var email: EmailAddress?
  package var emailVerified: Bool
  package var displayName: String
  /// The name with which the person can sign in instead of the address, as `Username` normalises it.
  package var username: String?
  package var photoURL: String?
  package var phone: String?
  package var locale: String?
  /// A name of the IANA time zone database, such as `Europe/Berlin`, in which times are shown.
  package var timeZone: String?
  package var role: String
  package var status: Status
  package var profile: JSON
  package var birthDate: BirthDate?
  package var consent: Consent
  package var createdAt: Timestamp
  /// When any member other than `lastSignInAt` last changed.
  package var updatedAt: Timestamp
  package var lastSignInAt: Timestamp?
  /// The number of confirmed second factors.
  package var factors: Int
  /// When the account is erased; nil if it is not being deleted.
  package var deletesAt: Timestamp?
  /// The id that the account had in the system from which it was imported.
  package var externalID: String?
  /// What the account's invitations show instead of the app's name, color and logo.
  package var branding: Branding?
  /// The team in which an inviter works who is in no other one; nil before the account has needed one, and empty after
  /// it has left its last one.
  package var teamID: String?
  /// When the primary address was proven; nil if it is only claimed, and for accounts that are not stored yet.
  package var emailProvenAt: Timestamp?
  /// The proven addresses in addition to the primary one, oldest first. `Store.readAtOnce` reads none.
  package var otherAddresses: [ProvenAddress] = []
  /// Why the account was closed, if its owner did not ask for it; nil for other accounts.
  package var closedFor: Closure?
  /// Whether the role is asked anew, after the first proof of the address.
  package var asksRole = false
  /// Whether its owner has to say which inviters stay.
  package var asksInviters = false
  /// The inviters who were linked to the account before the first proof of its address, until its owner says who stays.
  /// `Store.readAtOnce` reads none.
  package var waitingInviters: [WaitingInviter] = []

  /// Why an account is being deleted or disabled, as in the column `closed_for`.
  package enum Closure: String, Sendable {
    /// Its owner stated a birth date under the policy's minimum age.
    case age
    /// It only claimed an address that another account has proven.
    case claim
    /// Its guardian has refused or withdrawn the agreement.
    case guardian
  }

  package init(
    id: String, email: EmailAddress?, emailVerified: Bool, displayName: String, photoURL: String? = nil,
    phone: String? = nil, locale: String? = nil, role: String, status: Status = .active, profile: JSON = [:],
    birthDate: BirthDate? = nil, consent: Consent = Consent(), createdAt: Timestamp, updatedAt: Timestamp? = nil,
    lastSignInAt: Timestamp? = nil, factors: Int = 0
  ) {
    self.id = id
    self.email = email
    self.emailVerified = emailVerified
    self.displayName = displayName
    self.photoURL = photoURL
    self.phone = phone
    self.locale = locale
    self.role = role
    self.status = status
    self.profile = profile
    self.birthDate = birthDate
    self.consent = consent
    self.createdAt = createdAt
    self.updatedAt = updatedAt ?? createdAt
    self.lastSignInAt = lastSignInAt
    self.factors = factors
  }

  /// As its owner sees it.
  package var json: JSON {
    var shown = sharedJSON.merging(["addresses": .array(addresses.map(\.json))])
    if !waitingInviters.isEmpty {
      shown = shown.merging(["waitingInviters": .array(waitingInviters.map(\.json))])
    }
    return shown
  }

  /// As an inviter sees it.
  package var sharedJSON: JSON {
    .object([
      "id": JSON(id), "email": email.map { JSON($0.text) } ?? .null, "emailVerified": .bool(emailVerified),
      "displayName": JSON(displayName), "username": username.map(JSON.string), "photoURL": photoURL.map(JSON.string),
      "phone": phone.map(JSON.string),
      "locale": locale.map(JSON.string), "timeZone": timeZone.map(JSON.string), "role": JSON(role),
      "status": JSON(status.rawValue), "profile": profile,
      "consent": consent.json, "ageVerified": .bool(birthDate != nil), "branding": branding?.json,
      "createdAt": JSON(createdAt.rfc3339),
      "lastSignInAt": lastSignInAt.map { JSON($0.rfc3339) } ?? .null, "externalId": externalID.map(JSON.string),
    ])
  }
}

extension Account {
  /// The data that the rules for accounts judge.
  package var data: AccountData {
    get {
      var data = AccountData(
        displayName: displayName, username: username, phone: phone, profile: profile, birthDate: birthDate,
        consent: consent)
      (data.asksRole, data.asksInviters) = (asksRole, asksInviters)
      return data
    }
    set {
      (displayName, username, phone) = (newValue.displayName, newValue.username, newValue.phone)
      (profile, birthDate, consent) = (newValue.profile, newValue.birthDate, newValue.consent)
    }
  }
}

extension Account {
  /// The account after a sign-in.
  package func signedIn(at now: Timestamp) -> Account {
    var account = self
    account.lastSignInAt = now
    return account
  }
}

extension Consent {
  /// As in results. It omits the guardian's address, because accounts are shown to other people than their owner.
  package var json: JSON {
    [
      "version": version.map(JSON.string) ?? .null, "agreedAt": agreedAt.map { .string($0.rfc3339) } ?? .null,
      "guardian": .string(guardian.rawValue),
    ]
  }
}
