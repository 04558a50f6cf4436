// SPDX-License-Identifier: Apache-2.0

import Domain
import TestSupport

@testable import Storage

extension Connection {
  func setSchemaVersion(_ version: Int) throws {
    for statement in settingSchemaVersion(to: version) { _ = try run(statement, []) }
  }

  /// Creates a schema 1 database.
  func makeSchema1() throws {
    for statement in Migration001Foundation.statements(for: dialect.engine) { _ = try run(statement, []) }
    try setSchemaVersion(1)
  }
}

extension Account {
  static func fixture(_ id: String, email: String? = nil, role: String = "client") -> Account {
    Account(
      id: id, email: (email ?? "\(id)@example.com").isEmpty ? nil : EmailAddress(email ?? "\(id)@example.com"),
      emailVerified: true, displayName: id, role: role, createdAt: .t0)
  }
}

extension Client {
  static func fixture(
    _ id: String, of inviter: String = "inviter", name: String = "Kim", email: String? = nil, createdAt: Timestamp = .t0
  ) -> Client {
    Client(
      id: id, teamID: inviter, inviterID: inviter, name: name, email: EmailAddress(email ?? "\(id)@example.com")!,
      createdAt: createdAt)
  }
}

extension Invitation {
  static func fixture(
    _ id: String, ofClient client: String, status: Status = .pending, expiresAt: Timestamp = .t0 + .days(30)
  ) -> Invitation {
    Invitation(
      id: id, clientID: client, teamID: "inviter", inviterID: "inviter", email: EmailAddress("\(client)@example.com")!,
      storedStatus: status, channel: .mail, delivery: .queued, allowOtherEmail: false, sentAt: .t0, expiresAt: expiresAt
    )
  }
}

extension OutboxMessage {
  static func fixture(
    _ id: String, kind: Kind = .invitation, invitationID: String? = nil, state: State = .queued,
    dueAt: Timestamp = .t0
  ) -> OutboxMessage {
    OutboxMessage(
      id: id, kind: kind, invitationID: invitationID, locale: "en", recipient: "kim@example.com",
      sealedValues: "sealed", state: state, attempts: 0, dueAt: dueAt, expiresAt: .t0 + .days(30), createdAt: .t0)
  }
}

extension Transaction {
  /// An inviter with clients, each invited, with one timestamp.
  func insertClients(
    _ clients: [Client], invitation: (Client) -> Invitation = { .fixture("i-\($0.id)", ofClient: $0.id) }
  )
    throws(Problem)
  {
    if try accounts.find(id: "inviter") == nil { try insertInviter() }
    for client in clients {
      try self.clients.insert(client)
      try invitations.save(invitation(client), codeHashes: ["code of \(client.id)"], remindAt: nil, now: .t0)
    }
  }
}

extension Transaction {
  /// Stores an inviter with a team of the same id.
  func insertInviter(_ id: String = "inviter") throws(Problem) {
    try accounts.insert(.fixture(id, role: "admin"))
    try teams.insert(Team(id: id, createdAt: .t0), owner: id)
  }
}
