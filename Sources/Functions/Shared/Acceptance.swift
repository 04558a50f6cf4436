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
}
