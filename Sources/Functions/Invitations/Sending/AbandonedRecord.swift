// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// The record of somebody who has left and whose account does not exist any more. It contains that person's workouts,
/// so nobody else gets it: the person who has its address now gets a new record.
struct AbandonedRecord {
  private let client: Client
  private let invitation: Invitation?

  /// Nil if the person who has left can still come back, or nobody has left.
  init?(_ client: Client, _ invitation: Invitation?, _ decision: Decision) throws(Problem) {
    guard client.leftAt != nil, client.accountID == nil, client.waitingAccountID == nil,
      let formerID = client.formerAccountID
    else { return nil }
    if let former = try decision.tables.accounts.find(id: formerID) {
      guard former.closedFor == .claim || former.isErased(at: decision.now) else { return nil }
    }
    (self.client, self.invitation) = (client, invitation)
  }

  /// Takes the address from the record, and ends its invitation.
  func giveUpAddress(_ decision: Decision) throws(Problem) {
    var client = client
    client.email = nil
    try decision.tables.clients.update(client)
    guard let invitation, invitation.storedStatus != .accepted else { return }
    try decision.tables.invitations.markRevoked(invitation.id)
    try decision.tables.outbox.cancel(of: [invitation], at: decision.now)
  }

  /// The sending of the record's invitation to a new record. It has what the inviter knows of the person, without what
  /// the record says about the one who has left.
  func replaced(_ sending: Sending, newID: () -> String) -> Sending {
    var (client, invitation) = (sending.client, sending.invitation)
    (client.id, invitation.id) = (newID(), newID())
    invitation.clientID = client.id
    (client.notes, client.leftAt, client.formerAccountID, client.joinLinkID) = (nil, nil, nil, nil)
    (client.inviterID, client.createdAt) = (invitation.inviterID, invitation.sentAt)
    return Sending(
      existing: nil, client: client, invitation: invitation, earlier: nil, abandoned: self,
      suggestion: sending.suggestion)
  }
}
