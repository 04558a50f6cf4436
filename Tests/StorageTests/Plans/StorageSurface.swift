// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// Calls every function of the storage in every variant, so that every statement runs. Those for clients and
/// invitations are in `ClientSurface.swift`.
extension Store {
  func runEverything() throws(Problem) {
    try write { (transaction) throws(Problem) in
      try transaction.runAccounts()
      try transaction.runCredentials()
      try transaction.runFactors()
      try transaction.runClients()
      try transaction.runInvitations()
      try transaction.runJoinLinks()
      try transaction.runTeams()
      try transaction.runSessions()
      try transaction.runMail()
      try transaction.runMailRecords()
      try transaction.runOperators()
      try transaction.runRest()
      try transaction.count()
      try transaction.deleteEverything()
    }
  }
}

private let email = EmailAddress("kim@example.com")!

extension Transaction {
  fileprivate func runAccounts() throws(Problem) {
    let identity = Identity(provider: "google", issuer: "i", subject: "s", email: nil, emailVerified: false)
    try insertInviter()
    try accounts.insert(Account.fixture("kim"))
    try identities.insert(identity, of: "kim", at: .t0)
    _ = try accounts.find(id: "kim")
    _ = try accounts.find(issuer: "i", subject: "s")
    _ = try accounts.find(email: email)
    _ = try accounts.find(username: "kim")
    try accounts.markVerified(email, of: "kim", at: .t0)
    try accounts.changeEmail(to: email, of: .fixture("kim"), at: .t0)
    try accounts.update(Account.fixture("kim"), at: .t0)
    try accounts.insertConsent(version: "1", birthDate: nil, guardianEmail: nil, of: "kim", at: .t0)
    _ = try accounts.consent(of: "kim")
    _ = try accounts.hasAgreed("kim", to: "1")
    try accounts.setStatus(.active, of: "kim")
    try accounts.recordSignIn(of: "kim", at: .t0)
    _ = try accounts.signInMethods(of: "kim")
    try userMetadata.set(["team": "red"], of: "kim", at: .t0)
    _ = try userMetadata.find("kim")
    _ = try identities.all(of: "kim")
    try runRefreshTokens()
    _ = try accounts.remove(SignInMethod("password"), of: "kim")
    _ = try accounts.remove(SignInMethod("google"), of: "kim")
    _ = try accounts.removeIdentities(of: "kim", except: ("i", "s"))
    try accounts.updateConsent(of: Account.fixture("kim"), at: .t0)
    try accounts.reserveAddress(of: Account.fixture("kim"))
    _ = try accounts.closedByGuardian(before: .t0, limit: 20)
    _ = try underage.find(key: "k", now: .t0)
    try underage.remember(key: "k", minimumAge: 13, now: .t0, until: .t0)
    _ = try underage.delete(now: .t0, limit: 20)
    try imports.remember(ImportedRow(source: "s", externalID: "1", accountID: "kim", fingerprint: "f"))
    _ = try imports.find(source: "s", externalID: "1")
  }

  private func runRefreshTokens() throws(Problem) {
    let identity = IdentityKey(issuer: "i", subject: "s")
    _ = try identityTokens.setRefreshTokens("sealed", of: identity)
    _ = try identityTokens.refreshTokens(of: identity)
    try identityTokens.recordUse(of: identity, at: .t0)
    try identityTokens.recordRelayChange(of: identity, at: .t0)
    _ = try identityTokens.appleTimes(of: identity)
    _ = try identityTokens.sealedRefreshTokens(after: identity, limit: 500)
    _ = try identityTokens.replaceRefreshTokens(of: identity, "old", by: "new")
    try identityTokens.end(IdentityKey(issuer: "i", subject: "other"), at: .t0)
    var other = Identity(provider: "p", issuer: "i", subject: "other", email: nil, emailVerified: false)
    _ = try identities.account(of: other)
    (other.subject, other.transferSubject) = ("elsewhere", "t")
    _ = try identities.account(of: other)
    other.subject = "other"
    try identities.update(other)
    _ = try identities.all(of: "kim")
    _ = try identities.hasIdentity("kim", of: "i")
  }

  fileprivate func runCredentials() throws(Problem) {
    try passwords.set("hash", of: "kim", email: email, at: .t0)
    _ = try passwords.find(email: email)
    _ = try passwords.find(username: "kim")
    _ = try passwords.changedAt(of: "kim")
    _ = try passwords.hash(of: "kim")
    _ = try passwords.importedCosts()
    try passwords.replaceHash("hash", of: "kim")
    try passwords.move(of: "kim", to: email)
    try accountCodes.insert(
      AccountCode(
        selector: "s", codeHash: "h", purpose: .verifyEmail, accountID: "kim", email: email, triesLeft: 5,
        expiresAt: .t0))
    _ = try accountCodes.find(selector: "s")
    _ = try accountCodes.newest(of: "kim", for: .changeEmail, at: .t0)
    try accountCodes.countWrongTry(ofCode: "s")
    try accountCodes.remove(selector: "s")
    try accountCodes.removeAll(of: "kim", for: .verifyEmail)
    try accountCodes.removeAllOfAddress(of: "kim")
    try accountCodes.removeAll(of: "kim", for: .notMe, mailedTo: email, orEndingSince: .t0)
  }

  fileprivate func runFactors() throws(Problem) {
    try factors.insert(
      Factor(id: "f", accountID: "kim", type: .totp, name: nil, createdAt: .t0, expiresAt: .t0, sealedSecret: "s"))
    _ = try factors.all(of: "kim", now: .t0)
    _ = try factors.find(credentialID: "c")
    try factors.update(
      Factor(id: "f", accountID: "kim", type: .totp, name: nil, createdAt: .t0, expiresAt: .t0, sealedSecret: "s"))
    try factors.storeCount(of: "kim")
    _ = try sealed.sealedFactors(after: "", limit: 500)
    _ = try sealed.replaceFactorSecret(of: "f", "old", by: "new")
    try recoveryCodes.replace(of: "kim", by: ["h"])
    _ = try recoveryCodes.all(of: "kim")
    try recoveryCodes.remove("h", of: "kim")
    try challenges.insert(
      Challenge(
        selector: "s", purpose: .factor, accountID: "kim", function: "f", sealedEvent: "e", triesLeft: 5,
        createdAt: .t0, expiresAt: .t0))
    _ = try challenges.find(selector: "s")
    try challenges.countWrongTry(ofChallenge: "s")
    _ = try sealed.sealedChallenges(after: "", limit: 500)
    _ = try sealed.replaceChallengeEvent(of: "s", "old", by: "new")
    try challenges.remove("s")
    try challenges.removeAll(of: "a")
    try factors.remove("f")
    try factors.removeAll(of: "kim")
    _ = try factors.deleteUnconfirmed(before: .t0, limit: 500)
    _ = try challenges.delete(before: .t0, limit: 500)
  }

  fileprivate func runSessions() throws(Problem) {
    let device = Device(id: "d", platform: nil, name: nil)
    let session = Session(
      id: "s", accountID: "kim", rotatedAt: .t0, device: device, address: nil, createdAt: .t0, lastUsedAt: .t0,
      idleEndsAt: .t0, endsAt: .t0)
    try sessions.insert(session)
    try sessions.update(session)
    try sessions.recordRefresh(of: session)
    try sessions.recordUse(ofSession: "s", at: .t0, idleEndsAt: .t0)
    let token = SingleUseToken(hash: "t", expiresAt: .t0)
    _ = try usedTokens.isUsed(token)
    try usedTokens.markUsed(token)
    _ = try self.sessions.find(id: "s")
    _ = try accounts.find(ofSession: "s")
    _ = try sessions.all(of: "kim", now: .t0)
    for device in [nil, device] {
      _ = try sessions.history(of: "kim", device: device, address: "192.0.2.1", country: "DE")
    }
    _ = try sessions.addresses(of: "kim")
    try sessions.revoke(of: "kim", on: Device(id: "d"), as: .signedInAgain, at: .t0)
    try sessions.revokeAll(of: "kim", except: "s", as: .passwordChanged, at: .t0)
    try sessions.recordFactor(ofSession: "s", at: .t0)
    try runPush()
    try runServiceKeys()
    try sessions.revoke("s", as: .signedOut, at: .t0)
  }

  private func runPush() throws(Problem) {
    let address = PushAddress(sessionID: "s", service: .apns, tokenHash: "h", sealedToken: "t")
    try pushAddresses.set(address)
    _ = try pushAddresses.all(of: "kim", now: .t0)
    _ = try pushAddresses.find(ofSession: "s", now: .t0)
    _ = try pushAddresses.sealedTokens(after: "", limit: 500)
    _ = try pushAddresses.replaceToken(of: "s", "old", by: "new")
    try pushAddresses.remove(address)
    try serviceTokens.save(StoredServiceToken(name: "n", sealedToken: "t", expiresAt: .t0), now: .t0)
    _ = try serviceTokens.find("n", now: .t0)
    try serviceTokens.delete("n")
    _ = try serviceTokens.all(beginningWith: "refresh ")
    try serviceTokens.deleteAll()
  }

  fileprivate func runMail() throws(Problem) {
    let mail = OutboxMessage.fixture("m", invitationID: "i-c")
    try outbox.insert(mail)
    for withMails in [true, false] {
      _ = try outbox.hasDueMessages(now: .t0, withMails: withMails)
      _ = try outbox.lease(now: .t0, until: .t0, limit: 100, withMails: withMails)
      _ = try outbox.leaseFirst(now: .t0, until: .t0, limit: 100, withMails: withMails)
    }
    _ = try outbox.leaseOverdue(now: .t0, queuedBefore: .t0, until: .t0, limit: 100)
    _ = try relays.all()
    _ = try relays.all(ifLeased: "m")
    _ = try relays.relay("r")
    try relays.retryAll(at: .t0)
    var relay = RelayState("r")
    relay.connections = 2
    try relays.store(relay)
    relay.connections = nil
    try relays.store(relay)
    _ = try relays.reserveSlot(of: "r", rate: 1, now: .t0, before: .t0 + .days(1))
    try outbox.requeue(mail, dueAt: .t0, failure: "t")
    try outbox.end("m", as: .sent, at: .t0)
    try outbox.end("m", as: .failed, at: .t0, keepsValues: true)
    _ = try outbox.bounce("m", .other, failure: "t", text: nil, at: .t0)
    _ = try outbox.eraseValuesOfEnded(now: .t0, limit: 1)
    try outbox.cancel(of: [.fixture("i-c", ofClient: "c")], at: .t0)
    _ = try outbox.correctFutureDueTimes(now: .t0, limit: 1)
    _ = try self.outbox.find(id: "m")
    _ = try self.outbox.find(vendorID: "v")
    try outbox.setOutcome(.delivered, of: "m", reason: nil, text: nil, at: .t0)
    _ = try outbox.recordDelay("t", of: "m")
    _ = try outbox.isLatestInvitation(mail)
    _ = try suppressions.suppress(email, .bounced, hashes: [], detail: nil, at: .t0)
    _ = try suppressions.find(of: email, hashes: ["h"])
    try suppressions.disable(email, at: .t0)
    _ = try outbox.lastSent(.verifyEmail, to: "kim")
    _ = try suppressions.enable(email, hashes: ["h"], asOf: .t0)
    _ = try suppressions.cancelOffers(to: email, because: .bounced, at: .t0)
  }

  fileprivate func runMailRecords() throws(Problem) {
    _ = try mailRecords.find(id: "m")
    _ = try mailRecords.makeDue("m", at: .t0)
    _ = try mailRecords.audit(about: ["m"])
    // Every combination of conditions.
    for bits in 0..<32 {
      let filter = MailFilter(
        state: bits & 1 == 0 ? nil : bits & 16 == 0 ? .failed : .sent, kind: bits & 2 == 0 ? nil : .invitation,
        recipient: bits & 4 == 0 ? nil : "kim@example.com", since: bits & 8 == 0 ? nil : .t0)
      for before in [nil, "m"] { _ = try mailRecords.list(filter, before: before, limit: 50) }
    }
  }

  fileprivate func runOperators() throws(Problem) {
    for before in [nil, "kim"] {
      _ = try operators.accounts(AccountFilter(role: "client", status: .active), before: before, limit: 500)
    }
    try accounts.setRole("client", of: "kim", at: .t0)
    _ = try operators.deviceIDs(of: "kim")
    for account in [nil, "kim"] { _ = try operators.audit(AuditFilter(accountID: account), limit: 50) }
    _ = try operators.suppressions(reason: nil, limit: 50)
    _ = try suppressions.remove(email, hashes: ["h"])
    _ = try suppressions.suppress(email, .bounced, hashes: [], detail: nil, at: .t0)
  }

  private func runServiceKeys() throws(Problem) {
    var key = ServiceKey(
      id: "k", name: "crm", functions: ["list-clients"], holder: .inviter(accountID: "inviter"), secretHash: "h",
      createdAt: .t0)
    try serviceKeys.insert(key)
    _ = try serviceKeys.find(id: "k")
    _ = try serviceKeys.find(name: "crm")
    _ = try serviceKeys.find(secretHash: "h")
    _ = try serviceKeys.list(limit: 50)
    key.secretHash = "i"
    try serviceKeys.replaceSecret(of: key)
    try serviceKeys.delete(id: "k")
  }

  fileprivate func runRest() throws(Problem) {
    _ = try secretKeys.fingerprints()
    try secretKeys.add("f", at: .t0)
    try secretKeys.removeAll(except: "f")
    let event = EventKey(function: "f", caller: "kim", source: "s", id: "1")
    try seenEvents.remember(event, SeenEvent(fingerprint: "f", sealedAnswer: "a"), until: .t0)
    try seenEvents.rememberIfNew(event, SeenEvent(sealedAnswer: "a"), until: .t0, now: .t0)
    _ = try seenEvents.find(event, now: .t0)
    try seenEvents.finish(event, SeenEvent(sealedAnswer: "a"))
    let limit = Limit(max: 3, window: .seconds(10))
    try limits.count(limit, key: "k", now: .t0)
    _ = try limits.allowance(limit, key: "k", now: .t0)
    _ = try limits.allowances([(limit, "k"), (limit, "l"), (limit, "m")], now: .t0)
    try limits.delete(key: "k")
    try auditLog.insert(AuditEntry(id: "a", at: .t0, function: "f", action: .accountCreated))
    _ = try auditLog.countRefusal("r", since: .t0, at: .t0)
    for action in [nil, "a"] {
      for subject in [nil, "s"] {
        _ = try auditLog.entries(
          of: "inviter", seenBy: "inviter", action: action, subject: subject, before: nil, limit: 20)
      }
    }
    try keySets.save(CachedKeySet(url: "u", keys: [:], fetchedAt: .t0, freshUntil: .t0, attemptedAt: .t0))
    _ = try keySets.find(url: "u")
    _ = try keySets.mayRefetch(url: "u", now: .t0, atMostEvery: .zero)
    _ = try keySets.issuerFailure(url: "u")
    try keySets.recordIssuerFailure(url: "u", at: .t0)
    try keySets.deleteIssuerFailure(url: "u")
    try notices.save(Notice(.untrustedProxy, detail: [:], at: .t0))
    _ = try notices.find(.untrustedProxy)
    _ = try notices.all(since: .t0)
    try signingKeys.insert(StoredSigningKey(id: "k", publicKey: [:], sealedPrivateKey: "s", createdAt: .t0))
    _ = try signingKeys.find(id: "k")
    _ = try signingKeys.newest()
    try hashKeys.insertIfNew(StoredHashKey(name: "h", sealedKey: "s", createdAt: .t0))
    try hashKeys.replace(StoredHashKey(name: "h", sealedKey: "s", createdAt: .t0))
    _ = try hashKeys.all()
    _ = try hashKeys.tokenKeys()
    _ = try sealed.sealedMails(after: "", limit: 500)
    _ = try sealed.replaceMailValues(of: "m", "old", by: "new")
    _ = try sealed.sealedAnswers(after: event, limit: 500)
    _ = try sealed.replaceAnswer(of: event, "old", by: "new")
    _ = try sealed.sealedSigningKeys()
    _ = try sessions.end(begunBy: .t0, as: .keysCompromised, at: .t0, limit: 500)
    try signingKeys.retireAll(at: .t0)
    try signingKeys.removeAll()
  }

  fileprivate func count() throws(Problem) {
    _ = try report.lastAudit()
    try report.writeAndDelete("n", at: .t0)
    _ = try report.auditCounts(from: .t0, until: .t0)
    _ = try report.originCounts(from: .t0, until: .t0)
    _ = try report.durationCounts(from: .t0, until: .t0)
    _ = try report.intervalCounts(from: .t0, until: .t0, every: .hours(1))
    _ = try report.funnel(from: .t0, until: .t0)
    _ = try report.roles()
    _ = try report.invitationCounts()
    _ = try report.overdueInvitations(now: .t0)
    for isWebhooks in [false, true] { _ = try report.queueCount(isWebhooks: isWebhooks, now: .t0) }
    _ = try report.endedMailCounts(from: .t0, until: .t0)
    _ = try report.activeSessions(now: .t0)
    _ = try report.sessionLengths(from: .t0, until: .t0)
  }

  fileprivate func deleteEverything() throws(Problem) {
    _ = try seenEvents.delete(now: .t0, limit: 500)
    _ = try limits.delete(now: .t0, limit: 500)
    _ = try clientWindows.countCall(Limit(max: 5, window: .seconds(60)), key: "key", now: .t0)
    try clientWindows.rename("former", to: "key")
    _ = try clientWindows.delete(now: .t0, limit: 500)
    _ = try accountCodes.delete(before: .t0, limit: 500)
    _ = try usedTokens.delete(before: .t0, limit: 500)
    _ = try sessions.delete(endedBefore: .t0, limit: 500)
    _ = try outbox.delete(endedBefore: .t0, limit: 500)
    _ = try invitations.deleteSupersededCodes(ofInvitationsEndedBefore: .t0, limit: 500)
    _ = try auditLog.delete(before: .t0, limit: 500)
    try accounts.beginDeletion(of: .fixture("kim"), until: .t0, at: .t0)
    _ = try invitations.availability(ofInvitation: "i-c", at: .t0)
    _ = try accounts.toErase(now: .t0, limit: 20)
    _ = try accounts.clientCount(of: "inviter")
    _ = try exports.export(.fixture("kim"), includesClients: true, limit: 100)
    _ = try erasure.erase(.fixture("kim"), records: .anonymise, forgettingAnswersOf: ["f"], at: .t0) { $0 }
    _ = try erasure.erase(.fixture("inviter"), records: .keep, forgettingAnswersOf: ["f"], at: .t0) { $0 }
  }
}
