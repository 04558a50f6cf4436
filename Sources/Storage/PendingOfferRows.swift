// SPDX-License-Identifier: Apache-2.0

import Domain

/// Invitations that are found without their code.
extension Transaction {
  /// The pending invitations to an address, each with its client and its inviter, newest first.
  package func pendingOffers(
    to email: EmailAddress, now: Timestamp, limit: Int
  ) throws(Problem) -> [(invitation: Invitation, client: Client, inviter: Account)] {
    try query(
      """
      SELECT \(Self.offerColumns) FROM invitations
        JOIN clients ON clients.id = invitations.client_id \(Self.partiesOfInvitation)
      WHERE invitations.email_key = $1 AND invitations.status = 'pending' AND invitations.expires_at > $2
        AND \(Self.isOfferedNow)
      ORDER BY invitations.sent_at DESC, invitations.id DESC LIMIT $3
      """, [.text(email.key), .timestamp(now), .integer(limit)]
    ).map(offer)
  }

  /// The invitation with an id, in any state, with its client and its inviter; nil if there is none, or if its inviter
  /// or its recipient deletes their account.
  package func offer(
    id: String
  ) throws(Problem) -> (invitation: Invitation, client: Client, inviter: Account)? {
    try query(
      """
      SELECT \(Self.offerColumns) FROM invitations
        JOIN clients ON clients.id = invitations.client_id \(Self.partiesOfInvitation)
      WHERE invitations.id = $1 AND \(Self.isOfferedNow)
      """, [.text(id)]
    ).first.map(offer)
  }

  /// The columns that `offer(_:)` reads.
  static let offerColumns = "\(invitationColumns), \(clientColumns), \(accountColumns)"

  func offer(_ row: Row) throws(Problem) -> (invitation: Invitation, client: Client, inviter: Account) {
    (try invitation(row), try client(row.prefixed("c_")), try account(row.prefixed("a_")))
  }
}
