// SPDX-License-Identifier: Apache-2.0

import Domain

/// A client with its invitation, as in lists.
package struct ClientEntry: Sendable {
  package var client: Client
  package var invitation: Invitation
  package var lastSignInAt: Timestamp?

  package init(client: Client, invitation: Invitation, lastSignInAt: Timestamp?) {
    self.client = client
    self.invitation = invitation
    self.lastSignInAt = lastSignInAt
  }
}

/// Which of a team's clients are listed.
package struct ClientFilter: Sendable {
  /// The member of the team who is responsible for them; nil for all.
  package var coachID: String?
  /// The current status of the invitation.
  package var status: Invitation.Status?
  /// Whether only those are listed whose invitation is pending and did not arrive (true), or those are left out
  /// (false); nil for all.
  package var isUndelivered: Bool?
  /// A part of the name or the address, in any case.
  package var text: String?

  package init(
    coachID: String? = nil, status: Invitation.Status? = nil, isUndelivered: Bool? = nil, text: String? = nil
  ) {
    self.coachID = coachID
    self.status = status
    self.isUndelivered = isUndelivered
    self.text = text
  }
}

/// How many of a team's clients have an invitation in which state.
package struct ClientCounts: Equatable, Sendable {
  package var byStatus: [Invitation.Status: Int] = [:]
  /// Pending ones that did not arrive.
  package var undelivered = 0

  package init() {}

  package var all: Int { byStatus.values.reduce(0, +) }
}

/// In which order clients are listed.
package enum ClientOrder: String, CaseIterable, Sendable {
  /// The oldest first.
  case created
  case name
  /// The last sign-in, the latest first.
  case signedIn
  /// The last sending of the invitation, the latest first.
  case sent

  fileprivate var key: String {
    switch self {
    case .created: "clients.created_at"
    case .name: "clients.search"
    case .signedIn: "COALESCE(accounts.last_sign_in_at, -1)"
    case .sent: "invitations.sent_at"
    }
  }

  fileprivate var isDescending: Bool { self == .signedIn || self == .sent }
}

extension ClientEntry {
  /// Where the next page begins.
  package func position(by order: ClientOrder) -> PageStart {
    let key: Timestamp =
      switch order {
      case .created, .name: client.createdAt
      case .signedIn: lastSignInAt ?? Timestamp(milliseconds: -1)
      case .sent: invitation.sentAt
      }
    return PageStart(createdAt: key, id: client.id)
  }
}

/// Pages of a team's clients.
extension ClientTable {
  /// One page of a team's clients. People who are invited into the team are not its clients.
  package func list(
    of teamID: String, _ filter: ClientFilter, by order: ClientOrder, after start: PageStart?, skip: Int = 0,
    limit: Int, now: Timestamp
  ) throws(Problem) -> [ClientEntry] {
    if order == .created, filter.isUndelivered == nil {
      let first = try list(
        of: teamID, coach: filter.coachID, status: filter.status, containing: filter.text, after: start,
        limit: skip + limit, now: now)
      return Array(first.dropFirst(skip))
    }
    var values = Self.values(of: teamID, filter, now: now) + [.integer(limit), .integer(skip)]
    var rest = ""
    if let start {
      // Its name is where the page begins.
      if order == .name, try find(id: start.id) == nil {
        throw .invalid("/cursor", .eventInvalid, "names a client that was removed; begin the list again")
      }
      values.append(.text(start.id))
      if order != .name { values.append(.timestamp(start.createdAt)) }
      let key = order == .name ? "(SELECT search FROM clients WHERE id = $8)" : "$9"
      rest = "AND (\(order.key), clients.id) \(order.isDescending ? "<" : ">") (\(key), $8)"
    }
    let direction = order.isDescending ? "DESC" : "ASC"
    return try transaction.query(
      """
      SELECT \(order.key) AS position, \(Self.entryColumns)
      FROM clients JOIN invitations ON invitations.client_id = clients.id
        LEFT JOIN accounts ON accounts.id = clients.account_id
      WHERE \(Self.condition(filter)) \(rest)
      ORDER BY \(order.key) \(direction), clients.id \(direction) LIMIT $6 OFFSET $7
      """, values
    ).map(entry)
  }

  /// How many of a team's clients a filter selects.
  package func count(of teamID: String, _ filter: ClientFilter, now: Timestamp) throws(Problem) -> Int {
    let rows = try transaction.query(
      """
      SELECT COUNT(*) AS count FROM clients JOIN invitations ON invitations.client_id = clients.id
      WHERE \(Self.condition(filter))
      """, Self.values(of: teamID, filter, now: now))
    return try rows.first?.integer("count") ?? 0
  }

  /// What a filter requires of a client and the invitation, with the values `$1` to `$5`.
  private static func condition(_ filter: ClientFilter) -> String {
    """
    clients.team_id = $1 AND invitations.team_role IS NULL
      AND ($2 = '' OR $2 = CASE WHEN invitations.status = 'pending' AND invitations.expires_at <= $3
        THEN 'expired' ELSE invitations.status END)
      AND ($4 = '' OR clients.search LIKE $4 ESCAPE '!') AND ($5 = '' OR clients.coach_id = $5)
      \(filter.isUndelivered.map { "AND \($0 ? "" : "NOT ")(\(isUndelivered(at: "$3")))" } ?? "")
    """
  }

  private static func values(of teamID: String, _ filter: ClientFilter, now: Timestamp) -> [SQLValue] {
    [
      .text(teamID), .text(filter.status?.rawValue ?? ""), .timestamp(now), .text(filter.text.map(pattern) ?? ""),
      .text(filter.coachID ?? ""),
    ]
  }

  /// Whether an invitation is pending and did not arrive. The expression prevents the planner from looking through the
  /// pending invitations of all teams.
  private static func isUndelivered(at now: String) -> String {
    """
    invitations.status || '' = 'pending' AND invitations.expires_at > \(now)
      AND COALESCE(invitations.delivery, '') IN ('bounced', 'failed')
    """
  }

  /// How many of a team's clients have an invitation in each status, and how many of the pending ones did not arrive.
  /// - Parameter text: only the clients with this text in the name or the address; nil for all.
  package func counts(of teamID: String, containing text: String? = nil, now: Timestamp) throws(Problem) -> ClientCounts
  {
    var counts = ClientCounts()
    let clients = text == nil ? "" : "JOIN clients ON clients.id = client_id AND clients.search LIKE $3 ESCAPE '!'"
    let rows = try transaction.query(
      """
      SELECT CASE WHEN status = 'pending' AND expires_at <= $2 THEN 'expired' ELSE status END AS current_status,
        COUNT(*) AS count, COUNT(CASE WHEN \(Self.isUndelivered(at: "$2")) THEN 1 END) AS undelivered
      FROM invitations \(clients) WHERE invitations.team_id = $1 AND team_role IS NULL GROUP BY 1
      """, [.text(teamID), .timestamp(now)] + (text.map { [.text(Self.pattern(containing: $0))] } ?? []))
    for row in rows {
      if let status = Invitation.Status(rawValue: try row.text("current_status")) {
        counts.byStatus[status] = try row.integer("count")
      }
      counts.undelivered += try row.integer("undelivered")
    }
    return counts
  }

  /// One page of a team's clients, oldest first.
  package func list(
    of teamID: String, coach: String? = nil, status: Invitation.Status?, containing text: String?,
    after start: PageStart?, limit: Int, now: Timestamp
  ) throws(Problem) -> [ClientEntry] {
    if let status, coach == nil, text == nil,
      let entries = try list(of: teamID, in: status, after: start, limit: limit, now: now)
    {
      return entries
    }
    let pattern = text.map(Self.pattern)
    // The expression prevents the planner from scanning all clients of the team.
    let owned = coach == nil ? "clients.team_id = $1" : "clients.coach_id = $8 AND clients.team_id || '' = $1"
    return try transaction.query(
      """
      SELECT \(Self.entryColumns)
      FROM clients JOIN invitations ON invitations.client_id = clients.id
        LEFT JOIN accounts ON accounts.id = clients.account_id
      WHERE \(owned) AND (clients.created_at, clients.id) > ($2, $3) AND invitations.team_role IS NULL
        AND ($4 = '' OR $4 = CASE WHEN invitations.status = 'pending' AND invitations.expires_at <= $5
          THEN 'expired' ELSE invitations.status END)
        AND ($6 = '' OR clients.search LIKE $6 ESCAPE '!')
      ORDER BY clients.created_at, clients.id LIMIT $7
      """,
      [
        .text(teamID), .integer(start?.createdAt.milliseconds ?? -1), .text(start?.id ?? ""),
        .text(status?.rawValue ?? ""), .timestamp(now), .text(pattern ?? ""), .integer(limit),
      ] + (coach.map { [.text($0)] } ?? [])
    ).map(entry)
  }

  /// One page of the clients whose invitations have a status, however few of the team's clients that are.
  /// - Returns: nil if too many invitations are overdue that no sweep has marked yet.
  private func list(
    of teamID: String, in status: Invitation.Status, after start: PageStart?, limit: Int, now: Timestamp
  ) throws(Problem) -> [ClientEntry]? {
    let place: [SQLValue] = [
      .text(teamID), .integer(start?.createdAt.milliseconds ?? -1), .text(start?.id ?? ""), .timestamp(now),
    ]
    let listed = """
      SELECT \(Self.entryColumns)
      FROM invitations JOIN clients ON clients.id = invitations.client_id
        LEFT JOIN accounts ON accounts.id = clients.account_id
      WHERE (invitations.listed_at, invitations.client_id) > ($2, $3) AND invitations.team_role IS NULL
      """
    let marked = try transaction.query(
      """
      \(listed) AND invitations.team_id = $1 AND invitations.status = $5
        AND (invitations.status <> 'pending' OR invitations.expires_at > $4)
      ORDER BY invitations.listed_at, invitations.client_id LIMIT $6
      """, place + [.text(status.rawValue), .integer(limit)]
    ).map(entry)
    guard status == .expired else { return marked }
    let most = 1000
    // The expression prevents the planner from looking through all pending invitations of the team.
    let overdue = try transaction.query(
      """
      \(listed) AND invitations.team_id || '' = $1 AND invitations.status = 'pending' AND invitations.expires_at <= $4
      ORDER BY invitations.expires_at, invitations.id LIMIT $5
      """, place + [.integer(most + 1)]
    ).map(entry)
    guard overdue.count <= most else { return nil }
    let all = (marked + overdue).sorted {
      ($0.client.createdAt, $0.client.id) < ($1.client.createdAt, $1.client.id)
    }
    return Array(all.prefix(limit))
  }

  private static let entryColumns = """
    clients.*, \(InvitationTable.invitationColumns), accounts.last_sign_in_at AS last_sign_in_at
    """

  private func entry(_ row: Row) throws(Problem) -> ClientEntry {
    ClientEntry(
      client: try client(row), invitation: try transaction.invitations.invitation(row),
      lastSignInAt: try row.optionalTimestamp("last_sign_in_at"))
  }
}
