// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// Calls every function of the storage in every variant, so that every statement runs.
extension Store {
  func runEverything() throws(Problem) {
    try write { (rows) throws(Problem) in
      try rows.runAccounts()
      try rows.runCredentials()
      try rows.runFactors()
      try rows.runClients()
      try rows.runInvitations()
      try rows.runSessions()
      try rows.runMail()
      try rows.runMailRecords()
      try rows.runOperators()
      try rows.runRest()
      try rows.count()
      try rows.deleteEverything()
    }
  }
}

private let email = EmailAddress("kim@example.com")!

extension Transaction {
  fileprivate func runAccounts() throws(Problem) {
    let identity = Identity(provider: "google", issuer: "i", subject: "s", email: nil, emailVerified: false)
    try insert(Account.fixture("inviter", role: "admin"))
    try insert(Account.fixture("kim"))
    try insert(identity, of: "kim", at: .t0)
    _ = try account(id: "kim")
    _ = try account(issuer: "i", subject: "s")
    _ = try account(email: email)
    _ = try account(username: "kim")
    try markVerified(email, of: "kim", at: .t0)
    try changeEmail(to: email, of: .fixture("kim"), at: .t0)
    try update(Account.fixture("kim"), at: .t0)
    try insertConsent(version: "1", birthDate: nil, guardianEmail: nil, of: "kim", at: .t0)
    _ = try consent(of: "kim")
    try setStatus(.active, of: "kim")
    try recordSignIn(of: "kim", at: .t0)
    _ = try providers(of: "kim")
    _ = try identities(of: "kim")
    try runRefreshTokens()
    _ = try removeProvider("password", of: "kim")
    _ = try removeProvider("google", of: "kim")
    _ = try removeIdentities(of: "kim", except: ("i", "s"))
    try updateConsent(of: Account.fixture("kim"), at: .t0)
    try reserveAddress(of: Account.fixture("kim"))
    _ = try accountsClosedByGuardian(before: .t0, limit: 20)
    _ = try underageRefusal(key: "k", now: .t0)
    try rememberUnderage(key: "k", minimumAge: 13, now: .t0, until: .t0)
    _ = try deleteUnderage(now: .t0, limit: 20)
    try remember(ImportedRow(source: "s", externalID: "1", accountID: "kim", fingerprint: "f"))
    _ = try importedRow(source: "s", externalID: "1")
  }

  private func runRefreshTokens() throws(Problem) {
    let identity = IdentityKey(issuer: "i", subject: "s")
    _ = try setRefreshTokens("sealed", of: identity)
    _ = try refreshTokens(of: identity)
    try recordUse(of: identity, at: .t0)
    try recordRelayChange(of: identity, at: .t0)
    _ = try appleTimes(of: identity)
    _ = try sealedRefreshTokens(after: identity, limit: 500)
    _ = try replaceRefreshTokens(of: identity, "old", by: "new")
    try end(IdentityKey(issuer: "i", subject: "other"), at: .t0)
    var other = Identity(provider: "p", issuer: "i", subject: "other", email: nil, emailVerified: false)
    _ = try account(of: other)
    (other.subject, other.transferSubject) = ("elsewhere", "t")
    _ = try account(of: other)
    other.subject = "other"
    try update(other)
    _ = try identities(of: "kim")
    _ = try hasIdentity("kim", of: "i")
  }

  fileprivate func runCredentials() throws(Problem) {
    try setPassword("hash", of: "kim", email: email, at: .t0)
    _ = try passwordCredential(email: email)
    _ = try passwordCredential(username: "kim")
    _ = try passwordHash(of: "kim")
    _ = try importedPasswordCosts()
    try replaceHash("hash", of: "kim")
    try movePassword(of: "kim", to: email)
    try insert(
      AccountCode(
        selector: "s", codeHash: "h", purpose: .verifyEmail, accountID: "kim", email: email, triesLeft: 5,
        expiresAt: .t0))
    _ = try accountCode(selector: "s")
    try countWrongTry(ofCode: "s")
    try removeCode(selector: "s")
    try removeCodes(of: "kim", for: .verifyEmail)
  }

  fileprivate func runFactors() throws(Problem) {
    try insert(
      Factor(
        id: "f", accountID: "kim", type: .totp, name: nil, createdAt: .t0, expiresAt: .t0, sealedSecret: "s"))
    _ = try factors(of: "kim", now: .t0)
    _ = try factor(credentialID: "c")
    try update(
      Factor(
        id: "f", accountID: "kim", type: .totp, name: nil, createdAt: .t0, expiresAt: .t0, sealedSecret: "s"))
    try countFactors(of: "kim")
    _ = try sealedFactors(after: "", limit: 500)
    _ = try replaceFactorSecret(of: "f", "old", by: "new")
    try replaceRecoveryCodes(of: "kim", by: ["h"])
    _ = try recoveryCodes(of: "kim")
    try removeRecoveryCode("h", of: "kim")
    try insert(
      Challenge(
        selector: "s", purpose: .factor, accountID: "kim", function: "f", sealedEvent: "e", triesLeft: 5,
        createdAt: .t0, expiresAt: .t0))
    _ = try challenge(selector: "s")
    try countWrongTry(ofChallenge: "s")
    _ = try sealedChallenges(after: "", limit: 500)
    _ = try replaceChallengeEvent(of: "s", "old", by: "new")
    try removeChallenge("s")
    try removeFactor("f")
    try removeFactors(of: "kim")
    _ = try deleteUnconfirmedFactors(before: .t0, limit: 500)
    _ = try deleteChallenges(before: .t0, limit: 500)
  }

  fileprivate func runClients() throws(Problem) {
    try insertClients([.fixture("c"), .fixture("d")])
    _ = try client(id: "c")
    _ = try client(of: "inviter", email: email)
    try link(clientID: "c", to: "kim")
    _ = try clients(ofAccount: "kim")
    _ = try clientsWithInviters(ofAccount: "kim", limit: 20)
    try runMembers()
    _ = try isClient("kim", of: "inviter")
    try update(Client.fixture("c"))
    for status in [nil, Invitation.Status.pending] {
      for text in [nil, "kim"] {
        _ = try clients(of: "inviter", status: status, containing: text, after: nil, limit: 20, now: .t0)
      }
    }
    try insert(Workout(id: "w", clientID: "c", title: "", scheduledFor: nil, details: [:], createdAt: .t0))
    for owner in [WorkoutOwner.client("c"), .account("kim")] { _ = try workouts(of: owner, after: nil, limit: 20) }
    _ = try workout(id: "w")
    try update(Workout(id: "w", clientID: "c", title: "", scheduledFor: nil, details: [:], createdAt: .t0))
    try markCompleted("w", at: .t0)
    try removeWorkout("w")
    try removeClient("d")
    try unlink(clientID: "c", at: .t0)
    try store(formerAccount: "kim", ofClient: "c")
    try link(clientID: "c", to: "kim")
    try runFirstProof()
  }

  private func runFirstProof() throws(Problem) {
    _ = try claimants(of: email)
    _ = try claimant(of: email)
    _ = try account(transferSubject: "T")
    try set(transferSubject: "T", ofIssuer: "i", subject: "s")
    _ = try applyFirstProof(to: "kim", by: .codeAlone, at: .t0)
    try askForRole(of: "kim")
    _ = try account(id: "kim")
    _ = try isWaiting("kim", for: "inviter")
    try keep(clientID: "c")
    try endQuestionsWithoutInviters(ofAccounts: ["kim"])
    let other = ProvenAddress(email: EmailAddress("other@example.com")!, provenAt: .t0)
    try insert(other, of: "kim")
    try removeOtherAddress(other.email)
    try insert(Account.fixture("claimant"))
    try removeClaim(of: "claimant", at: .t0)
    try removeUnderage(key: "k")
  }

  private func runMembers() throws(Problem) {
    var elodie = Account.fixture("elodie")
    elodie.displayName = "\u{C9}lodie"
    try insert(elodie)
    try renewSearchTexts()
    for inviter in [nil, "inviter"] {
      for text in ["kim", "\u{E9}"] {
        let filter = MemberFilter(role: "client", ofInviter: inviter, for: "inviter", status: .active, containing: text)
        _ = try members(filter, after: nil, limit: 20)
      }
    }
  }

  fileprivate func runInvitations() throws(Problem) {
    _ = try invitation(id: "i-c")
    _ = try invitation(ofClient: "c")
    _ = try invitation(codeHash: "code of c")
    _ = try offer(codeHash: "code of c")
    try markOpened("i-c", at: .t0)
    _ = try deliveries(ofInvitation: "i-c", limit: 50)
    _ = try invitationCounts(of: "inviter", sentSince: .t0, now: .t0)
    _ = try invitationDays(of: "inviter", sentSince: .t0)
    _ = try medianTimeToAccept(of: "inviter", sentSince: .t0, count: 1)
    _ = try pendingInvitations(to: email, now: .t0)
    _ = try pendingOffers(to: email, invitee: "client", now: .t0, limit: 100)
    _ = try wasInvited(email, inviterRole: "admin")
    _ = try offer(id: "i-c")
    try addCode(hash: "reminder", to: "i-c")
    try setDelivery(.sent, of: "i-c", by: "m")
    try setDelivery(.sent, of: "i-c")
    try setReminder(of: "i-c", at: .t0)
    _ = try invitationsToRemind(now: .t0, limit: 500)
    _ = try expireOverdue(now: .t0, limit: 500)
    try markRevoked("i-c")
    try markAccepted("i-c", at: .t0)
  }

  fileprivate func runSessions() throws(Problem) {
    let device = Device(id: "d", platform: nil, name: nil)
    let session = Session(
      id: "s", accountID: "kim", rotatedAt: .t0, device: device, address: nil, createdAt: .t0, lastUsedAt: .t0,
      idleEndsAt: .t0, endsAt: .t0)
    try insert(session)
    try update(session)
    try recordRefresh(of: session)
    try recordUse(ofSession: "s", at: .t0, idleEndsAt: .t0)
    let token = SingleUseToken(hash: "t", expiresAt: .t0)
    _ = try isUsed(token)
    try markUsed(token)
    _ = try self.session(id: "s")
    _ = try account(ofSession: "s")
    _ = try sessions(of: "kim", now: .t0)
    for device in [nil, device] {
      _ = try sessionHistory(of: "kim", device: device, address: "192.0.2.1", country: "DE")
    }
    _ = try sessionAddresses(of: "kim")
    try revokeSessions(of: "kim", on: Device(id: "d"), as: .signedInAgain, at: .t0)
    try revokeSessions(of: "kim", keeping: 4, as: .tooManySessions, at: .t0)
    try revokeSessions(of: "kim", except: "s", as: .passwordChanged, at: .t0)
    try recordFactor(ofSession: "s", at: .t0)
    try runPush()
    try revokeSession("s", as: .signedOut, at: .t0)
  }

  private func runPush() throws(Problem) {
    let address = PushAddress(sessionID: "s", service: .apns, tokenHash: "h", sealedToken: "t")
    try setPushAddress(address)
    _ = try pushAddresses(of: "kim", now: .t0)
    _ = try pushAddress(ofSession: "s", now: .t0)
    _ = try sealedPushTokens(after: "", limit: 500)
    _ = try replacePushToken(of: "s", "old", by: "new")
    try removePushAddress(address)
    try save(StoredServiceToken(name: "n", sealedToken: "t", expiresAt: .t0), now: .t0)
    _ = try serviceToken("n", now: .t0)
    try deleteServiceToken("n")
    _ = try serviceTokens(beginningWith: "refresh ")
    try deleteServiceTokens()
  }

  fileprivate func runMail() throws(Problem) {
    let mail = OutboxMessage.fixture("m", invitationID: "i-c")
    try insert(mail)
    for withMails in [true, false] {
      _ = try hasDueMail(now: .t0, withMails: withMails)
      _ = try leaseMail(now: .t0, until: .t0, limit: 100, withMails: withMails)
    }
    _ = try leaseOverdueMail(now: .t0, queuedBefore: .t0, until: .t0, limit: 100)
    _ = try relays()
    _ = try relays(ifLeased: "m")
    _ = try relay("r")
    try retryRelays(at: .t0)
    var relay = RelayState("r")
    relay.connections = 2
    try store(relay)
    relay.connections = nil
    try store(relay)
    _ = try reserveSlot(of: "r", rate: 1, now: .t0, before: .t0 + .days(1))
    try requeue(mail, dueAt: .t0, failure: "t")
    try end("m", as: .sent, at: .t0)
    try end("m", as: .failed, at: .t0, keepsValues: true)
    _ = try bounce("m", .other, failure: "t", text: nil, at: .t0)
    _ = try eraseValuesOfEndedMail(now: .t0, limit: 1)
    try cancelMail(ofInvitations: ["i-c"], at: .t0)
    _ = try correctFutureDueTimes(now: .t0, limit: 1)
    _ = try self.mail(id: "m")
    _ = try self.mail(vendorID: "v")
    try setOutcome(.delivered, of: "m", reason: nil, text: nil, at: .t0)
    _ = try recordDelay("t", of: "m")
    _ = try isLatestInvitation(mail)
    _ = try suppress(email, .bounced, hashes: [], detail: nil, at: .t0)
    _ = try suppression(of: email, hashes: ["h"])
    try disable(email, at: .t0)
    _ = try lastSent(.verifyEmail, to: "kim")
    _ = try enable(email, hashes: ["h"], asOf: .t0)
    _ = try cancelOffers(to: email, because: .bounced, at: .t0)
  }

  fileprivate func runMailRecords() throws(Problem) {
    _ = try mailRecord(id: "m")
    _ = try makeDue("m", at: .t0)
    _ = try audit(about: ["m"])
    // Every combination of conditions.
    for bits in 0..<32 {
      let filter = MailFilter(
        state: bits & 1 == 0 ? nil : bits & 16 == 0 ? .failed : .sent, kind: bits & 2 == 0 ? nil : .invitation,
        recipient: bits & 4 == 0 ? nil : "kim@example.com", since: bits & 8 == 0 ? nil : .t0)
      for before in [nil, "m"] { _ = try mailRecords(filter, before: before, limit: 50) }
    }
  }

  fileprivate func runOperators() throws(Problem) {
    for before in [nil, "kim"] {
      _ = try accounts(AccountFilter(role: "client", status: .active), before: before, limit: 500)
    }
    try setRole("client", of: "kim", at: .t0)
    _ = try deviceIDs(of: "kim")
    for account in [nil, "kim"] { _ = try audit(AuditFilter(accountID: account), limit: 50) }
    _ = try suppressions(reason: nil, limit: 50)
    _ = try removeSuppression(of: email, hashes: ["h"])
    _ = try suppress(email, .bounced, hashes: [], detail: nil, at: .t0)
  }

  fileprivate func runRest() throws(Problem) {
    _ = try keyFingerprints()
    try addKeyFingerprint("f", at: .t0)
    try removeKeyFingerprints(except: "f")
    let event = EventKey(function: "f", caller: "kim", source: "s", id: "1")
    try remember(event, SeenEvent(fingerprint: "f", sealedAnswer: "a"), until: .t0)
    try rememberIfNew(event, SeenEvent(sealedAnswer: "a"), until: .t0, now: .t0)
    _ = try seenEvent(event, now: .t0)
    try finish(event, SeenEvent(sealedAnswer: "a"))
    let limit = Limit(max: 3, window: .seconds(10))
    try count(limit, key: "k", now: .t0)
    _ = try allowance(limit, key: "k", now: .t0)
    _ = try allowances([(limit, "k"), (limit, "l"), (limit, "m")], now: .t0)
    try deleteLimit(key: "k")
    try insert(AuditEntry(id: "a", at: .t0, function: "f", action: "a"))
    _ = try countRefusal("r", since: .t0, at: .t0)
    for action in [nil, "a"] {
      for subject in [nil, "s"] {
        _ = try audit(of: "inviter", action: action, subject: subject, before: nil, limit: 20)
      }
    }
    try save(CachedKeySet(url: "u", keys: [:], fetchedAt: .t0, freshUntil: .t0, attemptedAt: .t0))
    _ = try keySet(url: "u")
    _ = try mayRefetch(url: "u", now: .t0, atMostEvery: .zero)
    _ = try issuerFailure(url: "u")
    try recordIssuerFailure(url: "u", at: .t0)
    try deleteIssuerFailure(url: "u")
    try save(Notice(.untrustedProxy, detail: [:], at: .t0))
    _ = try notice(.untrustedProxy)
    _ = try notices(since: .t0)
    try insert(StoredSigningKey(id: "k", publicKey: [:], sealedPrivateKey: "s", createdAt: .t0))
    _ = try signingKey(id: "k")
    _ = try newestSigningKeys()
    try insertIfNew(StoredHashKey(name: "h", sealedKey: "s", createdAt: .t0))
    try replace(StoredHashKey(name: "h", sealedKey: "s", createdAt: .t0))
    _ = try hashKeys()
    _ = try tokenKeys()
    _ = try sealedMails(after: "", limit: 500)
    _ = try replaceMailValues(of: "m", "old", by: "new")
    _ = try sealedAnswers(after: event, limit: 500)
    _ = try replaceAnswer(of: event, "old", by: "new")
    _ = try sealedSigningKeys()
    _ = try revokeSessions(begunBy: .t0, as: .keysCompromised, at: .t0, limit: 500)
    try retireSigningKeys(at: .t0)
    try removeSigningKeys()
  }

  fileprivate func count() throws(Problem) {
    _ = try lastAudit()
    try writeAndDelete("n", at: .t0)
    _ = try auditCounts(from: .t0, until: .t0)
    _ = try originCounts(from: .t0, until: .t0)
    _ = try durationCounts(from: .t0, until: .t0)
    _ = try roles()
    _ = try invitationCounts()
    _ = try overdueInvitations(now: .t0)
    for isWebhooks in [false, true] { _ = try queueCount(isWebhooks: isWebhooks, now: .t0) }
    _ = try endedMailCounts(from: .t0, until: .t0)
    _ = try activeSessions(now: .t0)
    _ = try sessionLengths(from: .t0, until: .t0)
  }

  fileprivate func deleteEverything() throws(Problem) {
    _ = try deleteSeenEvents(now: .t0, limit: 500)
    _ = try deleteLimitHits(now: .t0, limit: 500)
    _ = try countCall(Limit(max: 5, window: .seconds(60)), key: "key", now: .t0)
    _ = try deleteClientWindows(now: .t0, limit: 500)
    _ = try deleteAccountCodes(before: .t0, limit: 500)
    _ = try deleteUsedTokens(before: .t0, limit: 500)
    _ = try deleteSessions(endedBefore: .t0, limit: 500)
    _ = try deleteMail(endedBefore: .t0, limit: 500)
    _ = try deleteSupersededCodes(ofInvitationsEndedBefore: .t0, limit: 500)
    _ = try deleteAudit(before: .t0, limit: 500)
    try beginDeletion(of: .fixture("kim"), until: .t0, at: .t0)
    _ = try isOffered(invitationID: "i-c", at: .t0)
    _ = try accountsToErase(now: .t0, limit: 20)
    _ = try clientCount(of: "inviter")
    _ = try export(.fixture("kim"), includesClients: true, limit: 100)
    _ = try erase(.fixture("kim"), records: .anonymise, at: .t0) { $0 }
    _ = try erase(.fixture("inviter"), records: .keep, at: .t0) { $0 }
  }
}
