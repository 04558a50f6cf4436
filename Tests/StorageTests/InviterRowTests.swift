// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage
import Testing

@testable import TestSupport

@Suite("What inviters and their clients see, in the database") struct InviterRowTests {
  private let folder: TemporaryFolder
  private let store: Store

  init() throws {
    folder = try TemporaryFolder()
    store = folder.store()
    try store.write { (transaction) throws(Problem) in
      try transaction.insertClients([.fixture("kim"), .fixture("lee")])
      try transaction.accounts.insert(Account.fixture("max"))
      try transaction.clients.link(clientID: "kim", to: "max")
      try transaction.workouts.insert(
        Workout(id: "w", clientID: "kim", title: "Legs", scheduledFor: nil, details: [:], createdAt: .t0))
    }
  }

  private var linked: Client {
    var client = Client.fixture("kim")
    client.accountID = "max"
    return client
  }

  @Test func `the first opening and the first completion stay`() throws {
    for seconds in [1, 2] {
      store.note { (transaction) throws(Problem) in
        try transaction.invitations.markOpened("i-kim", at: .t0 + .seconds(seconds))
      }
      try store.write { (transaction) throws(Problem) in
        try transaction.workouts.markCompleted("w", at: .t0 + .seconds(seconds))
      }
    }
    try store.read { (transaction) throws(Problem) in
      #expect(try transaction.invitations.find(id: "i-kim")?.openedAt == .t0 + .seconds(1))
      #expect(try transaction.workouts.find(id: "w")?.workout.completedAt == .t0 + .seconds(1))
      #expect(
        try transaction.workouts.find(id: "w")?.workout.inviter == InviterName(id: "inviter", displayName: "inviter"))
      #expect(try transaction.workouts.find(id: "w")?.accountID == "max")
    }
  }

  @Test func `a note that fails changes nothing and is not thrown`() throws {
    store.note { (transaction) throws(Problem) in
      try transaction.invitations.markOpened("i-kim", at: .t0)
      throw .bug("after the write")
    }
    try store.read { (transaction) throws(Problem) in
      #expect(try transaction.invitations.find(id: "i-kim")?.openedAt == nil)
    }
  }

  @Test func `a client that was left keeps its record, and loses the time when it is linked again`() throws {
    try store.write { (transaction) throws(Problem) in try transaction.clients.unlink(clientID: "kim", at: .t0) }
    try store.read { (transaction) throws(Problem) in
      let client = try transaction.clients.find(id: "kim")
      #expect(client?.accountID == nil && client?.leftAt == .t0)
      #expect(try transaction.clients.withInviters(ofAccount: "max", limit: 10).isEmpty)
    }
    try store.write { (transaction) throws(Problem) in try transaction.clients.link(clientID: "kim", to: "max") }
    try store.read { (transaction) throws(Problem) in
      let records = try transaction.clients.withInviters(ofAccount: "max", limit: 10)
      #expect(records.map(\.client) == [linked] && records.map(\.inviter.displayName) == ["inviter"])
    }
  }

  @Test func `a new invitation of a client is not opened, and a resent one stays opened`() throws {
    let now = Timestamp.t0 + .days(1)
    for (status, isOpened) in [
      (Invitation.Status.pending, true), (.revoked, false), (.accepted, false), (.declined, false),
    ] {
      let id = "i-lee"
      try store.write { (transaction) throws(Problem) in
        try transaction.invitations.markOpened(id, at: .t0)
        switch status {
        case .revoked: try transaction.invitations.markRevoked(id)
        case .declined: try transaction.invitations.markDeclined(id, because: "No time.", at: .t0)
        case .accepted: try transaction.invitations.markAccepted(id, at: .t0)
        default: break
        }
        try transaction.invitations.save(
          .fixture(id, ofClient: "lee"), codeHashes: ["new \(status)"], remindAt: nil, now: now)
      }
      let saved = try store.read { (transaction) throws(Problem) in try transaction.invitations.find(id: id) }
      #expect(saved?.storedStatus == .pending && saved?.acceptedAt == nil)
      #expect(saved?.declinedAt == nil && saved?.declineReason == nil)
      #expect((saved?.openedAt != nil) == isOpened)
    }
  }

  @Test(arguments: [(1, 10), (2, 15), (3, 20), (4, 25)])
  func `the median is the middle, or between the two middle ones`(count: Int, seconds: Int) throws {
    let clients = (1...count).map { Client.fixture("c\($0)") }
    try store.write { (transaction) throws(Problem) in
      try transaction.insertClients(clients)
      for number in 1...count {
        try transaction.invitations.markAccepted("i-c\(number)", at: .t0 + .seconds(number * 10))
      }
    }
    let median = try store.read { (transaction) throws(Problem) in
      try transaction.invitationReport.medianTimeToAccept(of: "inviter", sentSince: .t0, count: count)
    }
    #expect(median == .seconds(seconds))
  }
}
