import Domain
import Identity
import Storage

/// The accounts that an identity might belong to.
struct AccountMatch: Equatable {
  /// The one that this identity has signed in to before.
  var bySubject: Account?
  /// The one with its address.
  var byEmail: Account?

  /// The account to sign in to, and whether the identity has to be tied to it first; nil where there is none yet.
  ///
  /// An address ties two identities together only if both sides have proven it: otherwise whoever typed it first
  /// would own the account of whoever it belongs to.
  /// - Throws: `auth/email-already-in-use`, `auth/user-disabled`.
  func account(for identity: Identity) throws(Problem) -> (account: Account, isNewIdentity: Bool)? {
    guard let account = bySubject ?? byEmail else { return nil }
    if bySubject == nil, !identity.emailVerified || !account.emailVerified {
      throw Problem(.emailAlreadyInUse, "another account has the address, and one of the two has not verified it")
    }
    guard account.status == .active else { throw Problem(.userDisabled, "the account is disabled") }
    return (account, bySubject == nil)
  }
}

extension Environment {
  func match(_ identity: Identity, _ rows: Transaction) throws(Problem) -> AccountMatch {
    if let account = try rows.account(issuer: identity.issuer, subject: identity.subject) {
      return AccountMatch(bySubject: account)
    }
    guard let email = identity.email else { return AccountMatch() }
    return AccountMatch(byEmail: try rows.account(email: email))
  }

  /// A new account as an identity describes it, not yet written.
  /// - Throws: `auth/email-domain-not-allowed`.
  func newAccount(
    for identity: Identity, role: String, displayName: String? = nil, locale: String? = nil
  ) throws(Problem) -> Account {
    guard identity.email.map(policy.email.allows) ?? (policy.email.allowedDomains == nil) else {
      throw Problem(.emailDomainNotAllowed, "the policy does not allow addresses of that domain")
    }
    let localPart = identity.email.flatMap { $0.isApplePrivateRelay ? nil : $0.localPart }
    return Account(
      id: newID(), email: identity.email, emailVerified: identity.emailVerified,
      displayName: identity.displayName ?? displayName ?? localPart ?? "",
      photoURL: identity.photoURL, locale: locale, role: role, createdAt: now)
  }
}

extension Fields {
  /// The `identity` of an event: an ID token with what belongs to it.
  func presentedIdentity() throws(Problem) -> PresentedIdentity {
    let name = optionalFields("fullName")
    let parts = [name?.optionalText("givenName"), name?.optionalText("familyName")].compactMap { $0 }
    return PresentedIdentity(
      provider: try text("provider"), idToken: try text("idToken"), nonce: optionalText("nonce"),
      fullName: parts.isEmpty ? nil : parts.joined(separator: " "))
  }
}

extension Environment {
  /// Verifies an identity ahead of the transaction that wants it: keys may have to be fetched. A refusal is kept for
  /// the transaction, which audits and remembers it; anything else ends the event here.
  func verified(_ presented: PresentedIdentity) throws(Problem) -> Result<Identity, Problem> {
    do throws(Problem) {
      return .success(try identities.identity(from: presented))
    } catch {
      guard error.isRefusal else { throw error }
      return .failure(error)
    }
  }
}
