// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// An invitation with the two people that it joins.
struct Offer: Equatable {
  var invitation: Invitation
  var client: Client
  var inviter: Account
}

extension Transaction {
  func offer(_ invitation: Invitation) throws(Problem) -> Offer {
    guard let client = try client(id: invitation.clientID), let inviter = try account(id: invitation.inviterID) else {
      throw .bug("an invitation without a client or an inviter")
    }
    return Offer(invitation: invitation, client: client, inviter: inviter)
  }

  /// The invitation that the code of a link opens; people may type it in lower case.
  /// - Throws: `invitation/not-found`, `invitation/superseded`.
  func offer(code: String) throws(Problem) -> Offer {
    try offer(try invitation(codeHash: hashed(code.uppercased())))
  }
}

extension Client {
  /// The name that the inviter gave, where an account may have it.
  var usableName: String? { PersonName.isUsable(name) ? name : nil }
}

extension Invitation {
  /// Whether its code shows that somebody reads an address: it came there by mail, and by mail only.
  func proves(_ address: EmailAddress?) -> Bool { channel == .mail && address?.key == email.key }

  /// Who may accept, whatever they sign in with: whoever has proven the invited address, now by the mailed code or before,
  /// unless the policy or the inviter lets any address accept.
  /// - Parameters:
  ///   - address: of whoever accepts.
  ///   - isVerified: whether they have proven it elsewhere.
  ///   - pointer: where in the event it stands.
  /// - Returns: the rule that is broken.
  func wrongRecipient(
    _ address: EmailAddress?, isVerified: Bool, _ rule: Policy.InvitationRules.EmailMatch, at pointer: String
  ) -> [Problem.Field] {
    func mismatch(_ detail: String) -> [Problem.Field] {
      [Problem.Field(pointer: pointer, code: .invitationEmailMismatch, detail: detail)]
    }
    if allowOtherEmail || rule == .any { return [] }
    guard let address else { return mismatch("there is no address, and the invitation is for one") }
    if rule == .relay, address.isApplePrivateRelay, isVerified { return [] }
    guard address.key == email.key else { return mismatch("is not the address that was invited") }
    guard isVerified || proves(address) else {
      return mismatch("is not verified, and the code did not come there by mail")
    }
    return []
  }
}

extension Environment {
  /// Writes an acceptance: the client record is the account's, and the inviter is told.
  func accept(_ offer: Offer, by account: Account, _ call: Call, _ rows: Transaction) throws(Problem) {
    try rows.link(clientID: offer.client.id, to: account.id)
    try rows.markAccepted(offer.invitation.id, at: now)
    try rows.cancelMail(ofInvitations: [offer.invitation.id], at: now)
    try queueAcceptance(offer, rows)
    try announce(.invitationAccepted, offer.invitation, account: account, rows)
    try audit(
      call, "invitation.accepted", account: account.id, inviter: offer.inviter.id, subject: offer.invitation.id, rows)
  }

  /// The invitations that wait for an address which somebody has proven.
  public func waitingOffers(for address: EmailAddress?, _ rows: Transaction) throws(Problem) -> WaitingOffers {
    guard let address else { return WaitingOffers(offers: []) }
    let invitations = try rows.pendingInvitations(to: address, now: now)
    return WaitingOffers(
      offers: try invitations.map { (each) throws(Problem) in try rows.offer(each) })
  }

  /// Accepts what waits for an account that has proven its address, at a trigger or an import.
  public func accept(
    _ waiting: WaitingOffers, by account: Account, _ call: Call, _ rows: Transaction
  ) throws(Problem) {
    for offer in waiting.offers { try accept(offer, by: account, call, rows) }
  }
}

/// Invitations that wait for one address, as a trigger or an import finds them.
public struct WaitingOffers {
  let offers: [Offer]
  public var isEmpty: Bool { offers.isEmpty }
  /// The name that the first inviter gave.
  public var clientName: String? { offers.first?.client.name }
}
