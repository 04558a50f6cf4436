// SPDX-License-Identifier: Apache-2.0

import Domain

/// The data of an account, as `PersonalData` lists it.
package struct AccountExport: Sendable {
  /// The parts of the export, without `account`, in the order of the result.
  package static let parts = [
    "identities", "sessions", "factors", "consents", "clients", "workouts", "invitations", "joinRequests", "messages",
    "devices", "audit",
  ]

  /// The members of `account` that only the export has.
  package var account: JSON
  /// The rows of each part.
  package var lists: [String: [JSON]]
  /// The parts that have more rows than the export may contain.
  package var truncated: [String]
}

/// Everything that is stored about an account.
package struct ExportQueries {
  package let transaction: Transaction

  /// Reads the data of an account.
  /// - Parameter limit: the maximum number of rows of each part. Rows are sorted after they are read: a sort in the
  ///   database would read all of them.
  package func export(_ account: Account, includesClients: Bool, limit: Int) throws(Problem) -> AccountExport {
    var export = AccountExport(account: try exportedAccount(account), lists: [:], truncated: [])
    func add(_ part: String, _ rows: [JSON]) {
      let all = (export.lists[part, default: []] + rows).sorted { $0.exportPosition < $1.exportPosition }
      export.lists[part] = Array(all.prefix(limit))
      if all.count > limit, !export.truncated.contains(part) { export.truncated.append(part) }
    }
    let (id, most) = (SQLValue.text(account.id), SQLValue.integer(limit + 1))
    for (part, table, query) in Self.queries {
      add(part, try exportedNamingInviters(table, try transaction.query(query, [id, most])))
    }
    for email in account.provenEmails {
      add(
        "invitations",
        try exported("invitations", try transaction.query(Self.unacceptedInvitations, [.text(email.mailboxKey), most])))
    }
    add("devices", try exportedDevices(id, most))
    if includesClients {
      add("workouts", try exported("workouts", try transaction.query(Self.assignedWorkouts, [id, most])))
      add("ownClients", try exportedClients(id, most))
      let links = "SELECT * FROM join_links WHERE inviter_id = $1 AND \(Self.isInTeam(of: "join_links")) LIMIT $2"
      add("joinLinks", try exported("join_links", try transaction.query(links, [id, most])))
      if transaction.showsTeams {
        add("teams", try exported("team_members", try transaction.query(Self.teams, [id, most])))
      }
    }
    return export
  }

  private static let queries: [(part: String, table: String, query: String)] = [
    ("identities", "identities", "SELECT * FROM identities WHERE account_id = $1 LIMIT $2"),
    ("sessions", "sessions", "SELECT * FROM sessions WHERE account_id = $1 LIMIT $2"),
    (
      "factors", "factors",
      "SELECT * FROM factors WHERE account_id = $1 AND confirmed_at IS NOT NULL ORDER BY created_at, id LIMIT $2"
    ),
    ("consents", "consents", "SELECT * FROM consents WHERE account_id = $1 ORDER BY given_at LIMIT $2"),
    (
      "clients", "clients",
      """
      SELECT clients.*, accounts.display_name AS inviter_name FROM clients
        JOIN accounts ON accounts.id = clients.inviter_id
      WHERE clients.account_id = $1 ORDER BY clients.created_at, clients.id LIMIT $2
      """
    ),
    (
      "workouts", "workouts",
      """
      SELECT workouts.*, accounts.id AS assigner_id, accounts.display_name AS inviter_name FROM clients
        JOIN workouts ON workouts.client_id = clients.id
        JOIN accounts ON accounts.id = COALESCE(workouts.inviter_id, clients.inviter_id)
      WHERE clients.account_id = $1 LIMIT $2
      """
    ),
    (
      "invitations", "invitations",
      """
      SELECT invitations.* FROM clients JOIN invitations ON invitations.client_id = clients.id
      WHERE clients.account_id = $1 LIMIT $2
      """
    ),
    ("joinRequests", "join_requests", "SELECT * FROM join_requests WHERE account_id = $1 LIMIT $2"),
    (
      "messages", "outbox",
      "SELECT * FROM outbox WHERE account_id = $1 AND kind <> 'webhook' LIMIT $2"
    ),
    (
      "messages", "outbox",
      """
      SELECT outbox.* FROM clients JOIN invitations ON invitations.client_id = clients.id
        JOIN outbox ON outbox.invitation_id = invitations.id
      WHERE clients.account_id = $1 AND outbox.kind IN \(OutboxMessage.Kind.offeringInvitation)
      LIMIT $2
      """
    ),
    // Others may have caused some entries: where they are, and on which device, is not the person's.
    (
      "audit", "audit",
      """
      SELECT id, at, function, action, subject_id, code, provider, trace_id, count, last_at, service,
        CASE WHEN \(AuditTable.mayBeOfOthers) THEN NULL ELSE address END AS address,
        CASE WHEN \(AuditTable.mayBeOfOthers) THEN NULL ELSE user_agent END AS user_agent,
        CASE WHEN \(AuditTable.mayBeOfOthers) THEN NULL ELSE country END AS country,
        CASE WHEN \(AuditTable.mayBeOfOthers) THEN NULL ELSE device END AS device
      FROM audit WHERE account_id = $1 LIMIT $2
      """
    ),
  ]

  private static let teams = "SELECT * FROM team_members WHERE account_id = $1 ORDER BY joined_at, team_id LIMIT $2"

  private static let unacceptedInvitations = """
    SELECT invitations.* FROM clients JOIN invitations ON invitations.client_id = clients.id
    WHERE clients.email_key = $1 AND clients.account_id IS NULL LIMIT $2
    """

  private static let assignedWorkouts = """
    SELECT workouts.* FROM clients JOIN workouts ON workouts.client_id = clients.id
    WHERE clients.inviter_id = $1 AND \(isInTeam(of: "clients")) LIMIT $2
    """

  /// Rows that an inviter has made for a team are shown as long as the inviter is in the team.
  private static func isInTeam(of table: String) -> String {
    """
    EXISTS (SELECT 1 FROM team_members WHERE team_members.team_id = \(table).team_id AND team_members.account_id = $1)
    """
  }

  /// The members of `account` that come from several tables.
  private func exportedAccount(_ account: Account) throws(Problem) -> JSON {
    let id = SQLValue.text(account.id)
    var members =
      try exported("accounts", try transaction.query("SELECT * FROM accounts WHERE id = $1", [id])).first ?? [:]
    let imports = try transaction.query("SELECT * FROM imports WHERE account_id = $1 LIMIT 100", [id])
    let passwords = try transaction.query("SELECT * FROM passwords WHERE account_id = $1", [id])
    let suppressions =
      account.emailVerified
      ? try transaction.query("SELECT * FROM suppressions WHERE address_key = $1", [.text(account.email?.mailboxKey)])
      : []
    for json in try exported("passwords", passwords) + exported("suppressions", suppressions) {
      members = members.merging(json)
    }
    let sources = try exported("imports", imports).compactMap { $0["importedFrom"] }
    return sources.isEmpty ? members : members.merging(["importedFrom": .array(sources)])
  }

  /// The devices of the sessions, with the first and the last use.
  private func exportedDevices(_ id: SQLValue, _ limit: SQLValue) throws(Problem) -> [JSON] {
    try transaction.query(
      """
      SELECT device_id, MAX(device_platform) AS platform, MAX(device_name) AS name, MIN(created_at) AS created_at,
        MAX(last_used_at) AS last_used_at
      FROM sessions WHERE account_id = $1 AND device_id IS NOT NULL GROUP BY device_id ORDER BY device_id LIMIT $2
      """, [id, limit]
    ).map { (row) throws(Problem) in
      .object([
        "id": JSON(try row.text("device_id")), "platform": try row.optionalText("platform").map(JSON.string),
        "name": try row.optionalText("name").map(JSON.string),
        "firstUsedAt": JSON(try row.timestamp("created_at").rfc3339),
        "lastUsedAt": JSON(try row.timestamp("last_used_at").rfc3339),
      ])
    }
  }

  /// An inviter's clients with the notes.
  private func exportedClients(_ id: SQLValue, _ limit: SQLValue) throws(Problem) -> [JSON] {
    let rows = try transaction.query(
      """
      SELECT * FROM clients WHERE inviter_id = $1 AND \(Self.isInTeam(of: "clients")) ORDER BY created_at, id LIMIT $2
      """, [id, limit])
    return try zip(try exported("clients", rows), rows).map { (json, row) throws(Problem) in
      json.merging(.object(["notes": try row.optionalText("notes").map(JSON.string)]))
    }
  }

  /// Rows of a table, with the inviter of those that have one.
  private func exportedNamingInviters(_ table: String, _ rows: [Row]) throws(Problem) -> [JSON] {
    let exported = try exported(table, rows)
    guard table == "clients" || table == "workouts" else { return exported }
    return try zip(exported, rows).map { (json, row) throws(Problem) in
      let inviter = InviterName(
        id: try row.text(table == "clients" ? "inviter_id" : "assigner_id"), displayName: try row.text("inviter_name"))
      return json.merging(["inviter": inviter.json])
    }
  }

  /// Rows of a table with the members that `PersonalData` names. Null values are left out.
  private func exported(_ table: String, _ rows: [Row]) throws(Problem) -> [JSON] {
    guard let use = PersonalData.table(table) else { throw .bug("the list of personal data has no table \(table)") }
    return try rows.map { (row) throws(Problem) in
      var json: JSON = [:]
      for (column, use) in use.columns {
        guard let member = use.member, let value = try exported(column, use, row) else { continue }
        let path = member.split(separator: ".").map(String.init)
        if path.count == 1 {
          json = json.merging(.object([path[0]: value]))
        } else {
          json = json.merging(.object([path[0]: (json[path[0]] ?? [:]).merging(.object([path[1]: value]))]))
        }
      }
      return json
    }
  }

  private func exported(_ column: String, _ use: ColumnUse, _ row: Row) throws(Problem) -> JSON? {
    switch use {
    case .text: try row.optionalText(column).map(JSON.string)
    case .textIfAny: try row.optionalText(column).flatMap { $0.isEmpty ? nil : .string($0) }
    case .words: .array(try row.text(column).split(separator: " ").map { .string(String($0)) })
    case .timestamp: try row.optionalTimestamp(column).map { .string($0.rfc3339) }
    case .integer: try row.optionalInteger(column).map { JSON($0) }
    case .flag: .bool(try row.flag(column))
    case .json: try row.optionalText(column) == nil ? nil : try row.json(column)
    case .omitted: nil
    }
  }
}

extension JSON {
  /// The time and the id by which the rows of an export are sorted. Timestamps of the same form sort by time.
  fileprivate var exportPosition: (String, String) {
    let time = ["createdAt", "linkedAt", "at", "sentAt", "givenAt", "joinedAt"].lazy.compactMap { self[$0]?.string }
      .first
    return (time ?? "", self["id"]?.string ?? "")
  }
}
