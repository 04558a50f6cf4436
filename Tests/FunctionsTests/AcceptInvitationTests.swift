// SPDX-License-Identifier: Apache-2.0

import Domain
import TestSupport
import Testing

@testable import Functions

@Suite("Who may accept an invitation") struct AcceptInvitationTests {
  /// Whether a person with an address may take an invitation.
  enum Fit { case fits, waits, mismatch }

  private func fit(
    _ invitation: Invitation = .fixture(), _ email: String?, verified: Bool,
    _ rule: Policy.InvitationRules.EmailMatch = .relay
  ) -> Fit {
    let address = email.flatMap(EmailAddress.init)
    let identity = Identity(
      provider: "apple", issuer: Identity.appleIssuers[0], subject: "1", email: address, emailVerified: verified)
    let fit = invitation.fit(
      of: address, isVerified: verified, isRelay: identity.isApplePrivateRelay, rule, at: "/email")
    switch fit {
    case .fits: return .fits
    case .waits: return .waits
    case .wrong(let fields):
      #expect(fields.map(\.code) == [.invitationEmailMismatch])
      return .mismatch
    }
  }

  /// An invitation with its client and its inviter.
  private func offer(_ invitation: Invitation) -> CodeOffer {
    let client = Client(
      id: "c1", teamID: "inviter", inviterID: "inviter", name: "Kim", email: invitation.email, createdAt: .t0)
    return .invitation(
      InvitationDetails(invitation: invitation, client: client, inviter: Inviter(Account.fixture("inviter"))))
  }

  @Test(
    "Only a pending invitation can be accepted",
    arguments: [
      (.pending, nil), (.accepted, .invitationAlreadyAccepted), (.revoked, .invitationRevoked),
      (.declined, .invitationDeclined),
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
      (.strict, "kim@example.com", true, .fits), (.strict, "KIM@EXAMPLE.COM", true, .fits),
      (.strict, "kim@example.com", false, .waits),
      (.strict, "lee@example.com", true, .mismatch),
      (.strict, "x@privaterelay.appleid.com", true, .mismatch),
      (.strict, nil, true, .mismatch), (.relay, "kim@example.com", true, .fits),
      (.relay, "kim@example.com", false, .waits),
      (.relay, "lee@example.com", true, .mismatch), (.relay, "x@privaterelay.appleid.com", true, .fits),
      (.relay, "x@privaterelay.appleid.com", false, .mismatch),
      (.relay, "x@privaterelay.appleid.com.evil.de", true, .mismatch),
      (.relay, nil, false, .mismatch), (.any, "lee@example.com", true, .fits),
      (.any, "lee@example.com", false, .fits), (.any, nil, false, .fits),
    ] as [(Policy.InvitationRules.EmailMatch, String?, Bool, Fit)])
  func emailMatch(
    _ rule: Policy.InvitationRules.EmailMatch, _ email: String?, _ verified: Bool, _ expected: Fit
  ) {
    for channel in [Invitation.Channel.link, .sms] {
      #expect(fit(.fixture(channel: channel), email, verified: verified, rule) == expected)
    }
    #expect(fit(.fixture(allowOtherEmail: true), email, verified: verified, rule) == .fits)
  }

  @Test func `a mailed code proves the invited address and no other`() {
    #expect(fit(.fixture(channel: .mail), "kim@example.com", verified: false, .strict) == .fits)
    #expect(fit(.fixture(channel: .mail), "lee@example.com", verified: false) == .mismatch)
    #expect(offer(.fixture(channel: .mail)).proves(EmailAddress("KIM@example.com")))
    for channel in [Invitation.Channel.link, .sms] {
      #expect(!offer(.fixture(channel: channel)).proves(EmailAddress("kim@example.com")))
    }
  }

  @Test func `whoever has the link takes an invitation without an address`() {
    var invitation = Invitation.fixture(channel: .link)
    invitation.email = nil
    for email in ["kim@example.com", nil] {
      #expect(fit(invitation, email, verified: false, .strict) == .fits)
    }
    #expect(!offer(invitation).proves(EmailAddress("kim@example.com")))
  }
}
