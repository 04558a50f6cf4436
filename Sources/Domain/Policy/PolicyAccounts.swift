// SPDX-License-Identifier: Apache-2.0

// Exported, because for the server these types are part of `Domain`. The client kit imports `VestibuleRules` alone.
@_exported import VestibuleRules

/// The rules for accounts.
extension Policy {
  package typealias Roles = AccountRules.Roles
  package typealias EmailRules = AccountRules.EmailRules
  package typealias ProfileRules = AccountRules.ProfileRules
  package typealias Presence = AccountRules.Presence
  package typealias PasswordRules = AccountRules.PasswordRules
  package typealias ConsentRules = AccountRules.ConsentRules

  package var roles: Roles { accounts.roles }
  package var email: EmailRules { accounts.email }
  package var profile: ProfileRules { accounts.profile }
  /// The rules for passwords; nil if the policy does not enable passwords.
  package var password: PasswordRules? { accounts.password }
  package var consent: ConsentRules { accounts.consent }

  /// Applies every rule of the policy about who may have an account.
  /// - Parameters:
  ///   - id: of the new account.
  ///   - further: broken rules of the caller, such as who may accept an invitation.
  /// - Returns: the account, which is not stored yet.
  /// - Throws: the code of the first broken rule, with a field for each broken rule.
  package func admit(
    _ applicant: Applicant, id: String, omission: Omission, further: [Problem.Field] = [], now: Timestamp
  ) throws(Problem) -> Account {
    let (role, data, broken) = accounts.admission(of: applicant, omission: omission, further: further, now: now)
    guard broken.isEmpty else { throw .broken(broken) }
    var account = Account(
      id: id, email: applicant.email, emailVerified: applicant.emailVerified, displayName: data.displayName,
      photoURL: applicant.photoURL, locale: applicant.locale, role: role, createdAt: now)
    account.data = data
    return account
  }

  /// The rule of `roles.signUp`.
  /// - Parameter asked: nil if the event names no role.
  /// - Returns: the role, or the rule that is broken.
  package func signUpRole(_ asked: String?, at pointer: String) -> (role: String, broken: [Problem.Field]) {
    accounts.signUpRole(asked, at: pointer)
  }

  /// The rule of `email.allowedDomains`. A missing address breaks it.
  package func wrongDomain(of address: EmailAddress?, at pointer: String) -> [Problem.Field] {
    accounts.wrongDomain(of: address, at: pointer)
  }

  /// Applies a statement of age and consent to an account.
  /// - Parameter ownAddresses: the person's own addresses, which cannot be a guardian's.
  /// - Returns: the broken rules.
  package func apply(
    _ statement: StatedConsent, to account: inout Account, ownAddresses: [EmailAddress], on now: Timestamp
  ) -> [Problem.Field] {
    accounts.apply(statement, to: &account.data, ownAddresses: ownAddresses, on: now)
  }

  /// Refuses the address of an account's guardian as the account's own address.
  package func wrongOwnAddress(_ address: EmailAddress?, of account: Account, on now: Timestamp) -> [Problem.Field] {
    accounts.wrongOwnAddress(address, of: account.data, on: now)
  }

  /// The requirements of the policy that the account does not meet.
  package func missing(of account: Account, on now: Timestamp) -> [Requirement] {
    accounts.missing(of: account.data, on: now)
  }

  /// Whether the account's owner is so young that a guardian has to agree.
  package func isMinor(_ account: Account, on now: Timestamp) -> Bool { accounts.isMinor(account.data, on: now) }
}

extension AccountRules.ProfileRules {
  /// Sets the user name of an account, as typed.
  /// - Returns: the broken rule.
  package func setUsername(_ text: String?, of account: inout Account) -> [Problem.Field] {
    setUsername(text, of: &account.data)
  }

  /// Sets the telephone number of an account, as typed.
  /// - Returns: the broken rule.
  package func setPhone(_ text: String?, of account: inout Account) -> [Problem.Field] {
    setPhone(text, of: &account.data)
  }

  /// Applies changes of the app's own fields to an account. Null removes a field.
  /// - Parameter isInviter: who sets the fields; each field belongs either to the owner or to inviters.
  /// - Returns: the broken rules.
  package func apply(_ changes: JSON?, to account: inout Account, isInviter: Bool) -> [Problem.Field] {
    apply(changes, to: &account.data, isInviter: isInviter)
  }
}
