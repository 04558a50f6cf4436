// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// The invitations that wait for one verified address, newest first. They can be accepted without their codes.
package struct PendingOffers {
  let offers: [Offer]

  /// The most invitations that are read.
  static let maximum = 100

  /// Whether no invitation is pending.
  package var isEmpty: Bool { offers.isEmpty }
  /// The client's name in the oldest invitation.
  package var clientName: String? { offers.last?.client.name }

  /// Those that an account of a role can accept.
  package func forRole(_ role: String, _ policy: Policy) -> PendingOffers {
    PendingOffers(offers: offers.filter { policy.admits(role, to: $0.invitation) })
  }
}

/// An invitation that an account can accept without its code: an entry of `invitations` in results.
struct WaitingInvitation {
  let offer: Offer
  let inviterName: String

  /// The most entries of a result.
  static let maximum = 20

  var json: JSON {
    [
      "id": .string(offer.invitation.id),
      "inviter": ["id": .string(offer.inviter.id), "displayName": .string(inviterName)],
      "client": ["name": .string(offer.client.name)], "expiresAt": .string(offer.invitation.expiresAt.rfc3339),
    ]
  }
}

extension Environment {
  /// The invitations that wait for a verified address, at most 100: pending ones of active inviters.
  /// - Parameter role: the role of the invitations; nil for all.
  package func pendingOffers(
    for address: EmailAddress?, role: String? = nil, _ rows: Transaction
  ) throws(Problem) -> PendingOffers {
    guard let address else { return PendingOffers(offers: []) }
    let found = try rows.pendingOffers(
      to: address, role: role, invitee: policy.roles.invitee, now: now, limit: PendingOffers.maximum)
    return PendingOffers(offers: found.map(Offer.init))
  }

  /// Those that an account of a role can accept. Invitations to other roles do not displace them.
  private func offers(
    for role: String, among known: PendingOffers, _ address: EmailAddress?, _ rows: Transaction
  ) throws(Problem) -> PendingOffers {
    let isCut = known.offers.count == PendingOffers.maximum
    return (isCut ? try pendingOffers(for: address, role: role, rows) : known).forRole(role, policy)
  }

  /// The invitations that an account can accept without their codes.
  /// - Parameter known: those that wait for its address, if this transaction has read them already.
  func waitingInvitations(
    for account: Account, among known: PendingOffers? = nil, _ rows: Transaction
  ) throws(Problem) -> [WaitingInvitation] {
    guard account.emailVerified else { return [] }
    let pending = if let known { known } else { try pendingOffers(for: account.email, rows) }
    let offers = try offers(for: account.role, among: pending, account.email, rows).offers
    return offers.prefix(WaitingInvitation.maximum).map {
      WaitingInvitation(offer: $0, inviterName: name(of: $0.inviter))
    }
  }

  /// The role of a new person, and the name that an inviter gave them. An invited person becomes an invitee, unless the
  /// event names another role: nobody becomes an inviter by accident. This is also so if the invitation has expired, or
  /// if its inviter is suspended. Other people sign up, in the role of the event or the policy.
  /// - Parameters:
  ///   - asked: nil if the event names no role.
  ///   - address: the person's verified address.
  func entry(
    _ asked: String?, _ pending: PendingOffers, _ address: EmailAddress?, _ rows: Transaction
  ) throws(Problem) -> (entry: Applicant.Entry, displayName: String?) {
    let invitee = policy.roles.invitee
    guard let address, asked ?? invitee == invitee else { return (.signUp(role: asked), nil) }
    let invited = try offers(for: invitee, among: pending, address, rows)
    if invited.isEmpty, try !rows.isInvited(address) { return (.signUp(role: asked), nil) }
    return (.given(role: invitee), invited.clientName)
  }

  /// Accepts the invitations that wait for the verified address of an account, for a trigger or an import.
  package func accept(
    _ pending: PendingOffers, by account: Account, _ call: Call, _ rows: Transaction
  ) throws(Problem) {
    for offer in pending.forRole(account.role, policy).offers.reversed() { try accept(offer, by: account, call, rows) }
  }
}

extension Transaction {
  /// An invitation that waits for an account's verified address, or has waited for it. Any other one is reported as not
  /// found, like one that does not exist.
  func offer(id: String, to account: Account) throws(Problem) -> Offer {
    guard account.emailVerified, let address = account.email, let found = try offer(id: id),
      found.invitation.email.isSameMailbox(as: address), found.inviter.status == .active
    else { throw Problem(.invitationNotFound, "no invitation with that id waits for the account's verified address") }
    return Offer(found)
  }
}
