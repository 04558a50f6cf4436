// SPDX-License-Identifier: Apache-2.0

import Domain
import TestSupport
import Testing

@testable import Functions

@Suite("Who may join by a link") struct JoiningTests {
  private func link(_ change: (inout JoinLink) -> Void = { _ in }) -> JoinLink {
    var link = JoinLink(
      id: "l1", teamID: "inviter", inviterID: "inviter", name: nil, note: nil, profile: nil, allowedDomains: [],
      needsApproval: false, maxUses: 2, sealedCodes: "", createdAt: .t0, expiresAt: .t0 + .days(30))
    change(&link)
    return link
  }

  private func offer(_ link: JoinLink, inviter: Account = .fixture("inviter", role: "admin")) -> CodeOffer {
    .joinLink(JoinLinkDetails(link: link, inviter: Inviter(inviter)))
  }

  @Test func `a link is closed before it is expired, and expired before it is full`() {
    #expect(link().status(at: .t0) == .open)
    #expect(link { $0.uses = 2 }.status(at: .t0) == .full)
    #expect(link { $0.uses = 2 }.status(at: .t0 + .days(30)) == .expired)
    #expect(link { $0.closedAt = .t0 }.status(at: .t0 + .days(30)) == .closed)
    #expect(
      !link {
        ($0.maxUses, $0.uses) = (nil, 10_000)
      }.isFull)
  }

  @Test func `a full link can be taken by whoever has a place, and no other one`() {
    #expect(code { try offer(link { $0.uses = 2 }).requireAcceptable(.fixture(), at: .t0) } == nil)
    #expect(code { try offer(link { $0.closedAt = .t0 }).requireAcceptable(.fixture(), at: .t0) } == .invitationRevoked)
    #expect(code { try offer(link()).requireAcceptable(.fixture(), at: .t0 + .days(30)) } == .invitationExpired)
  }

  @Test(arguments: [
    Account.fixture("inviter", role: "admin", status: .disabled), .fixture("inviter", role: "client"),
  ])
  func `a link of somebody who may not invite any more is not found`(_ inviter: Account) {
    #expect(code { try offer(link(), inviter: inviter).requireAcceptable(.fixture(), at: .t0) } == .invitationNotFound)
  }

  @Test func `people of the link's domains join, once they have proven the address`() {
    let offer = offer(link { $0.allowedDomains = ["example.com", "bücher.example"] })
    func fit(_ email: String?, _ isVerified: Bool) -> AddressFit {
      offer.fit(of: email.flatMap(EmailAddress.init), isVerified: isVerified, .strict, at: "/email")
    }
    #expect(fit("kim@EXAMPLE.com", true) == .fits && fit("kim@xn--bcher-kva.example", true) == .fits)
    #expect(fit("kim@example.com", false) == .waits)
    for email in ["kim@sub.example.com", "kim@example.com.evil.de", nil] {
      #expect(fit(email, true).broken.map(\.code) == [.emailDomainNotAllowed])
    }
  }

  @Test func `a code of a link proves no address, and gives no name and no language`() {
    let offer = offer(link())
    #expect(!offer.proves(EmailAddress("kim@example.com")) && offer.mailedAddress == nil)
    #expect(offer.typedName == nil && offer.usableName == nil && offer.locale == nil)
    #expect(offer.role(.fixture()) == "client" && offer.waiting == .joinLink("l1"))
    // Without domains it says nothing about whom it is for.
    #expect(!offer.isMeantFor(EmailAddress("kim@example.com")!))
  }
}
