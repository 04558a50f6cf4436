// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage
import TestSupport
import Testing

/// Statements list columns and values separately. Here each column gets a value that no other column has, so that two
/// exchanged columns are noticed.
@Suite("Each value is in its own column") struct ColumnOrderTests {
  private let folder: TemporaryFolder
  private let store: Store

  init() throws {
    folder = try TemporaryFolder()
    store = folder.store()
    try store.write { (transaction) throws(Problem) in
      try transaction.insertInviter()
      try transaction.insertInviter("colleague")
    }
  }

  /// A timestamp of its own.
  private func time(_ minute: Int) -> Timestamp { .t0 + .minutes(minute) }

  @Test func `of an account`() throws {
    var account = Account(
      id: "kim", email: EmailAddress("Kim@example.com"), emailVerified: true, displayName: "name", photoURL: "photo",
      phone: "+491701234567", locale: "de", role: "role", status: .disabled, profile: ["year": 7],
      birthDate: BirthDate("2011-12-13"),
      consent: Consent(
        version: "version", agreedAt: time(1), guardian: .agreed, guardianEmail: EmailAddress("guardian@example.com"),
        guardianAt: time(2)),
      createdAt: time(3), updatedAt: time(4), lastSignInAt: time(5))
    (account.username, account.externalID, account.timeZone) = ("username", "external", "Europe/Berlin")
    let read = try store.write { [account] (transaction) throws(Problem) in
      try transaction.accounts.insert(account)
      return try transaction.accounts.find(id: "kim")
    }
    // A new account's address is proven from the beginning.
    account.emailProvenAt = account.createdAt
    #expect(read == account)
  }

  @Test func `of a client`() throws {
    var client = Client(
      id: "c", teamID: "inviter", inviterID: "colleague", name: "name", email: EmailAddress("Kim@example.com"),
      phone: "phone", notes: "notes", locale: "de", createdAt: time(1))
    (client.coachID, client.profile) = ("inviter", ["year": 7])
    let read = try store.write { [client] (transaction) throws(Problem) in
      try transaction.clients.insert(client)
      return try transaction.clients.find(id: "c")
    }
    #expect(read == client)
  }

  private func invitation(_ status: Invitation.Status) -> Invitation {
    var invitation = Invitation(
      id: "i", clientID: "c", teamID: "inviter", inviterID: "colleague", email: EmailAddress("Kim@example.com"),
      storedStatus: status, channel: .sms, delivery: .failed, allowOtherEmail: true, role: "role", sentAt: time(1),
      expiresAt: time(2), resendCount: 3)
    (invitation.teamRole, invitation.data, invitation.returnURL) = (.owner, ["course": 7], "https://app.example")
    invitation.userMetadata = ["plan": "gold"]
    return invitation
  }

  @Test func `of an invitation, and its reminder`() throws {
    let invitation = invitation(.pending)
    let (read, early, due) = try store.write { (transaction) throws(Problem) in
      try transaction.clients.insert(.fixture("c"))
      try transaction.invitations.save(invitation, codeHashes: ["code"], remindAt: time(0), now: time(5))
      return (
        try transaction.invitations.find(id: "i"),
        try transaction.invitations.toRemind(now: time(-1), limit: 9).map(\.id),
        try transaction.invitations.toRemind(now: time(0), limit: 9).map(\.id)
      )
    }
    #expect(read == invitation && early == [] && due == ["i"])
  }

  @Test func `of the invitation of a person who joins by a link`() throws {
    var invitation = invitation(.accepted)
    invitation.acceptedAt = time(4)
    let read = try store.write { [invitation] (transaction) throws(Problem) in
      try transaction.clients.insert(.fixture("c"))
      try transaction.invitations.insert(invitation)
      return try transaction.invitations.find(id: "i")
    }
    #expect(read == invitation)
  }

  @Test func `of a link by which people join`() throws {
    let link = JoinLink(
      id: "l", teamID: "inviter", inviterID: "colleague", name: "name", note: "note", profile: ["year": 7],
      allowedDomains: ["one.example", "two.example"], needsApproval: true, maxUses: 9, sealedCodes: "sealed",
      createdAt: time(1), expiresAt: time(2))
    let read = try store.write { (transaction) throws(Problem) in
      try transaction.joinLinks.insert(link)
      return try transaction.joinLinks.find(id: "l")
    }
    #expect(read == link)
  }

  @Test func `of a session`() throws {
    var session = Session(
      id: "s", accountID: "colleague", generation: 3, rotatedAt: time(1),
      device: Device(id: "device", platform: "ios", name: "phone"), address: "192.0.2.1", country: "DE",
      createdAt: time(2), lastUsedAt: time(3), idleEndsAt: time(4), endsAt: time(5), factorAt: time(6),
      cookieHash: "cookie")
    (session.method, session.awaitsFactor) = ("password", true)
    let read = try store.write { [session] (transaction) throws(Problem) in
      try transaction.sessions.insert(session)
      return try transaction.sessions.find(id: "s")
    }
    #expect(read == session)
  }

  @Test func `of a queued message`() throws {
    var message = OutboxMessage(
      id: "m", kind: .newDevice, invitationID: nil, accountID: "colleague", locale: "de",
      recipient: "kim@example.com", sealedValues: "sealed", state: .queued, attempts: 3, unknownAttempts: 2,
      dueAt: time(1), expiresAt: time(9), createdAt: time(0))
    message.traceparent = "trace"
    let leased = try store.write { [message] (transaction) throws(Problem) in
      try transaction.outbox.insert(message)
      return try transaction.outbox.lease(now: time(1), until: time(2), limit: 9)
    }
    let read = try #require(leased.first)
    #expect(leased.count == 1 && read.id == message.id && read.kind == message.kind)
    #expect(read.invitationID == nil && read.accountID == message.accountID)
    #expect((read.locale, read.recipient, read.sealedValues) == ("de", "kim@example.com", "sealed"))
    #expect(read.state == .leased && (read.attempts, read.unknownAttempts) == (4, 2))
    #expect((read.expiresAt, read.createdAt, read.traceparent) == (time(9), time(0), "trace"))
  }
}
