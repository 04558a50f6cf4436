// SPDX-License-Identifier: Apache-2.0

import Domain

/// The client records of inviters.
package struct ClientTable {
  package let transaction: Transaction

  /// The columns of a client, with names that are unique in joins.
  static let clientColumns = AccountTable.columns(
    of: "clients", as: "c",
    [
      "id", "team_id", "inviter_id", "account_id", "name", "email", "phone", "notes", "locale", "created_at", "left_at",
      "former_account_id", "waiting_account_id", "join_link_id", "profile", "coach_id",
    ])

  /// The client with an id; nil if there is none.
  package func find(id: String) throws(Problem) -> Client? {
    try transaction.query("SELECT * FROM clients WHERE id = $1", [.text(id)]).first.map(client)
  }

  /// A team's client with an address, in any spelling; nil if there is none.
  package func find(of teamID: String, email: EmailAddress) throws(Problem) -> Client? {
    try transaction.query(
      "SELECT * FROM clients WHERE team_id = $1 AND email_key = $2", [.text(teamID), .text(email.mailboxKey)]
    ).first.map(client)
  }

  /// A team's client that is linked to an account, or was before the first proof of its address and waits for the
  /// owner's answer; nil if there is none.
  package func find(of teamID: String, account accountID: String) throws(Problem) -> Client? {
    for column in ["account_id", "waiting_account_id"] {
      let found = try transaction.query(
        "SELECT * FROM clients WHERE \(column) = $1 AND team_id = $2 ORDER BY created_at, id LIMIT 1",
        [.text(accountID), .text(teamID)])
      if let row = found.first { return try client(row) }
    }
    return nil
  }

  /// The record of a person who had joined by a link and has left; nil if there is none.
  package func find(
    of teamID: String, formerAccount accountID: String, joinedBy linkID: String
  ) throws(Problem) -> Client? {
    try transaction.query(
      """
      SELECT * FROM clients WHERE former_account_id = $1 AND team_id = $2 AND join_link_id = $3
        AND account_id IS NULL LIMIT 1
      """, [.text(accountID), .text(teamID), .text(linkID)]
    ).first.map(client)
  }

  /// The linked records of an account that have no address.
  package func withoutAddress(ofAccount accountID: String, limit: Int = 100) throws(Problem) -> [Client] {
    try transaction.query(
      "SELECT * FROM clients WHERE account_id = $1 AND email = '' LIMIT $2", [.text(accountID), .integer(limit)]
    ).map(client)
  }

  /// The clients that are linked to an account, one for each of its teams.
  package func all(ofAccount accountID: String, limit: Int = 1000) throws(Problem) -> [Client] {
    try transaction.query(
      "SELECT * FROM clients WHERE account_id = $1 ORDER BY created_at, id LIMIT $2",
      [.text(accountID), .integer(limit)]
    ).map(client)
  }

  /// The ids of a team's clients, newest first, without the people who are invited into the team.
  package func ids(of teamID: String, limit: Int) throws(Problem) -> [String] {
    try transaction.query(
      """
      SELECT clients.id AS id FROM clients JOIN invitations ON invitations.client_id = clients.id
      WHERE clients.team_id = $1 AND invitations.team_role IS NULL
      ORDER BY clients.created_at DESC, clients.id DESC LIMIT $2
      """, [.text(teamID), .integer(limit)]
    ).map { (row) throws(Problem) in try row.text("id") }
  }

  /// The clients that are linked to an account, each with the name of its inviter.
  package func withInviters(
    ofAccount accountID: String, limit: Int
  ) throws(Problem) -> [(client: Client, inviter: InviterName)] {
    try transaction.query(
      """
      SELECT \(Self.clientColumns), accounts.display_name AS inviter_name\(transaction.teamName(of: "clients"))
      FROM clients JOIN accounts ON accounts.id = clients.inviter_id
      WHERE clients.account_id = $1 ORDER BY clients.created_at, clients.id LIMIT $2
      """, [.text(accountID), .integer(limit)]
    ).map { (row) throws(Problem) in
      let client = try client(row.prefixed("c_"))
      return (client, try row.inviterName(client.inviterID, team: client.teamID))
    }
  }

  /// Stores a new client.
  package func insert(_ client: Client) throws(Problem) {
    try transaction.change(
      """
      INSERT INTO clients (id, inviter_id, account_id, name, email, email_key, phone, notes, locale, search, created_at,
        join_link_id, profile, team_id, coach_id)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
      """,
      [
        .text(client.id), .text(client.inviterID), .text(client.accountID), .text(client.name),
        .text(client.email?.text ?? ""), .text(Self.addressKey(of: client)), .text(client.phone), .text(client.notes),
        .text(client.locale), .text(searchText(client)), .timestamp(client.createdAt), .text(client.joinLinkID),
        .text(client.profile?.text), .text(client.teamID), .text(client.coachID),
      ])
  }

  /// Stores the members that an inviter may change. The address changes only together with that of the invitation.
  package func update(_ client: Client) throws(Problem) {
    try transaction.change(
      """
      UPDATE clients SET name = $2, phone = $3, notes = $4, locale = $5, search = $6, profile = $7, email = $8,
        email_key = $9, coach_id = $10
      WHERE id = $1
      """,
      [
        .text(client.id), .text(client.name), .text(client.phone), .text(client.notes), .text(client.locale),
        .text(searchText(client)), .text(client.profile?.text), .text(client.email?.text ?? ""),
        .text(Self.addressKey(of: client)), .text(client.coachID),
      ])
  }

  /// Deletes a client with its invitation and workouts. The account stays.
  package func remove(_ clientID: String) throws(Problem) {
    let invitation = "(SELECT id FROM invitations WHERE client_id = $1)"
    let waiting = try find(id: clientID)?.waitingAccountID
    for statement in [
      "UPDATE outbox SET invitation_id = NULL WHERE invitation_id IN \(invitation)",
      "DELETE FROM invitation_codes WHERE invitation_id IN \(invitation)",
      "DELETE FROM waiting_acceptances WHERE subject IN \(invitation)",
      "DELETE FROM invitations WHERE client_id = $1", "DELETE FROM workouts WHERE client_id = $1",
      "DELETE FROM clients WHERE id = $1",
    ] { try transaction.change(statement, [.text(clientID)]) }
    if let waiting { try transaction.waitingInviters.endQuestionsWithoutInviters(ofAccounts: [waiting]) }
  }

  /// The records by which an account has joined the team of a client, or would keep it, become that client: it gets
  /// their workouts, their notes, what else it does not have itself, and is the record of their link. Nothing is read,
  /// so the statements need no round trip.
  package func mergeJoined(of accountID: String, into client: Client) throws(Problem) {
    let joined = """
      (SELECT id FROM clients WHERE (account_id = $1 OR waiting_account_id = $1) AND team_id = $2
        AND join_link_id IS NOT NULL AND id <> $3)
      """
    let invitations = "(SELECT id FROM invitations WHERE client_id IN \(joined))"
    func joinedValue(_ column: String) -> String { "(SELECT MIN(\(column)) FROM clients WHERE id IN \(joined))" }
    let notes = joinedValue("notes")
    for statement in [
      "UPDATE workouts SET client_id = $3 WHERE client_id IN \(joined)",
      """
      UPDATE clients SET phone = COALESCE(phone, \(joinedValue("phone"))),
        locale = COALESCE(locale, \(joinedValue("locale"))), coach_id = COALESCE(coach_id, \(joinedValue("coach_id"))),
        notes = SUBSTR(COALESCE(notes || '\n' || \(notes), notes, \(notes)), 1, \(Client.maximumNotes))
      WHERE id = $3 AND EXISTS \(joined)
      """,
      """
      UPDATE clients SET join_link_id = (SELECT MIN(join_link_id) FROM clients WHERE id IN \(joined))
      WHERE id = $3 AND EXISTS \(joined)
      """,
      "UPDATE outbox SET invitation_id = NULL WHERE invitation_id IN \(invitations)",
      "DELETE FROM invitation_codes WHERE invitation_id IN \(invitations)",
      "DELETE FROM waiting_acceptances WHERE subject IN \(invitations)",
      "DELETE FROM invitations WHERE client_id IN \(joined)", "DELETE FROM clients WHERE id IN \(joined)",
    ] { try transaction.change(statement, [.text(accountID), .text(client.teamID), .text(client.id)]) }
  }

  /// The teams of which an account is a client.
  package func teams(of accountID: String) throws(Problem) -> [String] {
    try transaction.query("SELECT DISTINCT team_id FROM clients WHERE account_id = $1", [.text(accountID)])
      .map { (row) throws(Problem) in try row.text("team_id") }
  }

  /// Whether a record of a team waits for an account's answer.
  package func isWaiting(_ accountID: String, for teamID: String) throws(Problem) -> Bool {
    try !transaction.query(
      "SELECT id FROM clients WHERE waiting_account_id = $1 AND team_id = $2 LIMIT 1",
      [.text(accountID), .text(teamID)]
    ).isEmpty
  }

  /// Links a client to the account that has accepted its invitation.
  package func link(clientID: String, to accountID: String) throws(Problem) {
    try transaction.change(
      """
      UPDATE clients SET account_id = $2, left_at = NULL, former_account_id = NULL, profile = NULL WHERE id = $1
      """,
      [.text(clientID), .text(accountID)])
  }

  /// Ends the link of a client to an account, because the person has left the inviter. The record stays.
  package func unlink(clientID: String, at now: Timestamp) throws(Problem) {
    try transaction.change(
      """
      UPDATE clients SET former_account_id = COALESCE(account_id, waiting_account_id), account_id = NULL,
        waiting_account_id = NULL, left_at = $2
      WHERE id = $1
      """,
      [.text(clientID), .timestamp(now)])
  }

  /// Stores the account that accepted an invitation to another role than a client's, so that erasure finds the record.
  package func store(formerAccount accountID: String, ofClient clientID: String) throws(Problem) {
    try transaction.change(
      "UPDATE clients SET former_account_id = $2, profile = NULL WHERE id = $1", [.text(clientID), .text(accountID)])
  }

  /// The pattern of `LIKE … ESCAPE '!'` for texts that contain a text in lower case.
  static func pattern(containing text: String) -> String {
    let escaped = text.lowercased().unicodeScalars.map { ["%", "_", "!"].contains($0) ? "!\($0)" : String($0) }
    return "%" + escaped.joined() + "%"
  }

  private func searchText(_ client: Client) -> String { "\(client.name)\n\(client.email?.text ?? "")".lowercased() }

  /// The key by which a team's records with one address are the same. A record without an address has a key of its
  /// own, which is not an address.
  static func addressKey(of client: Client) -> String { client.email?.mailboxKey ?? "none \(client.id)" }

  func client(_ row: Row) throws(Problem) -> Client {
    let email = try EmailAddress.storedIfAny(try row.text("email"))
    var client = Client(
      id: try row.text("id"), teamID: try row.text("team_id"), inviterID: try row.text("inviter_id"),
      accountID: try row.optionalText("account_id"), name: try row.text("name"), email: email,
      phone: try row.optionalText("phone"),
      notes: try row.optionalText("notes"), locale: try row.optionalText("locale"),
      createdAt: try row.timestamp("created_at"), leftAt: try row.optionalTimestamp("left_at"))
    client.formerAccountID = try row.optionalText("former_account_id")
    client.waitingAccountID = try row.optionalText("waiting_account_id")
    client.joinLinkID = try row.optionalText("join_link_id")
    client.coachID = try row.optionalText("coach_id")
    if try row.optionalText("profile") != nil { client.profile = try row.json("profile") }
    return client
  }
}
