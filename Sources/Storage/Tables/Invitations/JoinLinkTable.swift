// SPDX-License-Identifier: Apache-2.0

import Domain

/// Links by which people join, and their codes.
package struct JoinLinkTable {
  package let transaction: Transaction

  /// The link with an id; nil if there is none.
  package func find(id: String) throws(Problem) -> JoinLink? {
    try transaction.query("SELECT * FROM join_links WHERE id = $1", [.text(id)]).first.map(link)
  }

  /// The link that a code belongs to, with its inviter; nil if there is none, or if its inviter is suspended or deletes
  /// the account, and nobody else of the team is active.
  /// - Throws: `invitation/superseded` if the code was replaced.
  package func find(codeHash: String) throws(Problem) -> (link: JoinLink, inviter: Inviter)? {
    let found = try transaction.query(
      """
      SELECT join_links.*, join_codes.superseded_at AS superseded_at,
        \(transaction.accounts.inviterColumns(of: "join_links"))
      FROM join_codes JOIN join_links ON join_links.id = join_codes.join_link_id
        JOIN accounts ON accounts.id = join_links.inviter_id
      WHERE join_codes.code_hash = $1 AND \(transaction.teams.mayInvite("join_links"))
      """, [.text(codeHash)]
    ).first
    guard let found else { return nil }
    guard try found.optionalTimestamp("superseded_at") == nil else {
      throw Problem(.invitationSuperseded, "the link has a new code")
    }
    return (try link(found), try transaction.accounts.inviter(found.prefixed("a_")))
  }

  /// Whether a code is in use, also for an invitation.
  package func isUsed(codeHash: String) throws(Problem) -> Bool {
    try !transaction.query(
      """
      SELECT code_hash FROM join_codes WHERE code_hash = $1
      UNION ALL SELECT code_hash FROM invitation_codes WHERE code_hash = $1
      """, [.text(codeHash)]
    ).isEmpty
  }

  /// How many links of a team are neither closed nor expired nor full.
  package func countOpen(of teamID: String, now: Timestamp) throws(Problem) -> Int {
    try transaction.query(
      """
      SELECT id FROM join_links WHERE team_id = $1 AND closed_at IS NULL AND expires_at > $2
        AND (max_uses IS NULL OR uses < max_uses) LIMIT $3
      """, [.text(teamID), .timestamp(now), .integer(JoinLink.maximumOpen)]
    ).count
  }

  /// One page of a team's links, oldest first.
  package func list(of teamID: String, after start: PageStart?, limit: Int) throws(Problem) -> [JoinLink] {
    try transaction.query(
      """
      SELECT * FROM join_links WHERE team_id = $1 AND (created_at, id) > ($2, $3)
      ORDER BY created_at, id LIMIT $4
      """,
      [
        .text(teamID), .integer(start?.createdAt.milliseconds ?? -1), .text(start?.id ?? ""), .integer(limit),
      ]
    ).map(link)
  }

  package func insert(_ link: JoinLink) throws(Problem) {
    try transaction.change(
      """
      INSERT INTO join_links (id, inviter_id, name, note, profile, allowed_domains, needs_approval, max_uses, uses,
        sealed_codes, created_at, expires_at, team_id)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 0, $9, $10, $11, $12)
      """,
      [
        .text(link.id), .text(link.inviterID), .text(link.name), .text(link.note), .text(link.profile?.text),
        .text(link.allowedDomains.joined(separator: " ")), .flag(link.needsApproval), .integer(link.maxUses),
        .text(link.sealedCodes), .timestamp(link.createdAt), .timestamp(link.expiresAt),
        .text(link.teamID),
      ])
  }

  /// Stores what an inviter may change.
  package func update(_ link: JoinLink) throws(Problem) {
    try transaction.change(
      """
      UPDATE join_links SET name = $2, max_uses = $3, expires_at = $4, closed_at = $5, sealed_codes = $6 WHERE id = $1
      """,
      [
        .text(link.id), .text(link.name), .integer(link.maxUses), .timestamp(link.expiresAt),
        .timestamp(link.closedAt), .text(link.sealedCodes),
      ])
  }

  /// Gives a link its codes. The former ones are superseded.
  package func setCodes(_ hashes: [String], of linkID: String, at now: Timestamp) throws(Problem) {
    try transaction.change(
      "UPDATE join_codes SET superseded_at = $2 WHERE join_link_id = $1 AND superseded_at IS NULL",
      [.text(linkID), .timestamp(now)])
    for hash in hashes {
      try transaction.change(
        "INSERT INTO join_codes (code_hash, join_link_id) VALUES ($1, $2)", [.text(hash), .text(linkID)])
    }
  }

  /// Takes one place of a link that has one.
  /// - Returns: whether there was one.
  package func takePlace(of linkID: String) throws(Problem) -> Bool {
    try !transaction.changeReturning(
      "UPDATE join_links SET uses = uses + 1 WHERE id = $1 AND (max_uses IS NULL OR uses < max_uses) RETURNING id",
      [.text(linkID)]
    ).isEmpty
  }

  /// Deletes the codes that were replaced before a timestamp, at most `limit`.
  package func deleteSupersededCodes(before timestamp: Timestamp, limit: Int) throws(Problem) -> Int {
    try transaction.changeReturning(
      """
      DELETE FROM join_codes WHERE code_hash IN (
        SELECT code_hash FROM join_codes WHERE superseded_at <= $1 ORDER BY superseded_at LIMIT $2)
      RETURNING code_hash
      """, [.timestamp(timestamp), .integer(limit)]
    ).count
  }

  private func link(_ row: Row) throws(Problem) -> JoinLink {
    var link = JoinLink(
      id: try row.text("id"), teamID: try row.text("team_id"), inviterID: try row.text("inviter_id"),
      name: try row.optionalText("name"),
      note: try row.optionalText("note"),
      profile: try row.optionalText("profile") == nil ? nil : try row.json("profile"),
      allowedDomains: try row.text("allowed_domains").split(separator: " ").map(String.init),
      needsApproval: try row.flag("needs_approval"), maxUses: try row.optionalInteger("max_uses"),
      sealedCodes: try row.text("sealed_codes"), createdAt: try row.timestamp("created_at"),
      expiresAt: try row.timestamp("expires_at"))
    link.uses = try row.integer("uses")
    link.closedAt = try row.optionalTimestamp("closed_at")
    return link
  }
}
