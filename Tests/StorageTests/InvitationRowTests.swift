// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage
import Testing

@testable import TestSupport

@Suite("Invitations in the database") struct InvitationRowTests {
  private let folder: TemporaryFolder
  private let store: Store

  init() throws {
    folder = try TemporaryFolder()
    store = folder.store()
    try store.write { (transaction) throws(Problem) in
      try transaction.insertClients([.fixture("kim"), .fixture("lee")])
    }
  }

  private func code(_ hash: String) -> ErrorCode? {
    TestSupport.code {
      try store.read { (transaction) throws(Problem) in try transaction.invitations.find(codeHash: hash) }
    }
  }

  @Test func `a resent invitation is opened only by its new code`() throws {
    var invitation = try store.read { (transaction) throws(Problem) in
      try transaction.invitations.find(codeHash: "code of kim")
    }
    invitation.resendCount = 1
    try store.write { (transaction) throws(Problem) in
      try transaction.invitations.addCode(hash: "reminder", to: invitation.id)
      try transaction.invitations.save(invitation, codeHashes: ["new"], remindAt: nil, now: .t0)
    }
    #expect(code("code of kim") == .invitationSuperseded)
    #expect(code("reminder") == .invitationSuperseded)
    #expect(code("nothing") == .invitationNotFound)
    #expect(code("code of lee") == nil, "another invitation's code is as it was")
    #expect(
      try store.read { (transaction) throws(Problem) in try transaction.invitations.find(codeHash: "new") }
        == invitation)
  }

  @Test func `a reminder's code opens the invitation, as the first one does`() throws {
    try store.write { (transaction) throws(Problem) in
      try transaction.invitations.addCode(hash: "reminder", to: "i-kim")
    }
    for hash in ["code of kim", "reminder"] {
      #expect(
        try store.read { (transaction) throws(Problem) in try transaction.invitations.find(codeHash: hash) }.id
          == "i-kim")
    }
  }

  @Test func `only overdue invitations are marked`() throws {
    let expired = try store.write { (transaction) throws(Problem) in
      try transaction.insertClients([.fixture("late")]) { .fixture("i-late", ofClient: $0.id, expiresAt: .t0) }
      try transaction.insertClients([.fixture("soon")]) {
        .fixture("i-soon", ofClient: $0.id, expiresAt: .t0 + .milliseconds(1))
      }
      try transaction.insertClients([.fixture("done")]) {
        .fixture("i-done", ofClient: $0.id, status: .accepted, expiresAt: .t0)
      }
      return try transaction.invitations.expireOverdue(now: .t0, limit: 10)
    }
    #expect(expired.map(\.id) == ["i-late"])
    #expect(expired.first?.storedStatus == .expired)
    #expect(
      try store.read { (transaction) throws(Problem) in try transaction.invitations.find(id: "i-soon") }?.storedStatus
        == .pending)
    #expect(
      try store.read { (transaction) throws(Problem) in try transaction.invitations.find(id: "i-done") }?.storedStatus
        == .accepted)
    #expect(
      try store.write { (transaction) throws(Problem) in try transaction.invitations.expireOverdue(now: .t0, limit: 10)
      }.isEmpty)
  }

  @Test func `at most the limit is marked`() throws {
    let late = Timestamp.t0 + .days(31)
    for expected in [1, 1, 0] {
      let marked = try store.write { (transaction) throws(Problem) in
        try transaction.invitations.expireOverdue(now: late, limit: 1)
      }
      #expect(marked.count == expected)
    }
  }

  @Test func `reminders are due from their time on, while the invitation can be accepted`() throws {
    let remindAt = Timestamp.t0 + .days(20)
    try store.write { (transaction) throws(Problem) in
      try transaction.invitations.setReminder(of: "i-kim", at: remindAt)
      try transaction.invitations.setReminder(of: "i-lee", at: remindAt)
      try transaction.invitations.markAccepted("i-lee", at: .t0)
    }
    func due(_ timestamp: Timestamp) throws -> [String] {
      try store.sweep { (transaction) throws(Problem) in try transaction.invitations.toRemind(now: timestamp, limit: 10)
      }.map(\.id)
    }
    #expect(try due(remindAt - .milliseconds(1)).isEmpty)
    #expect(try due(remindAt) == ["i-kim"])
    #expect(try due(.t0 + .days(30)).isEmpty)
    try store.write { (transaction) throws(Problem) in try transaction.invitations.markRevoked("i-kim") }
    #expect(try due(remindAt).isEmpty)
  }

  @Test func `the pending invitations of an address are those that can be accepted`() throws {
    func waiting(_ email: String, at now: Timestamp = .t0) throws -> [String] {
      try store.read { (transaction) throws(Problem) in
        try transaction.invitations.pending(to: EmailAddress(email)!, now: now)
      }.map(\.id)
    }
    #expect(try waiting("KIM@example.com") == ["i-kim"])
    #expect(try waiting("kim@example.com", at: .t0 + .days(30)).isEmpty)
    try store.write { (transaction) throws(Problem) in try transaction.invitations.markRevoked("i-kim") }
    #expect(try waiting("kim@example.com").isEmpty)
    #expect(try waiting("lee@example.com") == ["i-lee"])
  }

  @Test func `a pending details is found by its address and by its id, with its role`() throws {
    func waiting(at now: Timestamp = .t0) throws -> [String] {
      try store.read { (transaction) throws(Problem) in
        try transaction.invitations.pendingDetails(
          to: EmailAddress("KIM@example.com")!, invitee: "client", now: now, limit: 5)
      }.map(\.invitation.id)
    }
    #expect(try waiting() == ["i-kim"])
    #expect(try waiting(at: .t0 + .days(30)).isEmpty)
    let known = try #require(
      try store.read { (transaction) throws(Problem) in try transaction.invitations.find(id: "i-kim") })
    var invitation = known
    invitation.role = "admin"
    try store.write { (transaction) throws(Problem) in
      try transaction.invitations.save(invitation, codeHashes: ["another code"], remindAt: nil, now: .t0)
      try transaction.invitations.markRevoked("i-kim")
    }
    #expect(try waiting().isEmpty)
    let details = try #require(
      try store.read { (transaction) throws(Problem) in try transaction.invitations.details(id: "i-kim") })
    #expect(details.invitation.role == "admin" && details.invitation.storedStatus == .revoked)
    #expect(details.client.id == invitation.clientID && details.inviter.id == invitation.inviterID)
  }

  @Test func `an acceptance is stored with its timestamp`() throws {
    try store.write { (transaction) throws(Problem) in
      try transaction.invitations.markAccepted("i-kim", at: .t0 + .seconds(1))
      try transaction.invitations.setDelivery(.delivered, of: "i-kim")
    }
    let invitation = try store.read { (transaction) throws(Problem) in try transaction.invitations.find(ofClient: "kim")
    }
    #expect(invitation?.storedStatus == .accepted && invitation?.acceptedAt == .t0 + .seconds(1))
    #expect(invitation?.delivery == .delivered)
  }
}
