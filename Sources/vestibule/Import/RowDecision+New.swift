// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Identity
import Storage

extension RowDecision {
  /// Makes the account of a person who has none.
  mutating func create() throws(Problem) -> RowResult {
    var applicant = Applicant(person, decision.policy)
    applicant.username = try freeUsername(for: nil)
    let admitted: Account
    do throws(Problem) {
      admitted = try decision.admission.admitted(applicant, omission: .allowed, identity: person.identities.first)
    } catch {
      guard let reason = Reason(refusal: error) else { throw error }
      return skipped(reason)
    }
    let account = described(admitted)
    try decision.admission.storeEndingClaims(againstNew: account) { () throws(Problem) in
      try decision.tables.accounts.insert(account)
    }
    for identity in person.identities {
      try decision.tables.identities.insert(identity, of: account.id, at: decision.now)
    }
    if let email = person.email, let hash = person.passwordHash ?? (person.needsReset ? PasswordHasher.unknown : nil) {
      try setImported(hash, of: account, email: email)
    }
    try decision.audit(.accountImported, account: account.id)
    try acceptPending(account, isNew: true)
    try remember(account)
    return RowResult(outcome: .created, reasons: reasons, accountID: account.id)
  }

  /// A new account with what the row says about it. Its last sign-in stays empty: that was in another system, and the
  /// first one here sends no mail about a new device.
  private func described(_ admitted: Account) -> Account {
    var account = admitted
    account.status = person.isDisabled ? .disabled : .active
    account.createdAt = person.createdAt ?? decision.now
    account.externalID = person.ownID
    account.profile = account.profile.merging(person.profile)
    return account
  }
}

extension Applicant {
  /// A person from a row. The operator gives the role.
  fileprivate init(_ person: Person, _ policy: Policy) {
    self.init(
      entry: .given(role: person.role ?? ""), method: person.identities.first.map { SignInMethod($0.provider) },
      email: person.email, emailVerified: person.emailVerified, displayName: person.displayName,
      photoURL: person.photoURL, phone: policy.profile.phoneNumber(person.phone), locale: person.locale)
  }
}

extension Reason {
  /// The reason for a refused admission; nil for other problems.
  fileprivate init?(refusal problem: Problem) {
    switch problem.code {
    case .emailDomainNotAllowed: self = .domainNotAllowed
    case .underageUser: self = .underage
    default: return nil
    }
  }
}
