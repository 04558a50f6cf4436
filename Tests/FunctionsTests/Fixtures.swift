// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Storage
import TestSupport

extension Account {
  static func fixture(
    _ id: String, email: String? = "kim@example.com", verified: Bool = true, role: String = "client",
    status: Status = .active
  ) -> Account {
    Account(
      id: id, email: email.flatMap(EmailAddress.init), emailVerified: verified, displayName: "Kim", role: role,
      status: status, createdAt: .t0)
  }
}

extension Identity {
  static func fixture(
    email: String? = "kim@example.com", verified: Bool = true, subject: String = "1", displayName: String? = nil
  ) -> Identity {
    Identity(
      provider: "google", issuer: "https://accounts.google.com", subject: subject,
      email: email.flatMap(EmailAddress.init), emailVerified: verified, displayName: displayName)
  }
}

extension Session {
  static func fixture(
    _ id: String = "s", of accountID: String = "a", generation: Int = 0, rotatedAt: Timestamp = .t0,
    idleEndsAt: Timestamp = .t0 + .days(30), endsAt: Timestamp = .t0 + .days(90), end: End? = nil
  ) -> Session {
    Session(
      id: id, accountID: accountID, generation: generation, rotatedAt: rotatedAt, device: nil, address: nil,
      createdAt: .t0, lastUsedAt: .t0, idleEndsAt: idleEndsAt, endsAt: endsAt, revokedAt: end.map { _ in .t0 }, end: end
    )
  }
}

extension Invitation {
  static func fixture(
    status: Status = .pending, email: String = "kim@example.com", allowOtherEmail: Bool = false,
    channel: Channel = .mail, delivery: OutboxMessage.Delivery? = .sent, expiresAt: Timestamp = .t0 + .days(30)
  ) -> Invitation {
    Invitation(
      id: "i1", clientID: "c1", teamID: "inviter", inviterID: "inviter", email: EmailAddress(email)!,
      storedStatus: status,
      channel: channel, delivery: delivery, allowOtherEmail: allowOtherEmail, sentAt: .t0 - .days(1),
      expiresAt: expiresAt,
      acceptedAt: status == .accepted ? .t0 : nil)
  }
}

extension Call {
  static func fixture(
    _ function: String = "test", caller: Account? = nil, event id: String? = nil, fingerprint: String = "f"
  ) -> Call {
    var origin = Origin()
    (origin.address, origin.userAgent) = ("192.0.2.1", "test")
    return Call(
      function: function, caller: caller.map { Caller(account: $0, .session(.fixture(of: $0.id))) },
      event: id.map {
        (EventKey(function: function, caller: caller?.id ?? "", source: "/test", id: $0), Array(fingerprint.utf8))
      },
      origin: origin, language: LanguageTag("en"))
  }
}

extension Transaction {
  /// An inviter with one client, who is invited.
  func insertInvitation(_ invitation: Invitation = .fixture()) throws(Problem) {
    try accounts.insert(.fixture("inviter", email: "ada@example.com", role: "admin"))
    try teams.insert(Team(id: "inviter", createdAt: .t0), owner: "inviter")
    try clients.insert(
      Client(id: "c1", teamID: "inviter", inviterID: "inviter", name: "Kim", email: invitation.email, createdAt: .t0))
    try invitations.save(invitation, codeHashes: ["code"], remindAt: nil, now: .t0)
  }
}
