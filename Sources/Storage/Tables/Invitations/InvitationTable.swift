// SPDX-License-Identifier: Apache-2.0

import Domain

/// Invitations and their codes.
package struct InvitationTable {
  package let transaction: Transaction

  /// The columns of an invitation, with names that are unique in joins.
  static let invitationColumns = """
    invitations.id AS i_id, invitations.client_id AS i_client_id, invitations.inviter_id AS i_inviter_id,
    invitations.team_id AS i_team_id, invitations.team_role AS i_team_role,
    invitations.email AS i_email, invitations.status AS i_status, invitations.delivery AS i_delivery,
    invitations.channel AS i_channel, invitations.role AS i_role,
    invitations.allow_other_email AS i_allow_other_email, invitations.sent_at AS i_sent_at,
    invitations.expires_at AS i_expires_at, invitations.accepted_at AS i_accepted_at,
    invitations.resend_count AS i_resend_count, invitations.opened_at AS i_opened_at,
    invitations.declined_at AS i_declined_at, invitations.decline_reason AS i_decline_reason,
    invitations.data AS i_data, invitations.return_url AS i_return_url,
    invitations.user_metadata AS i_user_metadata
    """

  /// The invitation with an id; nil if there is none.
  package func find(id: String) throws(Problem) -> Invitation? {
    try transaction.query("SELECT \(Self.invitationColumns) FROM invitations WHERE id = $1", [.text(id)]).first.map(
      invitation)
  }

  /// The invitation of a client; nil if there is none.
  package func find(ofClient clientID: String) throws(Problem) -> Invitation? {
    try transaction.query("SELECT \(Self.invitationColumns) FROM invitations WHERE client_id = $1", [.text(clientID)])
      .first.map(invitation)
  }

  /// The invitation that a code belongs to, its client and its inviter; nil if there is none.
  /// - Throws: `invitation/superseded` if a newer code has replaced this one.
  package func detailsIfKnown(
    codeHash: String
  ) throws(Problem) -> (invitation: Invitation, client: Client, inviter: Inviter)? {
    let found = try transaction.query(
      """
      SELECT \(detailsColumns), invitation_codes.superseded_at AS superseded_at
      FROM invitation_codes JOIN invitations ON invitations.id = invitation_codes.invitation_id
        JOIN clients ON clients.id = invitations.client_id \(Self.partiesOfInvitation)
      WHERE invitation_codes.code_hash = $1 AND \(isOfferedNow)
      """, [.text(codeHash)]
    ).first
    return try found.map { (row) throws(Problem) in try details(try current(row)) }
  }

  /// The invitation that a code belongs or belonged to, its client and its inviter; nil if there is none. The code may
  /// have been replaced by a newer one.
  package func details(
    anyCodeHash codeHash: String
  ) throws(Problem) -> (invitation: Invitation, client: Client, inviter: Inviter)? {
    try transaction.query(
      """
      SELECT \(detailsColumns)
      FROM invitation_codes JOIN invitations ON invitations.id = invitation_codes.invitation_id
        JOIN clients ON clients.id = invitations.client_id \(Self.partiesOfInvitation)
      WHERE invitation_codes.code_hash = $1 AND \(isOfferedNow)
      """, [.text(codeHash)]
    ).first.map(details)
  }

  /// The row of a code that was not replaced.
  private func current(_ row: Row) throws(Problem) -> Row {
    guard try row.optionalTimestamp("superseded_at") == nil else {
      throw Problem(.invitationSuperseded, "the invitation was sent again with a new code")
    }
    return row
  }

  /// The invitations to an address that can be accepted.
  package func pending(to email: EmailAddress, now: Timestamp) throws(Problem) -> [Invitation] {
    try transaction.query(
      """
      SELECT \(Self.invitationColumns) FROM invitations \(Self.partiesOfInvitation)
      WHERE invitations.email_key = $1 AND \(isPendingNow)
      ORDER BY invitations.sent_at, invitations.id
      """, [.text(email.mailboxKey), .timestamp(now)]
    ).map(invitation)
  }

  /// Stores a new or resent invitation with its new code. An invitation that had ended, or goes to another address, is
  /// a new one: nobody has opened it.
  /// - Parameters:
  ///   - codeHashes: of the code, and of the short one if it has one.
  ///   - supersedes: whether older codes do not work any more.
  package func save(
    _ invitation: Invitation, codeHashes: [String], supersedes: Bool = true, remindAt: Timestamp?, now: Timestamp
  ) throws(Problem) {
    try transaction.change(
      """
      INSERT INTO invitations (id, client_id, inviter_id, email, email_key, status, delivery, allow_other_email,
        sent_at, expires_at, resend_count, remind_at, channel, role, data, return_url, team_id, team_role, user_metadata,
        listed_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19,
        (SELECT created_at FROM clients WHERE id = $2))
      ON CONFLICT (id) DO UPDATE SET status = excluded.status, channel = excluded.channel, delivery = excluded.delivery,
        allow_other_email = excluded.allow_other_email, role = excluded.role, sent_at = excluded.sent_at,
        expires_at = excluded.expires_at, resend_count = excluded.resend_count, remind_at = excluded.remind_at,
        accepted_at = NULL, declined_at = NULL, decline_reason = NULL, data = excluded.data,
        return_url = excluded.return_url, user_metadata = excluded.user_metadata, inviter_id = excluded.inviter_id, team_role = excluded.team_role,
        email = excluded.email, email_key = excluded.email_key,
        opened_at = CASE WHEN invitations.status IN ('accepted', 'revoked', 'declined')
          OR invitations.email_key <> excluded.email_key THEN NULL ELSE invitations.opened_at END
      """, row(of: invitation, remindAt: remindAt))
    if supersedes {
      try transaction.change(
        "UPDATE invitation_codes SET superseded_at = $2 WHERE invitation_id = $1 AND superseded_at IS NULL",
        [.text(invitation.id), .timestamp(now)])
    }
    for hash in codeHashes { try addCode(hash: hash, to: invitation.id) }
  }

  /// Stores the invitation of a person who joins by a link. It has no code of its own.
  package func insert(_ invitation: Invitation) throws(Problem) {
    try transaction.change(
      """
      INSERT INTO invitations (id, client_id, inviter_id, email, email_key, status, delivery, allow_other_email,
        sent_at, expires_at, resend_count, remind_at, channel, role, data, return_url, team_id, team_role,
        user_metadata, accepted_at, listed_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20,
        (SELECT created_at FROM clients WHERE id = $2))
      """, row(of: invitation, remindAt: nil) + [.timestamp(invitation.acceptedAt)])
  }

  private func row(of invitation: Invitation, remindAt: Timestamp?) -> [SQLValue] {
    [
      .text(invitation.id), .text(invitation.clientID), .text(invitation.inviterID),
      .text(invitation.email?.text ?? ""), .text(invitation.email?.mailboxKey ?? ""),
      .text(invitation.storedStatus.rawValue), .text(invitation.delivery?.rawValue),
      .flag(invitation.allowOtherEmail), .timestamp(invitation.sentAt), .timestamp(invitation.expiresAt),
      .integer(invitation.resendCount), .timestamp(remindAt), .text(invitation.channel.rawValue),
      .text(invitation.role), .text(invitation.data?.text), .text(invitation.returnURL),
      .text(invitation.teamID), .text(invitation.teamRole?.rawValue), .text(invitation.userMetadata?.text),
    ]
  }

  /// Adds a code to an invitation. Other codes stay valid.
  package func addCode(hash: String, to invitationID: String) throws(Problem) {
    try transaction.change(
      "INSERT INTO invitation_codes (code_hash, invitation_id) VALUES ($1, $2)", [.text(hash), .text(invitationID)])
  }

  /// Marks an invitation as accepted and cancels its reminder.
  package func markAccepted(_ invitationID: String, at now: Timestamp) throws(Problem) {
    try transaction.change(
      "UPDATE invitations SET status = 'accepted', accepted_at = $2, remind_at = NULL WHERE id = $1",
      [.text(invitationID), .timestamp(now)])
  }

  /// Stores when the code of an invitation was first looked at. Later looks change nothing.
  package func markOpened(_ invitationID: String, at now: Timestamp) throws(Problem) {
    try transaction.change(
      "UPDATE invitations SET opened_at = $2 WHERE id = $1 AND opened_at IS NULL",
      [.text(invitationID), .timestamp(now)])
  }

  /// Marks an invitation as revoked and cancels its reminder.
  package func markRevoked(_ invitationID: String) throws(Problem) {
    try transaction.change(
      "UPDATE invitations SET status = 'revoked', remind_at = NULL WHERE id = $1", [.text(invitationID)])
  }

  /// Marks an invitation as declined and cancels its reminder.
  /// - Parameter reason: the person's own words.
  package func markDeclined(_ invitationID: String, because reason: String?, at now: Timestamp) throws(Problem) {
    try transaction.change(
      """
      UPDATE invitations SET status = 'declined', declined_at = $2, decline_reason = $3, remind_at = NULL WHERE id = $1
      """, [.text(invitationID), .timestamp(now), .text(reason)])
  }

  /// Stores the `user_metadata` of the invited person; nil for none.
  package func setUserMetadata(_ metadata: JSON?, of invitationID: String) throws(Problem) {
    try transaction.change(
      "UPDATE invitations SET user_metadata = $2 WHERE id = $1", [.text(invitationID), .text(metadata?.text)])
  }

  /// Stores the delivery state of an invitation's mail, unless the mail has an outcome already.
  package func setDelivery(
    _ delivery: OutboxMessage.Delivery, of invitationID: String, by mailID: String
  ) throws(Problem) {
    try transaction.change(
      """
      UPDATE invitations SET delivery = COALESCE(
        (SELECT CASE outcome WHEN 'bounced' THEN 'bounced' WHEN 'delivered' THEN 'delivered'
          WHEN 'complained' THEN 'delivered' END FROM outbox WHERE id = $3), $2)
      WHERE id = $1
      """, [.text(invitationID), .text(delivery.rawValue), .text(mailID)])
  }

  /// Stores the delivery state of an invitation, unless one of its messages was sent.
  package func setDelivery(_ delivery: OutboxMessage.Delivery, ofWaiting invitationID: String) throws(Problem) {
    try transaction.change(
      "UPDATE invitations SET delivery = $2 WHERE id = $1 AND delivery = 'queued'",
      [.text(invitationID), .text(delivery.rawValue)])
  }

  /// Stores the delivery state of an invitation.
  package func setDelivery(_ delivery: OutboxMessage.Delivery, of invitationID: String) throws(Problem) {
    try transaction.change(
      "UPDATE invitations SET delivery = $2 WHERE id = $1", [.text(invitationID), .text(delivery.rawValue)])
  }

  /// Marks overdue pending invitations as expired, at most `limit`.
  package func expireOverdue(now: Timestamp, limit: Int) throws(Problem) -> [Invitation] {
    try transaction.changeReturning(
      """
      WITH overdue AS MATERIALIZED (
        SELECT id FROM invitations WHERE status = 'pending' AND expires_at <= $1 ORDER BY expires_at, id LIMIT $2
        \(transaction.dialect.skippingLocked))
      UPDATE invitations SET status = 'expired', remind_at = NULL WHERE id IN (SELECT id FROM overdue)
      RETURNING \(Self.unqualifiedInvitationColumns)
      """, [.timestamp(now), .integer(limit)]
    ).map(invitation)
  }

  /// Pending invitations whose reminder is due, at most `limit`.
  package func toRemind(now: Timestamp, limit: Int) throws(Problem) -> [Invitation] {
    try transaction.query(
      """
      SELECT \(Self.invitationColumns) FROM invitations
      WHERE status = 'pending' AND remind_at <= $1 AND expires_at > $1 ORDER BY remind_at, id LIMIT $2
      \(transaction.dialect.skippingLocked)
      """, [.timestamp(now), .integer(limit)]
    ).map(invitation)
  }

  /// Stores when the next reminder of an invitation is due; nil for no reminder.
  package func setReminder(of invitationID: String, at timestamp: Timestamp?) throws(Problem) {
    try transaction.change(
      "UPDATE invitations SET remind_at = $2 WHERE id = $1", [.text(invitationID), .timestamp(timestamp)])
  }

  /// Deletes superseded codes of invitations that ended before a timestamp and can no longer be accepted, at most
  /// `limit`.
  package func deleteSupersededCodes(ofInvitationsEndedBefore timestamp: Timestamp, limit: Int) throws(Problem) -> Int {
    try transaction.changeReturning(
      """
      DELETE FROM invitation_codes WHERE code_hash IN (
        SELECT invitation_codes.code_hash FROM invitation_codes
          JOIN invitations ON invitations.id = invitation_codes.invitation_id
        WHERE invitation_codes.superseded_at <= $1 AND invitations.status <> 'pending' AND invitations.expires_at <= $1
        ORDER BY invitation_codes.superseded_at LIMIT $2)
      RETURNING code_hash
      """, [.timestamp(timestamp), .integer(limit)]
    ).count
  }

  /// SQLite does not allow table names in `RETURNING`.
  private static let unqualifiedInvitationColumns = invitationColumns.split(separator: "invitations.").joined()

  func invitation(_ row: Row) throws(Problem) -> Invitation {
    guard let status = Invitation.Status(rawValue: try row.text("i_status")),
      let channel = Invitation.Channel(rawValue: try row.text("i_channel"))
    else { throw .bug("an invitation has an invalid status or channel") }
    var invitation = Invitation(
      id: try row.text("i_id"), clientID: try row.text("i_client_id"), teamID: try row.text("i_team_id"),
      inviterID: try row.text("i_inviter_id"),
      email: try EmailAddress.storedIfAny(try row.text("i_email")), storedStatus: status, channel: channel,
      delivery: try row.optionalText("i_delivery").flatMap(OutboxMessage.Delivery.init),
      allowOtherEmail: try row.flag("i_allow_other_email"), role: try row.optionalText("i_role"),
      sentAt: try row.timestamp("i_sent_at"), expiresAt: try row.timestamp("i_expires_at"),
      acceptedAt: try row.optionalTimestamp("i_accepted_at"), resendCount: try row.integer("i_resend_count"),
      openedAt: try row.optionalTimestamp("i_opened_at"))
    invitation.declinedAt = try row.optionalTimestamp("i_declined_at")
    invitation.declineReason = try row.optionalText("i_decline_reason")
    if try row.optionalText("i_data") != nil { invitation.data = try row.json("i_data") }
    invitation.returnURL = try row.optionalText("i_return_url")
    if try row.optionalText("i_user_metadata") != nil { invitation.userMetadata = try row.json("i_user_metadata") }
    if let role = try row.optionalText("i_team_role") {
      guard let known = Team.Role(rawValue: role) else { throw .bug("unknown role in a team") }
      invitation.teamRole = known
    }
    return invitation
  }
}
