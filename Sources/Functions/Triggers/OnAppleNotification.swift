// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// A notice of Apple about a person who signs in with Apple: they turned the relay of their address off or on, ended
/// the app's access, or deleted their Apple Account. Apple's signature authorises it.
package enum OnAppleNotification: Function {
  package static let name = "on-apple-notification"

  package struct Event {
    let payload: String
  }

  package struct Output: FunctionOutput {
    fileprivate let result: NoticeResult

    package var json: JSON { ["result": .string(result.rawValue)] }
  }

  package static func event(from data: Fields) throws(Problem) -> Event { Event(payload: try data.text("payload")) }

  package static func method(in data: Fields) -> SignInMethod? { .apple }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    // Before the transaction, because keys may have to be fetched. Forgeries are not audited: anybody can send them.
    let notice = try environment.authentication.idTokens.appleNotice(event.payload)
    return try environment.decide(call) { (decision) throws(Problem) in
      guard try !decision.tables.usedTokens.isUsed(notice.token) else {
        throw Problem(.idTokenUsed, "the notice was received before")
      }
      try decision.tables.usedTokens.markUsed(notice.token)
      let account = try decision.tables.accounts.find(issuer: notice.issuer, subject: notice.subject)
      try decision.audit(AuditAction(notice.kind), account: account?.id)
      return Output(result: try decision.process(notice, of: account))
    }
  }
}

/// The result of a notice.
private enum NoticeResult: String {
  /// It was acted on.
  case processed
  /// It has no effect.
  case ignored
  /// The policy's accounts do not have this identity.
  case unknown
}

extension Decision {
  fileprivate func process(_ notice: AppleNotice, of account: Account?) throws(Problem) -> NoticeResult {
    let identity = IdentityKey(issuer: notice.issuer, subject: notice.subject)
    let known = try tables.identityTokens.appleTimes(of: identity)
    switch notice.kind {
    case nil: return .ignored
    case .emailEnabled:
      if let changedAt = known?.relayChangedAt, changedAt > notice.at { return .ignored }
      try tables.identityTokens.recordRelayChange(of: identity, at: notice.at)
      // Also for an unknown person: the suppression outlives an erased account.
      guard let email = notice.email, try suppressions.enable(email, asOf: notice.at) else {
        return account == nil ? .unknown : .ignored
      }
      return .processed
    case .emailDisabled:
      guard account != nil else { return .unknown }
      if let changedAt = known?.relayChangedAt, changedAt > notice.at { return .ignored }
      guard let email = notice.email else { return .ignored }
      try tables.identityTokens.recordRelayChange(of: identity, at: notice.at)
      try tables.suppressions.disable(email, at: notice.at)
      return .processed
    case .consentRevoked, .accountDelete:
      guard let account else { return .unknown }
      // The person has signed in with Apple again since. The clocks may differ.
      if let known, known.usedAt > notice.at + .minutes(1) { return .ignored }
      try removeIdentity(of: notice, from: account)
      if notice.kind == .accountDelete { try deleteIfNobodyCanSignIn(account) }
      return .processed
    }
  }

  /// Ends the identity of a notice and the sessions. The same subject leads to the same account again. Its tokens need
  /// no revocation: Apple has revoked them.
  private func removeIdentity(of notice: AppleNotice, from account: Account) throws(Problem) {
    try tables.identityTokens.end(IdentityKey(issuer: notice.issuer, subject: notice.subject), at: now)
    try sessions.endAll(of: account.id, as: .providerRevoked)
    try outbox.notify(account, of: .providerRemoved(.apple))
    try audit(.accountProviderRemoved, account: account.id, subject: "apple")
  }

  /// Starts the deletion of an account that nobody can sign in to any more. A suspended account stays as it is.
  private func deleteIfNobodyCanSignIn(_ account: Account) throws(Problem) {
    guard account.status == .active, try tables.accounts.signInMethods(of: account.id).isEmpty,
      try !tables.factors.canSignInWithPasskey(account, policy, now: now)
    else { return }
    if try canSignInByMail(account) { return }
    _ = try deletions.delete(account, dispatch: .later)
  }

  /// Whether a mailed code signs in to an account. Apple ends its relay address with the sign-in by Apple.
  private func canSignInByMail(_ account: Account) throws(Problem) -> Bool {
    guard policy.hasSignInCodes else { return false }
    for email in account.provenEmails where !email.isAtApplePrivateRelay {
      if try suppressions.suppression(of: email) != .disabled { return true }
    }
    return false
  }
}

extension AuditAction {
  fileprivate init(_ kind: AppleNotice.Kind?) {
    self =
      switch kind {
      case .emailDisabled: .appleEmailDisabled
      case .emailEnabled: .appleEmailEnabled
      case .consentRevoked: .appleConsentRevoked
      case .accountDelete: .appleAccountDelete
      case nil: .appleOther
      }
  }
}
