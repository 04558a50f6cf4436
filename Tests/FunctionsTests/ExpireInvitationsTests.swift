// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage
import TestSupport
import Testing

@testable import Functions

@Suite("The sweep of invitations") struct ExpireInvitationsTests {
  private let folder: TemporaryFolder
  private let store: Store

  init() throws {
    folder = try TemporaryFolder()
    store = folder.store()
  }

  /// Inserts invitations whose reminder is due, of an inviter who cannot invite now.
  private func insertReminders(_ count: Int) throws {
    try store.write { (transaction) throws(Problem) in
      try transaction.accounts.insert(.fixture("inviter", email: "ada@example.com", role: "admin", status: .disabled))
      try transaction.teams.insert(Team(id: "inviter", createdAt: .t0), owner: "inviter")
      for number in 0..<count {
        var invitation = Invitation.fixture(email: "kim\(number)@example.com")
        (invitation.id, invitation.clientID) = ("i\(number)", "c\(number)")
        try transaction.clients.insert(
          Client(
            id: invitation.clientID, teamID: "inviter", inviterID: "inviter", name: "Kim", email: invitation.email,
            createdAt: .t0))
        try transaction.invitations.save(invitation, codeHashes: ["code\(number)"], remindAt: .t0, now: .t0)
      }
    }
  }

  private func sweep(limit: Int) throws -> JSON {
    try ExpireInvitations.answer(
      try ExpireInvitations.event(from: Fields(["limit": JSON(limit)])), .fixture("expire-invitations"),
      .test(store: store)
    ).json
  }

  private func due() throws -> Int {
    try store.read { (transaction) throws(Problem) in
      try transaction.invitations.toRemind(now: .t0, limit: 100).count
    }
  }

  @Test func `reminders that are not sent count towards the limit, and not as reminded`() throws {
    try insertReminders(3)
    #expect(try sweep(limit: 2) == ["expired": 0, "reminded": 0, "more": true])
    #expect(try due() == 1)
    #expect(try sweep(limit: 2) == ["expired": 0, "reminded": 0, "more": false])
    #expect(try due() == 0)
  }
}
