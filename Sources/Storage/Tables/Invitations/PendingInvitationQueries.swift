// SPDX-License-Identifier: Apache-2.0

import Domain

/// Invitations that are found without their code.
extension InvitationTable {
  /// Joins the inviter of an invitation.
  static let partiesOfInvitation = "JOIN accounts ON accounts.id = invitations.inviter_id"
  /// Hides the invitations of an inviter who is suspended or deletes their account, if nobody else of the team is
  /// active, and invitations to the mailbox of a person who deletes their account.
  var isOfferedNow: String {
    """
    \(transaction.teams.mayInvite("invitations"))
      AND NOT EXISTS (SELECT 1 FROM leaving_mailboxes WHERE mailbox_key = invitations.email_key)
    """
  }

  /// Whether an invitation can be accepted now, which is the second parameter.
  var isPendingNow: String { "invitations.status = 'pending' AND invitations.expires_at > $2 AND \(isOfferedNow)" }

  /// Whether an invitation can be accepted.
  package enum Availability {
    case offered
    /// It is pending, but its inviter is suspended, or an account is being deleted: the inviter's, or that of its
    /// recipient. Both can be restored.
    case withheld
    case ended
  }

  /// Whether an invitation can still be accepted. It reads as little as possible, because it is asked before each mail.
  package func availability(ofInvitation id: String, at now: Timestamp) throws(Problem) -> Availability {
    let found = try transaction.query(
      """
      SELECT CASE WHEN \(isOfferedNow) THEN 1 ELSE 0 END AS offered FROM invitations \(Self.partiesOfInvitation)
      WHERE invitations.id = $1 AND invitations.status = 'pending' AND invitations.expires_at > $2
      """, [.text(id), .timestamp(now)])
    return try found.first.map { (row) throws(Problem) in try row.flag("offered") ? .offered : .withheld } ?? .ended
  }

  /// The pending invitations to an address, each with its client and its inviter, newest first.
  /// - Parameters:
  ///   - role: the role of the invitations; nil for all.
  ///   - invitee: the role of an invitation that has no role of its own.
  package func pendingDetails(
    to email: EmailAddress, role: String? = nil, invitee: String, now: Timestamp, limit: Int
  ) throws(Problem) -> [(invitation: Invitation, client: Client, inviter: Inviter)] {
    try transaction.query(
      """
      SELECT \(detailsColumns) FROM invitations
        JOIN clients ON clients.id = invitations.client_id \(Self.partiesOfInvitation)
      WHERE invitations.email_key = $1 AND \(isPendingNow)
        AND ($4 = '' OR COALESCE(invitations.role, $5) = $4)
      ORDER BY invitations.sent_at DESC, invitations.id DESC LIMIT $3
      """, [.text(email.mailboxKey), .timestamp(now), .integer(limit), .text(role ?? ""), .text(invitee)]
    ).map(details)
  }

  /// Whether an address was ever invited to become a client, by an inviter who may still invite, or by a team that may.
  /// Revoked invitations do not count.
  package func wasInvited(_ email: EmailAddress, inviterRole: String) throws(Problem) -> Bool {
    try !transaction.query(
      """
      SELECT invitations.id FROM invitations JOIN accounts ON accounts.id = invitations.inviter_id
      WHERE invitations.email_key = $1 AND invitations.status <> 'revoked' AND invitations.role IS NULL
        AND (\(transaction.showsTeams ? "TRUE" : "FALSE") OR COALESCE(accounts.role, $2) = $3)
        AND \(transaction.teams.mayInvite("invitations"))
      LIMIT 1
      """, [.text(email.mailboxKey), .text(transaction.legacyRole ?? ""), .text(inviterRole)]
    ).isEmpty
  }

  /// The invitation with an id, in any state, with its client and its inviter; nil if there is none, or if its inviter
  /// or its recipient deletes their account.
  package func details(
    id: String
  ) throws(Problem) -> (invitation: Invitation, client: Client, inviter: Inviter)? {
    try transaction.query(
      """
      SELECT \(detailsColumns) FROM invitations
        JOIN clients ON clients.id = invitations.client_id \(Self.partiesOfInvitation)
      WHERE invitations.id = $1 AND \(isOfferedNow)
      """, [.text(id)]
    ).first.map(details)
  }

  /// The columns that `details(_:)` reads.
  var detailsColumns: String {
    "\(Self.invitationColumns), \(ClientTable.clientColumns), \(transaction.accounts.inviterColumns(of: "invitations"))"
  }

  func details(_ row: Row) throws(Problem) -> (invitation: Invitation, client: Client, inviter: Inviter) {
    (
      try invitation(row), try transaction.clients.client(row.prefixed("c_")),
      try transaction.accounts.inviter(row.prefixed("a_"))
    )
  }
}
