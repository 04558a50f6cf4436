// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

private let email = EmailAddress("kim@example.com")!

extension Transaction {
  func runClients() throws(Problem) {
    try insertClients([.fixture("c"), .fixture("d")])
    _ = try clients.find(id: "c")
    _ = try clients.find(of: "inviter", email: email)
    try clients.link(clientID: "c", to: "kim")
    _ = try clients.all(ofAccount: "kim")
    _ = try clients.withInviters(ofAccount: "kim", limit: 20)
    try runMembers()
    _ = try clients.teams(of: "kim")
    try clients.update(Client.fixture("c"))
    for status in [nil, Invitation.Status.pending, .expired] {
      for text in [nil, "kim"] {
        _ = try clients.list(of: "inviter", status: status, containing: text, after: nil, limit: 20, now: .t0)
      }
    }
    for order in ClientOrder.allCases {
      for start in [nil, PageStart(createdAt: .t0, id: "c")] {
        for isUndelivered in [false, true] {
          let filter = ClientFilter(isUndelivered: isUndelivered)
          _ = try clients.list(of: "inviter", filter, by: order, after: start, limit: 20, now: .t0)
        }
      }
    }
    for isUndelivered in [false, true] {
      _ = try clients.count(of: "inviter", ClientFilter(isUndelivered: isUndelivered), now: .t0)
    }
    _ = try clients.counts(of: "inviter", now: .t0)
    _ = try clients.counts(of: "inviter", containing: "k", now: .t0)
    try workouts.insert(Workout(id: "w", clientID: "c", title: "", scheduledFor: nil, details: [:], createdAt: .t0))
    for owner in [WorkoutOwner.client("c"), .account("kim")] { _ = try workouts.all(of: owner, after: nil, limit: 20) }
    _ = try workouts.find(id: "w")
    try workouts.update(Workout(id: "w", clientID: "c", title: "", scheduledFor: nil, details: [:], createdAt: .t0))
    try workouts.markCompleted("w", at: .t0)
    try workouts.remove("w")
    try clients.remove("d")
    try clients.mergeJoined(of: "a", into: .fixture("c"))
    try clients.unlink(clientID: "c", at: .t0)
    try clients.store(formerAccount: "kim", ofClient: "c")
    try clients.link(clientID: "c", to: "kim")
    try runFirstProof()
  }

  private func runFirstProof() throws(Problem) {
    _ = try accounts.claimants(of: email)
    _ = try accounts.claimant(of: email)
    _ = try identities.account(transferSubject: "T")
    try identities.set(transferSubject: "T", ofIssuer: "i", subject: "s")
    _ = try firstProofs.apply(to: "kim", by: .codeAlone, at: .t0)
    try firstProofs.askForRole(of: "kim")
    _ = try accounts.find(id: "kim")
    _ = try clients.isWaiting("kim", for: "inviter")
    try waitingInviters.relink(clientID: "c")
    try waitingInviters.endQuestionsWithoutInviters(ofAccounts: ["kim"])
    let other = ProvenAddress(email: EmailAddress("other@example.com")!, provenAt: .t0)
    try addresses.insert(other, of: "kim")
    try addresses.removeOther(other.email)
    try accounts.insert(Account.fixture("claimant"))
    try addresses.removeClaim(of: "claimant", at: .t0)
    try underage.remove(key: "k")
  }

  private func runMembers() throws(Problem) {
    var elodie = Account.fixture("elodie")
    elodie.displayName = "\u{C9}lodie"
    try accounts.insert(elodie)
    try searchTexts.renew()
    for reach in [MemberFilter.Reach.all, .ofTeamOrNone, .ofTeam] {
      for text in ["kim", "\u{E9}"] {
        let filter = MemberFilter(role: "client", reach, for: "inviter", status: .active, containing: text)
        _ = try members.list(filter, after: nil, limit: 20)
        _ = try members.count(filter)
      }
    }
  }

  func runTeams() throws(Problem) {
    try teams.insert(Team(id: "studio", createdAt: .t0), owner: "inviter")
    _ = try teams.find(id: "studio")
    _ = try teams.name(of: "studio")
    _ = try teams.memberships(of: "inviter")
    _ = try teams.membership(of: "inviter", in: "studio")
    _ = try teams.members(of: "studio")
    _ = try teams.hasActiveMember("studio", besides: "inviter")
    _ = try teams.contact(of: "studio", for: "inviter")
    _ = try teams.hasOtherOwner(than: "inviter", "studio")
    try teamSuccession.leaveShared("inviter")
    _ = try teams.invited(into: "studio", now: .t0)
    for account in [nil, "inviter"] { _ = try teams.list(of: account, limit: 20) }
    _ = try teams.hasClients("studio")
    _ = try clients.ids(of: "studio", limit: 50)
    try teams.update(Team(id: "studio", name: "Studio", createdAt: .t0))
    _ = try clients.list(of: "studio", coach: "inviter", status: nil, containing: nil, after: nil, limit: 20, now: .t0)
    try outbox.cancel(ofTeam: "studio", at: .t0)
    try erasure.deleteRecords(of: "studio")
    try teams.remove("inviter", from: "studio")
    try teamSuccession.appointOwner(of: "studio")
    try teams.delete("studio")
  }

  func runJoinLinks() throws(Problem) {
    var link = JoinLink(
      id: "j", teamID: "inviter", inviterID: "inviter", name: nil, note: nil, profile: nil, allowedDomains: [],
      needsApproval: true,
      maxUses: 2, sealedCodes: "", createdAt: .t0, expiresAt: .t0 + .days(30))
    try joinLinks.insert(link)
    try joinLinks.setCodes(["h"], of: "j", at: .t0)
    _ = try joinLinks.find(id: "j")
    _ = try joinLinks.find(codeHash: "h")
    _ = try joinLinks.isUsed(codeHash: "h")
    _ = try joinLinks.countOpen(of: "inviter", now: .t0)
    _ = try joinLinks.list(of: "inviter", after: nil, limit: 20)
    link.closedAt = .t0
    try joinLinks.update(link)
    _ = try joinLinks.takePlace(of: "j")
    _ = try joinLinks.deleteSupersededCodes(before: .t0, limit: 20)
    let request = JoinRequest(id: "q", joinLinkID: "j", teamID: "inviter", accountID: "kim", createdAt: .t0)
    try joinRequests.insert(request)
    _ = try joinRequests.find(id: "q")
    _ = try joinRequests.last(of: "kim", to: "inviter")
    _ = try joinRequests.pending(to: "inviter", after: nil, limit: 20, now: .t0)
    try joinRequests.endPending(of: "kim", to: "inviter", at: .t0)
    try joinRequests.answer("q", .approved, at: .t0)
    _ = try joinRequests.expire(createdBefore: .t0, limit: 20)
    try waitingAcceptances.insert(.joinLink("j"), of: "kim", at: .t0)
    _ = try waitingAcceptances.all(of: "kim")
    _ = try waitingAcceptances.take(of: "kim")
    _ = try sealed.sealedJoinCodes(after: "", limit: 20)
    _ = try sealed.replaceJoinCodes(of: "j", "", by: "new")
    _ = try clients.find(of: "inviter", account: "kim")
    _ = try clients.find(of: "inviter", formerAccount: "kim", joinedBy: "j")
    _ = try clients.withoutAddress(ofAccount: "kim")
    try waitingAcceptances.remove(subject: "j")
  }

  func runInvitations() throws(Problem) {
    var joined = Invitation.fixture("i-joined", ofClient: "joined")
    joined.email = nil
    try clients.insert(.fixture("joined"))
    try invitations.insert(joined)
    _ = try invitations.find(id: "i-c")
    _ = try invitations.find(ofClient: "c")
    _ = try invitations.detailsIfKnown(codeHash: "code of c")
    _ = try invitations.details(anyCodeHash: "code of c")
    for selection in InvitationSelection.allCases {
      _ = try invitations.list(of: "inviter", selection, sentAgainSince: .t0, false, limit: 1001, now: .t0)
    }
    try invitations.markOpened("i-c", at: .t0)
    _ = try deliveries.all(ofInvitation: "i-c", limit: 50)
    _ = try deliveries.latest(ofInvitations: ["i-c", "i-joined"])
    _ = try invitationReport.counts(of: "inviter", sentSince: .t0, now: .t0)
    _ = try invitationReport.days(of: "inviter", sentSince: .t0)
    _ = try invitationReport.medianTimeToAccept(of: "inviter", sentSince: .t0, count: 1)
    _ = try invitations.pending(to: email, now: .t0)
    _ = try invitations.pendingDetails(to: email, invitee: "client", now: .t0, limit: 100)
    _ = try invitations.wasInvited(email, inviterRole: "admin")
    _ = try invitations.details(id: "i-c")
    try invitations.addCode(hash: "reminder", to: "i-c")
    try invitations.setDelivery(.sent, of: "i-c", by: "m")
    try invitations.setDelivery(.sent, of: "i-c")
    try invitations.setReminder(of: "i-c", at: .t0)
    _ = try invitations.toRemind(now: .t0, limit: 500)
    _ = try invitations.expireOverdue(now: .t0, limit: 500)
    try invitations.markDeclined("i-c", because: nil, at: .t0)
    try invitations.markRevoked("i-c")
    try invitations.markAccepted("i-c", at: .t0)
  }
}
