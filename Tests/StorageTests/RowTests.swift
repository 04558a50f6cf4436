// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage
import Testing

@testable import TestSupport

@Suite("Rows") struct RowTests {
  private let folder: TemporaryFolder
  private let store: Store

  init() throws {
    folder = try TemporaryFolder()
    store = folder.store()
    try store.write { (transaction) throws(Problem) in try transaction.insertInviter() }
  }

  @Test(
    "A text is read back byte for byte",
    arguments: [
      "", "'", "\"; DROP TABLE accounts; --", "é", "e\u{301}", "😀\u{FEFF}", "$1", "\n", "a\u{0}b", "\u{10FFFF}",
    ])
  func texts(_ text: String) throws {
    var account = Account.fixture("a")
    (account.displayName, account.photoURL, account.phone, account.locale) = (text, text, text, text)
    account.timeZone = "Europe/Berlin"
    account.profile = ["text": .string(text), "n": .number("1.10")]
    try store.write { (transaction) throws(Problem) in try transaction.accounts.insert(account) }
    let read = try #require(try store.read { (transaction) throws(Problem) in try transaction.accounts.find(id: "a") })
    // PostgreSQL cannot store U+0000.
    let kept = TestEngine.current != .sqlite && text == "a\0b" ? "a\u{FFFD}b" : text
    (account.displayName, account.photoURL, account.phone, account.locale) = (kept, kept, kept, kept)
    account.emailProvenAt = account.createdAt
    #expect(read == account)
    #expect(Array(read.displayName.utf8) == Array(kept.utf8))
    #expect(read.profile.line == account.profile.line)
  }

  @Test func `an account, a client and a session are read back`() throws {
    let account = Account(
      id: "a", email: EmailAddress("A@b.de"), emailVerified: false, displayName: "", role: "client", status: .disabled,
      createdAt: Timestamp(milliseconds: -1), lastSignInAt: .t0)
    let client = Client(
      id: "c", teamID: "inviter", inviterID: "inviter", accountID: "a", name: "n", email: EmailAddress("C@d.de")!,
      phone: "1",
      notes: "x\ny",
      locale: "de", createdAt: .t0)
    let session = Session(
      id: "s", accountID: "a", generation: 3, rotatedAt: .t0 + .seconds(1),
      device: Device(id: "d", platform: "ios", name: nil), address: "::1",
      createdAt: .t0, lastUsedAt: .t0, idleEndsAt: .t0 + .days(1), endsAt: .t0 + .days(2))
    try store.write { (transaction) throws(Problem) in
      try transaction.accounts.insert(account)
      try transaction.clients.insert(client)
      try transaction.sessions.insert(session)
    }
    try store.read { (transaction) throws(Problem) in
      #expect(try transaction.accounts.find(id: "a") == account)
      #expect(try transaction.clients.find(id: "c") == client)
      #expect(try transaction.clients.all(ofAccount: "a") == [client])
      #expect(try transaction.sessions.find(id: "s") == session)
      #expect(try transaction.sessions.find(id: "t") == nil)
    }
  }

  @Test func `an event is remembered until its expiry, and replaces the earlier one`() throws {
    let key = EventKey(function: "f", caller: "", source: "/s", id: "1")
    let end = Timestamp.t0 + .hours(24)
    try store.write { (transaction) throws(Problem) in
      for answer in ["first", "second"] {
        try transaction.seenEvents.remember(key, SeenEvent(fingerprint: "p", sealedAnswer: answer), until: end)
      }
    }
    func seen(_ key: EventKey, _ now: Timestamp) throws -> String? {
      try store.read { (transaction) throws(Problem) in try transaction.seenEvents.find(key, now: now) }?.sealedAnswer
    }
    #expect(try seen(key, .t0) == "second")
    #expect(try seen(key, end - .milliseconds(1)) == "second")
    #expect(try seen(key, end) == nil)
    for other in [
      EventKey(function: "g", caller: "", source: "/s", id: "1"),
      EventKey(function: "f", caller: "a", source: "/s", id: "1"),
      EventKey(function: "f", caller: "", source: "/t", id: "1"),
      EventKey(function: "f", caller: "", source: "/s", id: "2"),
    ] { #expect(try seen(other, .t0) == nil) }
    try store.write { (transaction) throws(Problem) in
      try transaction.seenEvents.delete(now: end - .milliseconds(1), limit: 10)
    }
    #expect(try seen(key, .t0) == "second")
    try store.write { (transaction) throws(Problem) in try transaction.seenEvents.delete(now: end, limit: 10) }
    #expect(try seen(key, .t0) == nil)
  }

  @Test func `the right to fetch keys is given to one process per interval`() throws {
    let url = "https://id.example/keys"
    let keys = CachedKeySet(url: url, keys: ["keys": []], fetchedAt: .t0, freshUntil: .t0 + .hours(1), attemptedAt: .t0)
    try store.write { (transaction) throws(Problem) in try transaction.keySets.save(keys) }
    func may(_ offset: Int) throws -> Bool {
      try store.write { (transaction) throws(Problem) in
        try transaction.keySets.mayRefetch(url: url, now: .t0 + .milliseconds(offset), atMostEvery: .minutes(1))
      }
    }
    #expect(
      try [0, 59_999, 60_000, 60_000, 60_001, 119_999, 120_000].map(may) == [
        false, false, true, false, false, false, true,
      ])
    #expect(
      try store.write { (transaction) throws(Problem) in
        try transaction.keySets.mayRefetch(url: "https://other", now: .t0, atMostEvery: .zero)
      } == false)
    let read = try store.read { (transaction) throws(Problem) in try transaction.keySets.find(url: url) }
    #expect(read?.keys == keys.keys && read?.freshUntil == keys.freshUntil)
  }

  @Test func `the newest signing key signs, and the older ones are still found`() throws {
    try store.write { (transaction) throws(Problem) in
      for (number, id) in ["b", "a", "c"].enumerated() {
        let key = StoredSigningKey(
          id: id, publicKey: ["kid": .string(id)], sealedPrivateKey: "s",
          createdAt: .t0 + .seconds(number == 2 ? -1 : number))
        try transaction.signingKeys.insert(key)
      }
    }
    try store.read { (transaction) throws(Problem) in
      #expect(try transaction.signingKeys.newest().map(\.id) == ["a", "b", "c"])
      #expect(try transaction.signingKeys.find(id: "c")?.publicKey == ["kid": "c"])
      #expect(try transaction.signingKeys.find(id: "d") == nil)
    }
  }
}
