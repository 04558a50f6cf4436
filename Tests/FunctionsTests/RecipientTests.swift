// SPDX-License-Identifier: Apache-2.0

import Domain
import Testing

@testable import Functions

@Suite("The recipients of invitations") struct RecipientTests {
  private func recipient(_ client: JSON) throws -> Recipient { try Recipient(Fields(client), at: "/client") }

  private func badFields(_ client: JSON, _ channel: Invitation.Channel, _ policy: Policy = .fixture()) -> [String] {
    Recipient.badFields(of: Fields(client), at: "/client", by: channel, policy).map(\.pointer)
  }

  @Test func `each channel needs the address or the number to which it leads`() {
    #expect(badFields(["name": "Kim"], .mail) == ["/client/email"])
    #expect(badFields(["name": "Kim"], .link) == [])
    #expect(badFields(["name": "Kim", "email": "kim@example.com"], .sms) == ["/client/phone"])
    #expect(badFields(["name": "Kim", "phone": "+1 555 123 4567"], .sms) == [])
  }

  @Test func `a coach needs teams, and a profile the fields that inviters set`() {
    let client: JSON = ["name": "Kim", "coachId": "a1", "profile": ["classYear": 2, "unknown": true]]
    #expect(badFields(client, .link) == ["/client/profile/classYear", "/client/profile/unknown", "/client/coachId"])
    let policy = Policy.fixture([
      "teams": "on", "profile": ["fields": ["classYear": ["type": "integer", "x-setBy": "inviter"]]],
    ])
    #expect(badFields(client, .link, policy) == ["/client/profile/unknown"])
  }

  @Test func `a new record has the values of the event`() throws {
    let kim = try recipient([
      "name": "Kim", "email": "kim@example.com", "phone": "+1 555 123 4567", "notes": "n", "locale": "de",
    ]).client(nil, of: .fixture("inviter", role: "admin"), in: "team", .test(newID: { "new" }))
    #expect(kim.id == "new" && kim.teamID == "team" && kim.inviterID == "inviter" && kim.createdAt == .t0)
    #expect(kim.name == "Kim" && kim.email?.text == "kim@example.com" && kim.notes == "n" && kim.locale == "de")
  }

  @Test func `a record that exists keeps its address, and what the event does not name`() throws {
    var known = Client(
      id: "c1", teamID: "team", inviterID: "other", name: "K.", email: EmailAddress("old@example.com"), createdAt: .t0)
    (known.notes, known.locale, known.profile) = ("old", "de", ["classYear": 2, "group": "a"])
    let changed = try recipient([
      "name": "Kim", "email": "new@example.com", "locale": "en", "profile": ["classYear": .null, "group": "b"],
    ]).client(known, of: .fixture("inviter", role: "admin"), in: "team", .test())
    #expect(changed.id == "c1" && changed.inviterID == "other" && changed.email?.text == "old@example.com")
    #expect(changed.name == "Kim" && changed.notes == "old" && changed.locale == "en")
    #expect(changed.profile == ["group": "b"])
  }

  @Test
  func `a limit counts mailboxes and numbers of text messages, for each team, and for each inviter who can have more`()
  {
    func keys(
      _ email: String?, _ phone: String?, _ channel: Invitation.Channel, _ policy: Policy = .fixture()
    ) -> [String] {
      policy.recipientKeys(
        of: "t", by: .fixture("inviter", role: "admin"), email.flatMap(EmailAddress.init), phone: phone, channel)
    }
    #expect(keys("Kim+1@gmail.com", nil, .mail) == keys("k.im@gmail.com", nil, .mail))
    #expect(keys(nil, "+1 555 123 4567", .mail) == [])
    #expect(keys(nil, "+1 (555) 123-4567", .sms) == keys(nil, "+15551234567", .sms))
    #expect(keys("kim@example.com", "+15551234567", .sms).count == 2)
    let teams = Policy.fixture(["teams": "on"])
    #expect(keys("kim@example.com", nil, .mail, teams) == ["t\nkim@example.com", "by inviter\nkim@example.com"])
  }
}
