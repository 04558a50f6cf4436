// SPDX-License-Identifier: Apache-2.0

import Domain

extension Transaction {
  /// Erases an account: its sign-in methods, its data, and personal data in logs. An inviter's clients and their
  /// invitations are deleted too.
  package func erase(_ account: Account, at now: Timestamp) throws(Problem) {
    let clients = "(SELECT id FROM clients WHERE inviter_id = $1)"
    let invitations = "(SELECT id FROM invitations WHERE client_id IN \(clients))"
    let invitationsToThem = """
      (SELECT invitations.id FROM clients JOIN invitations ON invitations.client_id = clients.id
      WHERE clients.account_id = $1)
      """
    let carriesInvitation = "kind IN ('invitation', 'resent-invitation', 'reminder', 'invitation-sms')"
    // Separate statements, because PostgreSQL cannot use an index for `OR` here.
    for (mails, isToThem) in [
      ("account_id = $1", "TRUE"), ("invitation_id IN \(invitations)", "TRUE"),
      // Unsent mails to or about the person are cancelled. Mails that inviters have received keep their recipient.
      ("invitation_id IN \(invitationsToThem)", carriesInvitation),
    ] {
      try change(
        """
        UPDATE outbox SET state = 'cancelled', ended_at = $2, sealed_values = NULL
        WHERE state IN ('queued', 'leased') AND \(mails)
        """, [.text(account.id), .timestamp(now)])
      try change(
        """
        UPDATE outbox SET recipient = '', recipient_key = '', trouble = NULL, outcome_detail = NULL
        WHERE \(mails) AND \(isToThem)
        """, [.text(account.id)])
    }
    for statement in [
      // The suppression keeps the address, so that it stays effective. The mail server's text about it is deleted.
      "UPDATE suppressions SET detail = NULL WHERE address_key IN (SELECT email_key FROM accounts WHERE id = $1)",
      "UPDATE outbox SET invitation_id = NULL WHERE invitation_id IN \(invitations)",
      "DELETE FROM invitation_codes WHERE invitation_id IN \(invitations)",
      "DELETE FROM invitations WHERE client_id IN \(clients)",
      "DELETE FROM workouts WHERE client_id IN \(clients)",
      "DELETE FROM clients WHERE inviter_id = $1",
      "UPDATE clients SET account_id = NULL WHERE account_id = $1",
      "DELETE FROM sessions WHERE account_id = $1", "DELETE FROM identities WHERE account_id = $1",
      "DELETE FROM passwords WHERE account_id = $1", "DELETE FROM account_codes WHERE account_id = $1",
      "DELETE FROM recovery_codes WHERE account_id = $1", "DELETE FROM factors WHERE account_id = $1",
      "DELETE FROM challenges WHERE account_id = $1", "DELETE FROM consents WHERE account_id = $1",
      "DELETE FROM imports WHERE account_id = $1",
      "DELETE FROM seen_events WHERE caller = $1",
      "UPDATE audit SET address = NULL, user_agent = NULL WHERE account_id = $1",
      "DELETE FROM accounts WHERE id = $1",
    ] { try change(statement, [.text(account.id)]) }
  }
}
