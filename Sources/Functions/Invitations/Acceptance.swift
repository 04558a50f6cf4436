// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// An invitation with its client and its inviter.
package struct InvitationDetails: Equatable {
  package var invitation: Invitation
  package var client: Client
  package var inviter: Inviter

  init(invitation: Invitation, client: Client, inviter: Inviter) {
    (self.invitation, self.client, self.inviter) = (invitation, client, inviter)
  }

  init(_ row: (invitation: Invitation, client: Client, inviter: Inviter)) {
    self.init(invitation: row.invitation, client: row.client, inviter: row.inviter)
  }
}

extension InvitationTable {
  package func offer(_ invitation: Invitation) throws(Problem) -> InvitationDetails {
    guard let client = try transaction.clients.find(id: invitation.clientID),
      let inviter = try transaction.accounts.find(id: invitation.inviterID)
    else {
      throw .bug("an invitation has no client or no inviter")
    }
    return InvitationDetails(invitation: invitation, client: client, inviter: Inviter(inviter))
  }

  /// The invitation of a code. People may type the code in lower case.
  /// - Throws: `invitation/not-found`, `invitation/superseded`.
  package func offer(code: String) throws(Problem) -> InvitationDetails {
    InvitationDetails(try offer(codeHash: hashed(code.uppercased())))
  }
}

extension Client {
  /// The name that the inviter typed, if it is valid for an account.
  var usableName: String? { PersonName.isUsable(name) ? name : nil }
}

extension Invitation {
  /// Whether an address is the invited one.
  func isTo(_ address: EmailAddress) -> Bool { email.isSameMailbox(as: address) }

  /// Whether the code proves an address: only if it was sent to that address by mail.
  func proves(_ address: EmailAddress?) -> Bool { channel == .mail && address.map(isTo) ?? false }

  /// Refuses an address that may not accept the invitation. The person must have proven the invited address, by the
  /// mailed code or before, unless the policy or the inviter allows any address.
  /// - Parameters:
  ///   - address: the address of the person who accepts.
  ///   - isVerified: whether it was verified in another way.
  ///   - isRelay: whether it is one of Apple's relay, from Apple's own token.
  ///   - pointer: JSON pointer to the address in the event's data.
  /// - Returns: the broken rule, or nothing.
  func wrongRecipient(
    _ address: EmailAddress?, isVerified: Bool, isRelay: Bool = false, _ rule: Policy.InvitationRules.EmailMatch,
    at pointer: String
  ) -> [Problem.Field] {
    func mismatch(_ detail: String) -> [Problem.Field] {
      [Problem.Field(pointer: pointer, code: .invitationEmailMismatch, detail: detail)]
    }
    if allowOtherEmail || rule == .any { return [] }
    guard let address else { return mismatch("has no address, but the invitation requires the invited one") }
    if rule == .relay, isRelay, isVerified { return [] }
    guard isTo(address) else { return mismatch("is not the invited address") }
    guard isVerified || proves(address) else {
      return mismatch("is not verified, and the code was not sent there by mail")
    }
    return []
  }
}

extension Invitations {
  /// Stores an acceptance: links the client record to the account of an invitee, and notifies the inviter.
  func accept(_ offer: InvitationDetails, by account: Account) throws(Problem) {
    if offer.invitation.role == nil {
      try decision.transaction.clients.link(clientID: offer.client.id, to: account.id)
    } else {
      try decision.transaction.clients.store(formerAccount: account.id, ofClient: offer.client.id)
    }
    try decision.transaction.invitations.markAccepted(offer.invitation.id, at: decision.now)
    try decision.transaction.outbox.cancel(ofInvitations: [offer.invitation.id], at: decision.now)
    try decision.outbox.queueNotice(.invitationAccepted, about: offer)
    try decision.outbox.announce(.invitationAccepted, offer.invitation, account: account)
    try decision.outbox.queuePush(aboutAcceptanceOf: offer)
    try decision.audit(
      .invitationAccepted, account: account.id, inviter: offer.inviter.id, subject: offer.invitation.id)
  }
}
