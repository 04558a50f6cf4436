// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

extension Sessions {
  /// The keys that sign tokens. One statement reads them.
  struct TokenKeys {
    let signing: [StoredSigningKey]
    /// Nil if no token has been made yet.
    let refresh: HashKey?
  }

  /// Starts a session of an account and makes its first tokens. It is the gate of the second factor: `decide` answers
  /// with a challenge if the account has a factor and the event has not passed it, unless the terms of the call say
  /// otherwise.
  func beginSession(for account: Account, on device: Device?) throws(Problem) -> SessionTokens {
    try decision.policy.requireKnownRole(of: account)
    let hasPassedFactor = decision.call.passedFactorOf == account.id
    let terms = decision.call.terms.sessions
    if !terms.mayAwaitFactor { try decision.call.requirePassedFactor(of: account) }
    guard terms.begins else { return .unchanged }
    if terms.requiresProvenAddress,
      decision.policy.accountState(of: account, on: decision.now).state == .emailNotVerified
    {
      return .unchanged
    }
    if let replaced = decision.call.replacedSession {
      _ = try decision.tables.sessions.revoke(replaced, as: .signedInAgain, at: decision.now)
    }
    let awaitsFactor = terms.mayAwaitFactor && account.factors > 0
    // An account that has never been signed in to has no sessions.
    if account.lastSignInAt != nil {
      try announceNews(of: account, device)
      try makeRoom(for: account, on: device, awaitingFactor: awaitsFactor)
    }
    var session = Session(
      id: decision.newID(), accountID: account.id, rotatedAt: decision.now, device: device,
      address: decision.call.origin.address,
      country: decision.call.origin.country, createdAt: decision.now,
      lastUsedAt: decision.now,
      idleEndsAt: decision.now + min(decision.policy.session.idle, decision.policy.session.absolute),
      endsAt: decision.now + decision.policy.session.absolute, factorAt: hasPassedFactor ? decision.now : nil)
    let secret = decision.call.isFromPage ? decision.random(32).base64URL : nil
    session.cookieHash = secret.map(hashed)
    session.browserName = decision.call.browserName
    session.method = terms.method
    session.awaitsFactor = awaitsFactor
    try decision.tables.sessions.insert(session)
    try setPushToken(of: device, in: session)
    try decision.tables.accounts.recordSignIn(of: account.id, at: decision.now)
    if let secret {
      return .browser(cookie: SessionCookie(sessionID: session.id, secret: secret).text, endsAt: session.endsAt)
    }
    return try tokens(of: session, account)
  }

  /// Announces what no earlier session of the account has had: the device, the country, or a known device's address.
  private func announceNews(of account: Account, _ device: Device?) throws(Problem) {
    let history = try history(of: account, device)
    if !history.hasSeenDevice {
      try decision.audit(.securityNewDevice, account: account.id)
      try decision.outbox.notify(account, of: .newDevice, from: decision.call.origin(of: device))
    }
    if history.isNewCountry, let country = decision.call.origin.country {
      try decision.audit(.securityNewCountry, account: account.id)
      try decision.outbox.notify(account, of: .newCountry(country), from: decision.call.origin(of: device))
    }
    if history.hasSeenDevice, let device { try notifyOfNewAddress(account, device) }
  }

  /// Ends the earlier session on the device, and the least recently used sessions beyond the limit. A session that
  /// waits for its second factor ends none that has passed it.
  private func makeRoom(for account: Account, on device: Device?, awaitingFactor: Bool) throws(Problem) {
    if let device, !awaitingFactor {
      try decision.tables.sessions.revoke(of: account.id, on: device, as: .signedInAgain, at: decision.now)
    }
    try decision.tables.sessions.makeRoom(
      of: account.id, keeping: decision.policy.session.maxPerAccount - 1, awaitingFactor: awaitingFactor,
      at: decision.now)
  }

  /// Announces a known device at an address that none of the account's sessions has had, if a webhook asks for that.
  private func notifyOfNewAddress(_ account: Account, _ device: Device) throws(Problem) {
    guard let address = decision.call.origin.address,
      decision.policy.webhooks.contains(where: { $0.events?.contains(SecurityEvent.Name.newAddress.rawValue) ?? false })
    else { return }
    let known = try decision.tables.sessions.addresses(of: account.id).map(Origin.network)
    guard !known.isEmpty, !known.contains(Origin.network(of: address)) else { return }
    try decision.audit(.securityNewAddress, account: account.id)
    try decision.outbox.notify(account, of: .newAddress, from: decision.call.origin(of: device))
  }

  func history(of account: Account, _ device: Device?) throws(Problem) -> SessionHistory {
    try decision.tables.sessions.history(
      of: account.id, device: device, address: decision.call.origin.address, country: decision.call.origin.country)
  }

  /// The current tokens of a session. The session of a browser has none.
  /// - Parameter known: the keys, if this transaction has read them already.
  func tokens(of session: Session, _ account: Account, with known: TokenKeys? = nil) throws(Problem) -> SessionTokens {
    guard session.cookieHash == nil else { return .unchanged }
    let keys = if let known { known } else { try tokenKeys() }
    let expiresAt = min(decision.now + decision.policy.session.access, session.endsAt)
    var token = AccessToken(
      issuer: decision.environment.authentication.accessTokens.issuer, audience: decision.policy.audience,
      subject: account.id,
      sessionID: session.id,
      generation: session.accessGeneration, role: account.role, issuedAt: decision.now, expiresAt: expiresAt,
      // A password alone opens nothing that the policy's claims describe.
      claims: session.awaitsFactor ? JSON.Members() : try claims(of: account))
    if let claims = decision.call.terms.sessions.claims {
      let others = try claims(self, session, account, token.claims)
      for (name, value) in others.members?.pairs ?? [] { token.claims[name] = value }
    }
    let refreshKey =
      if let known = keys.refresh { known } else {
        try decision.hashKeys.keyCreatingIfNeeded(.refreshTokens, in: decision.tables)
      }
    let refreshToken = RefreshToken(sessionID: session.id, generation: session.generation)
    return .app(
      accessToken: try decision.environment.authentication.accessTokens.sign(
        token, with: keys.signing, in: decision.tables),
      accessTokenExpiresAt: Timestamp(seconds: expiresAt.wholeSeconds), refreshToken: refreshToken.text(refreshKey))
  }

  func tokenKeys() throws(Problem) -> TokenKeys {
    let (signing, hash) = try decision.tables.hashKeys.tokenKeys()
    return TokenKeys(
      signing: signing, refresh: try decision.hashKeys.cache(hash, in: decision.tables)[.refreshTokens]
    )
  }
}

extension Call {
  /// Makes `decide` answer with a challenge if the account has a factor that the event has not passed. A factor that
  /// was passed for another account does not open this one.
  func requirePassedFactor(of account: Account) throws(Problem) {
    let hasPassedFactor = passedFactorOf == account.id
    guard hasPassedFactor || account.factors == 0 && passedFactorOf == nil else { throw .challenge(account) }
  }
}

extension Problem {
  /// Makes `decide` answer with a challenge.
  fileprivate static func challenge(_ account: Account) -> Problem {
    Problem(.factorRequired, "the account has a second factor", consequence: .challenge(accountID: account.id))
  }
}

extension Prefetch {
  /// What `Sessions.beginSession` reads.
  static func session(of account: Account, on device: Device?) -> Prefetch {
    guard account.lastSignInAt != nil else { return .nothing }
    return Prefetch { (decision) throws(Problem) in _ = try decision.sessions.history(of: account, device) }
  }
}
