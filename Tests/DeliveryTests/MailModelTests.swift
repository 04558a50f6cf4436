// SPDX-License-Identifier: Apache-2.0

import Domain
import TestSupport
import Testing

@testable import Delivery

@Suite("Models of mails") struct MailModelTests {
  @Test("The model of each kind is the type of the values that are queued")
  func kinds() {
    expect(.invitation, .resentInvitation, .reminder, .invitationSMS)
    expect(.invitationAccepted, .clientLeft)
    expect(.invitationDeclined)
    expect(.invitationRequested)
    expect(.joinRequest)
    expect(.joinAnswer)
    expect(.verifyEmail, .confirmEmailChange, .resetPassword, .guardianRequest, .signInCode)
    expect(.passwordChanged, .addressProven)
    expect(.newDevice, .accountExported, .accountRestored)
    expect(.newCountry)
    expect(.accountLocked)
    expect(.emailChangeNotice)
    expect(.addressMoved)
    expect(.factorAdded, .factorRemoved)
    expect(.providerAdded, .providerRemoved)
    expect(.accountDeletion, .accountClosed)
  }

  private func expect<Values: MailModel>(_ kinds: MailKind<Values>...) {
    for mail in kinds { #expect(mail.kind.model == Values.self) }
  }

  @Test("Only mails and text messages have a model", arguments: OutboxMessage.Kind.allCases)
  func mails(_ kind: OutboxMessage.Kind) {
    #expect((kind.model != nil) == (kind.isMail || kind == .invitationSMS))
  }

  @Test("What is isolated in HTML is among the variables", arguments: OutboxMessage.Kind.allCases)
  func given(_ kind: OutboxMessage.Kind) {
    guard let names = kind.model?.names(of: kind) else { return }
    #expect(Set(names.given).isSubset(of: names.all.split(separator: " ").map(String.init)))
  }

  /// As the outbox of an earlier release contains them.
  private static let stored: [OutboxMessage.Kind: JSON] = [
    .invitation: [
      "code": "K7QW", "unsubscribeToken": "token", "client": ["name": "Kim"],
      "inviter": ["displayName": "Ada", "email": "ada@example.com", "id": "a1", "branding": ["name": "Byron"]],
      "isForInvitee": true, "note": "Hi", "expiresAt": "2026-12-21T13:37:00Z", "days": 30,
    ],
    .verifyEmail: [
      "code": "K7QW", "account": ["displayName": "Kim", "email": "kim@example.com"], "newEmail": "kim@example.com",
      "hours": 24, "isOneHour": false, "minutes": 1440, "when": "2026-11-21T13:37:00Z", "path": "auth/v1/verify",
      "timeZone": "Europe/Berlin",
    ],
    .invitationRequested: [
      "code": "K7QW", "account": [:], "newEmail": "ada@example.com", "hours": 720, "isOneHour": false,
      "minutes": 43200, "when": "2026-11-21T13:37:00Z", "client": ["name": "Kim", "email": "kim@example.com"],
      "clientId": "c1", "inviter": ["displayName": "Ada"],
    ],
    .newCountry: [
      "device": ["name": "Phone", "platform": "ios"], "address": "192.0.2.1", "country": "ES",
      "account": ["displayName": "Kim"], "when": "2026-11-21T13:37:00Z", "code": "K7QW",
    ],
    .accountDeletion: [
      "code": "K7QW", "account": [:], "newEmail": "kim@example.com", "hours": 876000, "isOneHour": false,
      "minutes": 52_560_000, "when": "2026-11-21T13:37:00Z", "deletesAt": "2026-12-21T13:37:00Z",
    ],
  ]

  /// Values without which a text has no gap: an optional sentence is left out, or another word replaces it.
  private static let optional: Set = [
    "unsubscribeToken", "isForInvitee", "note", "account", "path", "timeZone", "device", "address", "isOneHour",
  ]
  /// Those that mails of the kind no longer have.
  private static let unused: [OutboxMessage.Kind: Set<String>] = [
    .invitationRequested: ["newEmail", "hours", "minutes", "when"], .accountDeletion: ["newEmail", "hours", "minutes"],
  ]

  @Test("Values that were stored are read and written again", arguments: stored.keys)
  func readBack(_ kind: OutboxMessage.Kind) throws {
    let stored = try #require(Self.stored[kind])
    let json = try values(kind, stored).json
    for (name, value) in json.members?.pairs ?? [] { #expect(stored[name] == value) }
    #expect(try values(kind, json).json == json)
  }

  @Test("A missing value is an error, and no empty text in the mail", arguments: stored.keys)
  func missing(_ kind: OutboxMessage.Kind) throws {
    let members = try #require(Self.stored[kind]?.members)
    for name in members.pairs.map(\.name) where !(Self.optional.union(Self.unused[kind] ?? []).contains(name)) {
      var rest = members
      rest[name] = nil
      let error = #expect(throws: MissingMailValue.self) { try values(kind, .object(rest)) }
      #expect(error?.pointer.hasPrefix("/\(name)") == true)
    }
  }

  @Test("Names that mail programs would convert to links are replaced or left out")
  func names() throws {
    var stored = try #require(Self.stored[.invitation])
    stored = stored.merging([
      "client": ["name": "evil.com"], "inviter": ["displayName": "evil.com", "id": "a1"],
    ])
    let mail = try #require(try values(.invitation, stored) as? InvitationMail)
    #expect(mail.client.name == "lee@example.com" && mail.inviter.name == "PFA")
    let other = try #require(Self.stored[.newCountry]).merging(["account": ["displayName": "evil.com"]])
    #expect(try (values(.newCountry, other) as? AccountMail<NewCountry>)?.account.name == nil)
  }

  @Test("A mail that has waited names the time that is left")
  func timeLeft() throws {
    let invitation = try values(.invitation, try #require(Self.stored[.invitation]))
    let end = try #require(Timestamp(rfc3339: "2026-12-21T13:37:00Z"))
    #expect((invitation.sent(at: end - .days(3), before: end) as? InvitationMail)?.days == 2)
    let code = try values(.verifyEmail, try #require(Self.stored[.verifyEmail]))
    let sent = try #require(code.sent(at: end - .minutes(90), before: end) as? CodeMail)
    #expect(sent.hours == 1 && sent.minutes == 90)
  }

  private func values(_ kind: OutboxMessage.Kind, _ stored: JSON) throws -> any MailModel {
    try #require(kind.model).init(StoredMail(kind, stored, appName: "PFA", recipient: "lee@example.com"))
  }
}
