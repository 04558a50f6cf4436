// SPDX-License-Identifier: Apache-2.0

import Domain
import TestSupport
import Testing

@testable import Functions

@Suite("Who may accept an invitation") struct AcceptInvitationTests {
  private func wrong(
    _ invitation: Invitation = .fixture(), _ email: String?, verified: Bool,
    _ rule: Policy.InvitationRules.EmailMatch = .relay
  ) -> ErrorCode? {
    let address = email.flatMap(EmailAddress.init)
    let identity = Identity(
      provider: "apple", issuer: Identity.appleIssuers[0], subject: "1", email: address, emailVerified: verified)
    return invitation.wrongRecipient(
      address, isVerified: verified, isRelay: identity.isApplePrivateRelay, rule, at: "/email"
    ).first?.code
  }

  @Test(
    "Only a pending invitation can be accepted",
    arguments: [
      (.pending, nil), (.accepted, .invitationAlreadyAccepted), (.revoked, .invitationRevoked),
      (.expired, .invitationExpired),
    ] as [(Invitation.Status, ErrorCode?)])
  func status(_ status: Invitation.Status, _ expected: ErrorCode?) {
    #expect(code { try Invitation.fixture(status: status).requirePending(at: .t0) } == expected)
  }

  @Test func `an invitation expires at its time, with or without the sweep`() throws {
    let end = Timestamp.t0 + .days(30)
    try Invitation.fixture().requirePending(at: end - .milliseconds(1))
    #expect(code { try Invitation.fixture().requirePending(at: end) } == .invitationExpired)
    #expect(code { try Invitation.fixture(status: .accepted).requirePending(at: end) } == .invitationAlreadyAccepted)
    #expect(code { try Invitation.fixture(status: .revoked).requirePending(at: end) } == .invitationRevoked)
  }

  @Test(
    "The policy decides which address may accept",
    arguments: [
      (.strict, "kim@example.com", true, nil), (.strict, "KIM@EXAMPLE.COM", true, nil),
      (.strict, "kim@example.com", false, .invitationEmailMismatch),
      (.strict, "lee@example.com", true, .invitationEmailMismatch),
      (.strict, "x@privaterelay.appleid.com", true, .invitationEmailMismatch),
      (.strict, nil, true, .invitationEmailMismatch), (.relay, "kim@example.com", true, nil),
      (.relay, "kim@example.com", false, .invitationEmailMismatch),
      (.relay, "lee@example.com", true, .invitationEmailMismatch), (.relay, "x@privaterelay.appleid.com", true, nil),
      (.relay, "x@privaterelay.appleid.com", false, .invitationEmailMismatch),
      (.relay, "x@privaterelay.appleid.com.evil.de", true, .invitationEmailMismatch),
      (.relay, nil, false, .invitationEmailMismatch), (.any, "lee@example.com", true, nil),
      (.any, "lee@example.com", false, nil), (.any, nil, false, nil),
    ] as [(Policy.InvitationRules.EmailMatch, String?, Bool, ErrorCode?)])
  func emailMatch(
    _ rule: Policy.InvitationRules.EmailMatch, _ email: String?, _ verified: Bool, _ expected: ErrorCode?
  ) {
    for channel in [Invitation.Channel.link, .sms] {
      #expect(wrong(.fixture(channel: channel), email, verified: verified, rule) == expected)
    }
    #expect(wrong(.fixture(allowOtherEmail: true), email, verified: verified, rule) == nil)
  }

  @Test func `a mailed code proves the invited address and no other`() {
    #expect(wrong(.fixture(channel: .mail), "kim@example.com", verified: false, .strict) == nil)
    #expect(wrong(.fixture(channel: .mail), "lee@example.com", verified: false) == .invitationEmailMismatch)
    #expect(Invitation.fixture(channel: .mail).proves(EmailAddress("KIM@example.com")))
    for channel in [Invitation.Channel.link, .sms] {
      #expect(!Invitation.fixture(channel: channel).proves(EmailAddress("kim@example.com")))
    }
  }
}
