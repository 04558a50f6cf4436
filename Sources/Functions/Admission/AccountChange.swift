// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// The changes of a person to their own account.
struct AccountChange {
  let data: Fields
  let statement: StatedConsent

  init(_ data: Fields) throws(Problem) {
    self.data = data
    statement = try data.statement()
  }

  /// The account after the change, which is not stored yet.
  /// - Parameter email: the new address that the person asks for.
  /// - Throws: the broken rules. Removing a required value is one of them.
  func applied(to known: Account, email: EmailAddress? = nil, _ decision: Decision) throws(Problem) -> Account {
    let (policy, now) = (decision.policy, decision.now)
    let changed = try decision.admission.account(
      known, stating: statement, device: decision.call.session?.device, refusesOldVersions: true
    ) {
      account in
      let wrongDomain = email == nil ? [] : policy.wrongDomain(of: email, at: "/email")
      // `apply` skips a version that the account already has, so it is checked here.
      let wrongVersion =
        statement.version == known.consent.version ? policy.accounts.wrongVersion(statement.version) : []
      return wrongDomain + wrongVersion + apply(to: &account, since: known, policy, on: now)
    }
    let wrongAddress = policy.wrongOwnAddress(email, of: changed, on: now)
    guard wrongAddress.isEmpty else { throw .broken(wrongAddress) }
    if changed.username != nil, changed.username != known.username {
      try decision.limits.require(Limits.usernameTries(of: known))
      try decision.logins.requireFreeUsername(of: changed)
    }
    return changed
  }

  private func apply(
    to account: inout Account, since known: Account, _ policy: Policy, on now: Timestamp
  ) -> [Problem.Field] {
    account.displayName = data.textChange("displayName").applied(to: account.displayName) ?? ""
    account.photoURL = data.textChange("photoURL").applied(to: account.photoURL)
    account.locale = data.textChange("locale").applied(to: account.locale)
    account.timeZone = data.textChange("timeZone").applied(to: account.timeZone)
    account.branding = data.change("branding") { Branding($0) }.applied(to: account.branding)
    // The policy's rules, below, set the new ones.
    if !data.textChange("phone").isKept { account.phone = nil }
    if !data.textChange("username").isKept { account.username = nil }
    let wrong =
      PersonName.broken(data.optionalText("displayName"), at: "/displayName")
      + TimeZoneRules.broken(account.timeZone, at: "/timeZone")
      + policy.profile.setUsername(data.optionalText("username"), of: &account)
      + policy.profile.setPhone(data.optionalText("phone"), of: &account)
      + policy.profile.apply(data.json("profile"), to: &account, isInviter: false)
    let before = policy.missing(of: known, on: now)
    let removed = policy.missing(of: account, on: now).filter { !before.contains($0) && isInEvent($0) }
    return wrong + removed.map(\.removed).filter { field in !wrong.contains { $0.pointer == field.pointer } }
  }

  /// Stores the change.
  func write(_ account: Account, since known: Account, _ decision: Decision) throws(Problem) {
    try decision.admission.writeStatement(of: account, since: known)
    var others = known
    (others.birthDate, others.consent) = (account.birthDate, account.consent)
    guard account != others else { return }
    try decision.tables.accounts.update(account, at: decision.now)
    if known.displayName.isEmpty, !account.displayName.isEmpty { try decision.invitations.nameRecords(of: account) }
    try decision.audit(.accountUpdated, account: account.id)
  }

  private func isInEvent(_ requirement: Requirement) -> Bool {
    switch requirement {
    case .displayName, .username, .phone: data.has(requirement.name)
    case .profileField: data.has("profile")
    case .role, .birthDate, .consent, .inviters: false
    }
  }
}

extension Requirement {
  fileprivate var removed: Problem.Field {
    let code: ErrorCode =
      switch self {
      case .displayName: .invalidDisplayName
      case .phone: .invalidPhoneNumber
      default: .eventInvalid
      }
    return Problem.Field(pointer: "/\(name)", code: code, detail: "is required by the policy", variant: "missing")
  }
}
