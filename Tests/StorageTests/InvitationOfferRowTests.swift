// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage
import Testing

@testable import TestSupport

@Suite("What an invitation brings, and how it ends, in the database") struct InvitationOfferRowTests {
  private let folder: TemporaryFolder
  private let store: Store

  init() throws {
    folder = try TemporaryFolder()
    store = folder.store()
    try store.write { (transaction) throws(Problem) in
      try transaction.insertClients([.fixture("kim"), .fixture("lee")])
    }
  }

  private func invitation(_ id: String = "i-kim") throws -> Invitation {
    try #require(try store.read { (transaction) throws(Problem) in try transaction.invitations.find(id: id) })
  }

  private func client() throws -> Client {
    try #require(try store.read { (transaction) throws(Problem) in try transaction.clients.find(id: "kim") })
  }

  private func save(_ invitation: Invitation, _ code: String) throws {
    try store.write { (transaction) throws(Problem) in
      try transaction.invitations.save(invitation, codeHashes: [code], remindAt: nil, now: .t0)
    }
  }

  @Test(arguments: [JSON.object(["plan": "gold"]), ["a", 1], "text", .null, .bool(false)])
  func `data, metadata and a return URL are read back as they were stored`(data: JSON) throws {
    var given = try invitation()
    (given.data, given.returnURL, given.userMetadata) = (data, "https://pfa.example/welcome", ["plan": "silver"])
    try save(given, "new")
    #expect(try invitation() == given)
    given.userMetadata = ["plan": "gold"]
    try store.write { (transaction) throws(Problem) in
      try transaction.invitations.setUserMetadata(given.userMetadata, of: given.id)
    }
    #expect(try invitation() == given)
    (given.data, given.returnURL, given.userMetadata) = (nil, nil, nil)
    try save(given, "newer")
    #expect(try invitation() == given)
  }

  @Test func `an acceptance takes the profile of the record`() throws {
    var given = try client()
    given.profile = ["team": "A"]
    try store.write { (transaction) throws(Problem) in
      try transaction.clients.update(given)
      try transaction.accounts.insert(.fixture("account"))
    }
    #expect(try client() == given)
    try store.write { (transaction) throws(Problem) in try transaction.clients.link(clientID: "kim", to: "account") }
    #expect(try client().profile == nil && client().accountID == "account")
  }

  @Test func `a decline is stored with its reason, and the next sending removes it`() throws {
    let known = try invitation()
    try store.write { (transaction) throws(Problem) in
      try transaction.invitations.setReminder(of: "i-kim", at: .t0)
      try transaction.invitations.markDeclined("i-kim", because: "No time.", at: .t0 + .seconds(1))
    }
    let declined = try invitation()
    #expect(declined.storedStatus == .declined && declined.declinedAt == .t0 + .seconds(1))
    #expect(declined.declineReason == "No time.")
    #expect(
      try store.sweep { (transaction) throws(Problem) in try transaction.invitations.toRemind(now: .t0, limit: 9) }
        .isEmpty)
    try save(known, "new")
    #expect(try invitation() == known)
  }

  @Test func `a corrected address changes both rows, and nobody has opened the invitation`() throws {
    var (corrected, owner) = (try invitation(), try client())
    let email = try #require(EmailAddress("kim.lee@example.com"))
    (corrected.email, owner.email) = (email, email)
    try store.write { (transaction) throws(Problem) in try transaction.invitations.markOpened("i-kim", at: .t0) }
    try store.write { (transaction) throws(Problem) in try transaction.clients.update(owner) }
    try save(corrected, "new")
    #expect(try invitation() == corrected && client() == owner)
    let found = try store.read { (transaction) throws(Problem) in
      try transaction.clients.find(of: owner.inviterID, email: email)
    }
    #expect(found?.id == "kim")
  }

  @Test func `a replaced code still finds the invitation for a request`() throws {
    try save(try invitation(), "new")
    for code in ["code of kim", "new"] {
      let details = try store.read { (transaction) throws(Problem) in
        try transaction.invitations.details(anyCodeHash: code)
      }
      #expect(details?.invitation.id == "i-kim")
    }
    #expect(
      try store.read { (transaction) throws(Problem) in try transaction.invitations.details(anyCodeHash: "none") }
        == nil)
  }

  @Test func `a selection has what is in the state now, in the order of the last sending`() throws {
    let now = Timestamp.t0 + .days(1)
    try store.write { (transaction) throws(Problem) in
      for (id, end) in [("early", Timestamp.t0), ("late", now + .days(1))] {
        try transaction.insertClients([.fixture(id)]) {
          var invitation = Invitation.fixture("i-\($0.id)", ofClient: $0.id, expiresAt: end)
          invitation.sentAt = .t0 - .days(1)
          return invitation
        }
      }
      try transaction.invitations.setDelivery(.failed, of: "i-lee")
      try transaction.invitations.markAccepted("i-kim", at: .t0)
    }
    func ids(_ selection: InvitationSelection, again: Bool = false, since start: Timestamp = .t0) throws -> [String] {
      try store.read { (transaction) throws(Problem) in
        try transaction.invitations.list(of: "inviter", selection, sentAgainSince: start, again, limit: 9, now: now)
      }.map(\.id)
    }
    #expect(try ids(.expired) == ["i-early"] && ids(.undelivered) == ["i-lee"])
    #expect(try ids(.pending) == ["i-late", "i-lee"])
    var again = try invitation("i-lee")
    (again.resendCount, again.sentAt) = (1, now)
    try save(again, "new")
    #expect(try ids(.pending) == ["i-late"] && ids(.pending, again: true) == ["i-lee"])
    #expect(try ids(.pending, since: now) == ["i-late", "i-lee"])
  }
}
