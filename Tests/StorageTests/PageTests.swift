// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage
import Testing

@testable import TestSupport

@Suite("Pages") struct PageTests {
  private let folder: TemporaryFolder
  private let store: Store

  init() throws {
    folder = try TemporaryFolder()
    store = folder.store()
  }

  private func list(
    of inviter: String = "inviter", status: Invitation.Status? = nil, query: String? = nil, after: PageStart? = nil,
    limit: Int = 100, now: Timestamp = .t0
  ) throws -> [ClientEntry] {
    try store.read { (transaction) throws(Problem) in
      try transaction.clients.list(of: inviter, status: status, containing: query, after: after, limit: limit, now: now)
    }
  }

  /// Three clients per timestamp, inserted in a mixed order.
  private func insertClients(_ count: Int) throws -> [String] {
    let numbers = (0..<count).map { ($0 * 7 + 3) % count }
    try store.write { (transaction) throws(Problem) in
      try transaction.insertClients(numbers.map { .fixture("c\($0 + 100)", createdAt: .t0 + .milliseconds($0 / 3)) })
    }
    return (0..<count).map { "c\($0 + 100)" }
  }

  @Test("Pages of any size neither skip nor repeat a client", arguments: [1, 2, 3, 4, 5, 7, 24, 25, 26, 100])
  func clients(_ size: Int) throws {
    let expected = try insertClients(25)
    var found: [String] = []
    var start: PageStart?
    while true {
      let page = try list(after: start, limit: size)
      guard let last = page.last?.client else { break }
      found += page.map(\.client.id)
      start = PageStart(createdAt: last.createdAt, id: last.id)
      #expect(page.count <= size)
    }
    #expect(found == expected)
  }

  @Test("Sorted pages neither skip nor repeat a client", arguments: ClientOrder.allCases)
  func sorted(_ order: ClientOrder) throws {
    let all = try insertClients(25)
    var found: [ClientEntry] = []
    var start: PageStart?
    while true {
      let page = try store.read { (transaction) throws(Problem) in
        try transaction.clients.list(of: "inviter", ClientFilter(), by: order, after: start, limit: 4, now: .t0)
      }
      guard let last = page.last else { break }
      found += page
      start = last.position(by: order)
    }
    #expect(Set(found.map(\.client.id)) == Set(all) && found.count == all.count)
    if order == .name { #expect(found.map(\.client.name) == found.map(\.client.name).sorted()) }
  }

  @Test func `the counts are those of the list`() throws {
    _ = try insertClients(5)
    let counts = try store.read { (transaction) throws(Problem) in
      try transaction.clients.counts(of: "inviter", now: .t0)
    }
    #expect(counts.all == 5 && counts.byStatus == [.pending: 5] && counts.undelivered == 0)
  }

  @Test func `an added or removed client shifts no page`() throws {
    let expected = try insertClients(9)
    let first = try list(limit: 4)
    let start = PageStart(createdAt: first[3].client.createdAt, id: first[3].client.id)
    try store.write { (transaction) throws(Problem) in
      try transaction.insertClients([.fixture("c050", createdAt: .t0), .fixture("c999", createdAt: .t0 + .days(1))])
    }
    let rest = try list(after: start)
    #expect(rest.map(\.client.id) == Array(expected[4...]) + ["c999"])
  }

  @Test("Pages of workouts neither skip nor repeat one", arguments: [1, 2, 3, 10])
  func workouts(_ size: Int) throws {
    try store.write { (transaction) throws(Problem) in
      try transaction.insertClients([.fixture("kim"), .fixture("lee")])
      try transaction.accounts.insert(.fixture("account"))
      for client in ["kim", "lee"] { try transaction.clients.link(clientID: client, to: "account") }
      for number in [4, 1, 5, 0, 3, 2, 6] {
        try transaction.workouts.insert(
          Workout(
            id: "w\(number)", clientID: number % 3 == 2 ? "lee" : "kim", title: "", scheduledFor: nil, details: [:],
            createdAt: .t0 + .milliseconds(number / 2)))
      }
    }
    for (owner, expected) in [(WorkoutOwner.client("kim"), [0, 1, 3, 4, 6]), (.account("account"), Array(0...6))] {
      var found: [String] = []
      var start: PageStart?
      while let last = try store.read({ (transaction) throws(Problem) -> Workout? in
        let page = try transaction.workouts.all(of: owner, after: start, limit: size)
        found += page.map(\.id)
        return page.last
      }) {
        start = PageStart(createdAt: last.createdAt, id: last.id)
      }
      #expect(found == expected.map { "w\($0)" })
    }
  }

  @Test(
    "Wildcards in a query are ordinary characters",
    arguments: [
      ("%", ["percent"]), ("_", ["underscore"]), ("\\", ["backslash"]), ("100%", ["percent"]), ("a_b", ["underscore"]),
      ("\\%", []), ("%%", []), ("a%b", []), ("'", ["quote"]), ("' OR 1=1 --", []), ("a", ["backslash", "underscore"]),
    ] as [(String, [String])])
  func wildcards(_ query: String, _ expected: [String]) throws {
    try store.write { (transaction) throws(Problem) in
      try transaction.insertClients([
        .fixture("backslash", name: "a\\b", email: "b@x.yz"), .fixture("percent", name: "100%", email: "p@x.yz"),
        .fixture("quote", name: "O'Neil", email: "q@x.yz"), .fixture("underscore", name: "a_b", email: "u@x.yz"),
        .fixture("xyz", name: "axb", email: "x@x.yz"),
      ])
    }
    let found = try list(query: query).map(\.client.id)
    #expect(found == expected + (query == "a" ? ["xyz"] : []))
  }

  @Test(
    "A query is part of the name or of the address, in any case",
    arguments: [
      ("KIM", true), ("im L", true), ("KIM@EXAMPLE", true), ("example.com", true), ("kimlee", false), ("léon", false),
      ("LÉE", true), ("kim lée", true), ("x", true), ("z", false),
    ])
  func query(_ text: String, _ isFound: Bool) throws {
    try store.write { (transaction) throws(Problem) in
      try transaction.insertClients([.fixture("c", name: "Kim Lée", email: "Kim@example.com")])
    }
    #expect(try list(query: text).isEmpty == !isFound)
  }

  @Test func `a wildcard with a combining mark is an ordinary character`() throws {
    try store.write { (transaction) throws(Problem) in
      try transaction.insertClients([.fixture("c", name: "a and b\u{301}", email: "c@x.yz")])
    }
    let found = try list(query: "a%\u{301}")
    #expect(found.isEmpty)
  }

  @Test func `a status is that of the time of reading`() throws {
    let ends: [Invitation.Status: Timestamp] = [.pending: .t0 + .seconds(1), .expired: .t0]
    try store.write { (transaction) throws(Problem) in
      for status in Invitation.Status.allCases {
        let stored: Invitation.Status = status == .expired ? .pending : status
        try transaction.insertClients([.fixture(status.rawValue)]) {
          .fixture("i-\($0.id)", ofClient: $0.id, status: stored, expiresAt: ends[status] ?? .t0)
        }
      }
    }
    for status in Invitation.Status.allCases {
      #expect(try list(status: status).map(\.client.id) == [status.rawValue])
      #expect(try list(status: status).first?.invitation.status(at: .t0) == status)
    }
    #expect(try list(status: .expired, now: .t0 + .seconds(1)).map(\.client.id) == ["expired", "pending"])
    #expect(try list(status: .pending, now: .t0 + .seconds(1)).isEmpty)
    #expect(try list().count == Invitation.Status.allCases.count)
  }

  @Test func `an inviter sees no client of another inviter`() throws {
    try store.write { (transaction) throws(Problem) in
      try transaction.insertClients([.fixture("kim")])
      try transaction.accounts.insert(.fixture("other", role: "admin"))
    }
    #expect(try list(of: "other").isEmpty)
    #expect(try list(of: "other", query: "kim").isEmpty)
  }
}
