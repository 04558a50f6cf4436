// SPDX-License-Identifier: Apache-2.0

import Domain

/// The erasure of an account: the only place that decides what is left of a person.
package struct Erasure {
  package let transaction: Transaction

  /// Erases an account: its sign-in methods, its data, and the personal data in messages, logs and the records of
  /// others. Teams without another member are deleted with their clients and invitations; other teams keep theirs.
  /// - Parameters:
  ///   - records: what happens to the inviters' records of the person.
  ///   - teamFunctions: the functions whose remembered answers show who is in a team.
  ///   - hash: the keyed hash of a text, to find hashed addresses and to keep them hashed.
  /// - Returns: the refresh tokens of its identities, which the caller has to revoke.
  package func erase(
    _ account: Account, records: Policy.DeletionRules.ClientRecords, forgettingAnswersOf teamFunctions: [String],
    at now: Timestamp,
    hash: (String) throws(Problem) -> String
  ) throws(Problem) -> [SealedValue<IdentityKey>] {
    let teams = try teamsThatEnd(with: account)
    let clients = try recordedClients(of: account, records, teams)
    // Another person may have the address of an account that never proved it.
    let ownAddresses = account.provenEmails
    let addresses = try recordedAddresses(of: account)
    try cancelInvitations(sentBy: account, at: now)
    try forgetAnswers(about: account, of: teamFunctions)
    try eraseMessages(of: account, ownAddresses.map(\.mailboxKey), clients, teams, at: now)
    for address in addresses { try hashSuppression(of: address, hash) }
    try eraseAudit(
      of: account, subjectKeys: try ownAddresses.map { (own) throws(Problem) in try hash("audit\n\(own.key)") })
    if records == .anonymise { for client in clients { try anonymise(client, at: now) } }
    for team in teams { try deleteRecords(of: team) }
    try transaction.teamSuccession.handOver(from: account.id)
    for team in teams { try transaction.teams.delete(team) }
    try unlinkClients(of: account, at: now)
    let refreshTokens = try transaction.accounts.removeIdentities(of: account.id, except: nil)
    try deleteData(of: account)
    return refreshTokens
  }

  /// The inviters' records of a person: those that are or were linked to the account, and with `anonymise` also those
  /// that have its verified address and nobody accepted.
  private func recordedClients(
    of account: Account, _ records: Policy.DeletionRules.ClientRecords, _ teams: [String]
  ) throws(Problem) -> [String] {
    var found =
      try transaction.query("SELECT id FROM clients WHERE account_id = $1", [.text(account.id)])
      + transaction.query("SELECT id FROM clients WHERE former_account_id = $1", [.text(account.id)])
      + transaction.query("SELECT id FROM clients WHERE waiting_account_id = $1", [.text(account.id)])
    if records == .anonymise {
      for email in account.provenEmails {
        let others = try transaction.query(
          "SELECT id, team_id FROM clients WHERE email_key = $1 AND account_id IS NULL", [.text(email.mailboxKey)])
        for row in others where try !teams.contains(row.text("team_id")) { found.append(row) }
      }
    }
    return try found.map { (row) throws(Problem) in try row.text("id") }
  }

  /// The teams whose only member is an account.
  private func teamsThatEnd(with account: Account) throws(Problem) -> [String] {
    var ending: [String] = []
    for membership in try transaction.teams.memberships(of: account.id)
    where try transaction.teams.members(of: membership.teamID, limit: 2).count == 1 { ending.append(membership.teamID) }
    return ending
  }

  /// The address keys under which a person may be known: of the account, of inviters' records and of sent messages.
  private func recordedAddresses(of account: Account) throws(Problem) -> Set<String> {
    let found = try transaction.query(
      """
      SELECT email_key AS address_key FROM clients WHERE account_id = $1
      UNION SELECT email_key FROM clients WHERE former_account_id = $1
      UNION SELECT email_key FROM clients WHERE waiting_account_id = $1
      UNION SELECT email_key FROM account_addresses WHERE account_id = $1
      UNION SELECT recipient_key FROM outbox WHERE account_id = $1 AND kind <> 'webhook'
      """, [.text(account.id)])
    let known = try found.map { (row) throws(Problem) in try row.optionalText("address_key") }
    return Set((known + [account.email?.mailboxKey]).compactMap { $0 }.filter { !$0.isEmpty })
  }

  /// Cancels the unsent messages of invitations that name the person as inviter. The team sees that they have failed,
  /// or that it is unknown where a relay may have taken the message, and can send them again.
  private func cancelInvitations(sentBy account: Account, at now: Timestamp) throws(Problem) {
    // A process that has leased a message may be sending it now.
    let mayBeSent = "outbox.state = 'leased' OR outbox.doubts > 0"
    // NULL without such a message. It is instead of EXISTS, for which PostgreSQL reads all messages once.
    let delivery = """
      (SELECT CASE MAX(CASE WHEN \(mayBeSent) THEN 1 ELSE 0 END) WHEN 1 THEN 'unknown' WHEN 0 THEN 'failed' END
       FROM outbox WHERE outbox.invitation_id = invitations.id AND outbox.state IN ('queued', 'leased')
         AND outbox.kind IN \(OutboxMessage.Kind.offeringInvitation))
      """
    try transaction.change(
      "UPDATE invitations SET delivery = \(delivery) WHERE inviter_id = $1 AND \(delivery) IS NOT NULL",
      [.text(account.id)])
    try transaction.change(
      """
      UPDATE outbox SET state = CASE WHEN \(mayBeSent) THEN 'unknown' ELSE 'cancelled' END, ended_at = $2,
        sealed_values = NULL
      WHERE state IN ('queued', 'leased') AND kind IN \(OutboxMessage.Kind.offeringInvitation)
        AND invitation_id IN (SELECT id FROM invitations WHERE inviter_id = $1)
      """, [.text(account.id), .timestamp(now)])
  }

  /// Forgets the colleagues' remembered answers that show who is in a team.
  private func forgetAnswers(about account: Account, of functions: [String]) throws(Problem) {
    for membership in try transaction.teams.memberships(of: account.id) {
      for function in functions {
        try transaction.change(
          """
          DELETE FROM seen_events WHERE function = $1 AND caller IN (
            SELECT account_id FROM team_members WHERE team_id = $2)
          """, [.text(function), .text(membership.teamID)])
      }
    }
  }

  /// Cancels unsent messages to or about the person, and removes the recipient and the servers' texts. Mails that
  /// inviters have received keep their recipient. The ids of the messages stay, so that late bounces are matched.
  private func eraseMessages(
    of account: Account, _ ownMailboxes: [String], _ clients: [String], _ teams: [String], at now: Timestamp
  ) throws(Problem) {
    let ofOwnClients = """
      invitation_id IN (SELECT invitations.id FROM clients JOIN invitations ON invitations.client_id = clients.id
        WHERE clients.team_id = $1)
      """
    let ofClient = "invitation_id IN (SELECT id FROM invitations WHERE client_id = $1)"
    // Separate statements, because PostgreSQL cannot use an index for `OR` here.
    var selections = [("account_id = $1", "TRUE", account.id)] + teams.map { (ofOwnClients, "TRUE", $0) }
    selections += clients.map { (ofClient, "kind IN \(OutboxMessage.Kind.offeringInvitation)", $0) }
    // Rows for an address that had no account yet.
    selections += ownMailboxes.map {
      ("recipient_key = $1 AND account_id IS NULL AND invitation_id IS NULL", "TRUE", $0)
    }
    // They have the account of the person who asks.
    selections += ownMailboxes.map { ("recipient_key = $1 AND kind = 'join-request'", "TRUE", $0) }
    for (messages, isToPerson, subject) in selections {
      try transaction.change(
        """
        UPDATE outbox SET state = 'cancelled', ended_at = $2, sealed_values = NULL
        WHERE state IN ('queued', 'leased') AND \(messages)
        """, [.text(subject), .timestamp(now)])
      try transaction.change(
        """
        UPDATE outbox SET recipient = '', recipient_key = '', trouble = NULL, outcome_detail = NULL
        WHERE \(messages) AND \(isToPerson)
        """, [.text(subject)])
    }
  }

  /// Replaces the address of a suppression with its hash, so that the suppression stays effective, and deletes the mail
  /// server's text about the address.
  private func hashSuppression(of address: String, _ hash: (String) throws(Problem) -> String) throws(Problem) {
    guard try !transaction.query("SELECT at FROM suppressions WHERE address_key = $1", [.text(address)]).isEmpty else {
      return
    }
    let hashed = SQLValue.text(Suppression.hashedKey(try hash(Suppression.hashedText(of: address))))
    try transaction.change("DELETE FROM suppressions WHERE address_key = $1", [hashed])
    try transaction.change(
      "UPDATE suppressions SET address_key = $2, detail = NULL WHERE address_key = $1", [.text(address), hashed])
  }

  /// Removes network addresses and user agents from the entries of the account, from those that name its address, and
  /// from those of calls without an account that came from the same client. What others may have caused does not show
  /// the person's own client.
  private func eraseAudit(of account: Account, subjectKeys: [String]) throws(Problem) {
    let removingClient = "address = NULL, user_agent = NULL, country = NULL, device = NULL"
    try transaction.change(
      """
      UPDATE audit SET \(removingClient) WHERE account_id IS NULL AND id IN (
        SELECT others.id FROM (
          SELECT DISTINCT address, user_agent FROM audit
          WHERE account_id = $1 AND address IS NOT NULL AND NOT \(AuditTable.mayBeOfOthers)) AS own
        JOIN audit AS others ON others.address = own.address
          AND COALESCE(others.user_agent, '') = COALESCE(own.user_agent, '')
        WHERE others.account_id IS NULL AND others.address IS NOT NULL)
      """, [.text(account.id)])
    for subjectKey in subjectKeys {
      try transaction.change(
        "UPDATE audit SET \(removingClient), subject_key = NULL WHERE subject_key = $1",
        [.text(subjectKey)])
    }
    try transaction.change("UPDATE audit SET \(removingClient) WHERE account_id = $1", [.text(account.id)])
  }

  /// Anonymises an inviter's record. The row stays, and with it the inviter's counts and workouts; a person who was
  /// linked has left. An invitation that nobody accepted is withdrawn.
  private func anonymise(_ clientID: String, at now: Timestamp) throws(Problem) {
    let address = SQLValue.text(Client.erasedAddress(ofRecord: clientID))
    try transaction.change(
      """
      UPDATE clients SET left_at = CASE WHEN account_id IS NULL THEN left_at ELSE $3 END, account_id = NULL,
        former_account_id = NULL, waiting_account_id = NULL, name = '', email = $2, email_key = $2, phone = NULL,
        notes = NULL, locale = NULL, search = '', profile = NULL
      WHERE id = $1
      """, [.text(clientID), address, .timestamp(now)])
    try transaction.change(
      """
      UPDATE invitations SET email = $2, email_key = $2, remind_at = NULL, decline_reason = NULL, data = NULL,
        user_metadata = NULL,
        status = CASE WHEN status = 'accepted' THEN status ELSE 'revoked' END
      WHERE client_id = $1
      """, [.text(clientID), address])
    try transaction.change(
      "DELETE FROM invitation_codes WHERE invitation_id IN (SELECT id FROM invitations WHERE client_id = $1)",
      [.text(clientID)])
  }

  /// Deletes the clients, the links and the requests of a team that ends.
  package func deleteRecords(of teamID: String) throws(Problem) {
    let waiting = try transaction.query(
      "SELECT DISTINCT waiting_account_id FROM clients WHERE team_id = $1 AND waiting_account_id IS NOT NULL",
      [.text(teamID)]
    ).map { (row) throws(Problem) in try row.text("waiting_account_id") }
    let clients = "(SELECT id FROM clients WHERE team_id = $1)"
    let invitations = "(SELECT id FROM invitations WHERE client_id IN \(clients))"
    let links = "(SELECT id FROM join_links WHERE team_id = $1)"
    for statement in [
      "DELETE FROM waiting_acceptances WHERE subject IN \(invitations)",
      "DELETE FROM waiting_acceptances WHERE subject IN \(links)",
      "DELETE FROM join_requests WHERE join_link_id IN \(links)",
      "DELETE FROM join_codes WHERE join_link_id IN \(links)",
      "DELETE FROM join_links WHERE team_id = $1",
      "UPDATE outbox SET invitation_id = NULL WHERE invitation_id IN \(invitations)",
      "DELETE FROM invitation_codes WHERE invitation_id IN \(invitations)",
      "DELETE FROM invitations WHERE client_id IN \(clients)",
      "DELETE FROM workouts WHERE client_id IN \(clients)",
      "DELETE FROM clients WHERE team_id = $1",
    ] { try transaction.change(statement, [.text(teamID)]) }
    try transaction.waitingInviters.endQuestionsWithoutInviters(ofAccounts: waiting)
  }

  /// Removes an account from the records of others. A record that stays belongs to a person who has left, and is given
  /// to nobody else.
  private func unlinkClients(of account: Account, at now: Timestamp) throws(Problem) {
    for column in ["account_id", "waiting_account_id"] {
      try transaction.change(
        """
        UPDATE clients SET account_id = NULL, waiting_account_id = NULL, former_account_id = $1, left_at = $2
        WHERE \(column) = $1
        """, [.text(account.id), .timestamp(now)])
    }
  }

  /// Deletes the account and all rows that belong to it. The code of a deletion's mail stays without the account, so
  /// that it is answered as expired.
  private func deleteData(of account: Account) throws(Problem) {
    try transaction.change(
      "UPDATE account_codes SET account_id = NULL, email = $2 WHERE account_id = $1 AND purpose = 'restore-account'",
      [.text(account.id), .text(EmailAddress.nobody.text)])
    for statement in [
      "DELETE FROM sessions WHERE account_id = $1", "DELETE FROM passwords WHERE account_id = $1",
      "DELETE FROM account_codes WHERE account_id = $1", "DELETE FROM account_addresses WHERE account_id = $1",
      "DELETE FROM leaving_mailboxes WHERE account_id = $1",
      "DELETE FROM factors WHERE account_id = $1", "DELETE FROM recovery_codes WHERE account_id = $1",
      "DELETE FROM challenges WHERE account_id = $1",
      "DELETE FROM join_requests WHERE account_id = $1", "DELETE FROM waiting_acceptances WHERE account_id = $1",
      "DELETE FROM consents WHERE account_id = $1", "DELETE FROM imports WHERE account_id = $1",
      "DELETE FROM service_keys WHERE account_id = $1", "DELETE FROM seen_events WHERE caller = $1",
      "DELETE FROM seen_events WHERE account_id = $1", "DELETE FROM accounts WHERE id = $1",
    ] { try transaction.change(statement, [.text(account.id)]) }
  }
}
