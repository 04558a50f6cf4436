// SPDX-License-Identifier: Apache-2.0

import Domain
import Testing

@testable import Storage
@testable import TestSupport

@Suite("Constraints of the database") struct ConstraintTests {
  private let folder: TemporaryFolder
  private let store: Store

  init() throws {
    folder = try TemporaryFolder()
    store = folder.store()
    try store.write { (transaction) throws(Problem) in
      try transaction.insertInviter()
      try transaction.accounts.insert(.fixture("ada", email: "Ada@example.com"))
      try transaction.identities.insert(Self.identity(subject: "1"), of: "ada", at: .t0)
      try transaction.clients.insert(Client.fixture("kim"))
      try transaction.invitations.save(.fixture("i1", ofClient: "kim"), codeHashes: ["hash"], remindAt: nil, now: .t0)
    }
  }

  private static func identity(issuer: String = "https://id.example", subject: String) -> Identity {
    Identity(provider: "google", issuer: issuer, subject: subject, email: nil, emailVerified: false)
  }

  private func isRefused(_ work: (Transaction) throws(Problem) -> Void) -> Bool {
    code { try store.write(work) } == (TestEngine.current == .sqlite ? .internalError : .unavailable)
  }

  @Test func `one address has one account, in any case`() throws {
    #expect(
      isRefused { (transaction) throws(Problem) in
        try transaction.accounts.insert(.fixture("b", email: "ADA@EXAMPLE.COM"))
      })
    #expect(
      !isRefused { (transaction) throws(Problem) in
        try transaction.accounts.insert(.fixture("b", email: "adam@example.com"))
      })
    let found = try store.read { (transaction) throws(Problem) in
      try transaction.accounts.find(email: EmailAddress("aDA@example.com")!)
    }
    #expect(found?.id == "ada")
    #expect(found?.email?.text == "Ada@example.com")
  }

  @Test func `many accounts may have no address`() throws {
    try store.write { (transaction) throws(Problem) in
      for number in 0..<3 { try transaction.accounts.insert(.fixture("n\(number)", email: "")) }
    }
    #expect(try store.read { (transaction) throws(Problem) in try transaction.accounts.find(id: "n2") }?.email == nil)
  }

  @Test func `one subject of an issuer belongs to one account`() throws {
    #expect(
      isRefused { (transaction) throws(Problem) in
        try transaction.identities.insert(Self.identity(subject: "1"), of: "inviter", at: .t0)
      })
    try store.write { (transaction) throws(Problem) in
      try transaction.identities.insert(Self.identity(subject: "2"), of: "ada", at: .t0)
      try transaction.identities.insert(
        Self.identity(issuer: "https://other.example", subject: "1"), of: "inviter", at: .t0)
    }
    try store.read { (transaction) throws(Problem) in
      #expect(try transaction.accounts.find(issuer: "https://id.example", subject: "1")?.id == "ada")
      #expect(try transaction.accounts.find(issuer: "https://id.example", subject: "2")?.id == "ada")
      #expect(try transaction.accounts.find(issuer: "https://other.example", subject: "1")?.id == "inviter")
      #expect(try transaction.accounts.find(issuer: "https://other.example", subject: "2") == nil)
    }
  }

  @Test func `one code opens one invitation`() throws {
    #expect(
      isRefused { (transaction) throws(Problem) in
        try transaction.clients.insert(Client.fixture("lee"))
        try transaction.invitations.save(.fixture("i2", ofClient: "lee"), codeHashes: ["hash"], remindAt: nil, now: .t0)
      })
    #expect(isRefused { (transaction) throws(Problem) in try transaction.invitations.addCode(hash: "hash", to: "i1") })
    let invitation = try store.read { (transaction) throws(Problem) in
      try transaction.invitations.find(codeHash: "hash")
    }
    #expect(invitation.id == "i1")
  }

  @Test func `one team has one client of an address, and another team may have one too`() throws {
    #expect(
      isRefused { (transaction) throws(Problem) in
        try transaction.clients.insert(Client.fixture("k2", email: "KIM@example.com"))
      })
    try store.write { (transaction) throws(Problem) in
      try transaction.insertInviter("other")
      try transaction.clients.insert(Client.fixture("k2", of: "other", email: "kim@example.com"))
    }
    try store.read { (transaction) throws(Problem) in
      #expect(try transaction.clients.find(of: "inviter", email: EmailAddress("kim@EXAMPLE.com")!)?.id == "kim")
      #expect(try transaction.clients.find(of: "other", email: EmailAddress("kim@example.com")!)?.id == "k2")
    }
  }

  @Test func `one client has one invitation`() {
    #expect(
      isRefused { (transaction) throws(Problem) in
        try transaction.invitations.save(
          .fixture("i2", ofClient: "kim"), codeHashes: ["other"], remindAt: nil, now: .t0)
      })
  }

  @Test func `an address has one password`() {
    let email = EmailAddress("kim@example.com")!
    let set = { (id: String) in
      isRefused { (transaction) throws(Problem) in
        try transaction.accounts.insert(
          Account(id: id, email: email, emailVerified: false, displayName: "Kim", role: "client", createdAt: .t0))
        try transaction.passwords.set("hash", of: id, email: email, at: .t0)
      }
    }
    #expect(!set("first"))
    #expect(set("second"))
  }

  @Test func `every reference has a target`() {
    #expect(
      isRefused { (transaction) throws(Problem) in try transaction.clients.insert(Client.fixture("c", of: "nobody")) })
    #expect(isRefused { (transaction) throws(Problem) in try transaction.clients.link(clientID: "kim", to: "nobody") })
    #expect(
      isRefused { (transaction) throws(Problem) in try transaction.invitations.addCode(hash: "h", to: "nothing") })
    #expect(
      isRefused { (transaction) throws(Problem) in try transaction.outbox.insert(.fixture("m", invitationID: "nothing"))
      })
    #expect(
      isRefused { (transaction) throws(Problem) in
        try transaction.workouts.insert(
          Workout(id: "w", clientID: "nobody", title: "", scheduledFor: nil, details: [:], createdAt: .t0))
      })
  }

  @Test func `an account stored without a role has the legacy role`() throws {
    let connection = try folder.database().connection()
    _ = try connection.run("UPDATE accounts SET role = NULL WHERE id = 'ada'", [])
    for role in ["trainer", nil] {
      let account = try folder.store(legacyRole: role).read { (transaction) throws(Problem) in
        try transaction.accounts.find(id: "ada")
      }
      #expect(account?.role == role ?? "")
    }
  }

  @Test func `the cause of a failure contains no value`() throws {
    let problem = #expect(throws: Problem.self) {
      try store.write { (transaction) throws(Problem) in
        try transaction.accounts.insert(.fixture("b", email: "ada@example.com"))
      }
    }
    #expect(problem?.cause?.contains("email_key") == true)
    #expect(problem?.cause?.contains("ada@") == false)
    #expect(problem?.detail.contains("ada@") == false)
  }
}
