// SPDX-License-Identifier: Apache-2.0

import Domain

extension EmailAddress {
  /// Reads a column that is empty where there is no address.
  static func storedIfAny(_ text: String) throws(Problem) -> EmailAddress? {
    guard !text.isEmpty else { return nil }
    guard let address = stored(text) else { throw .bug("a stored address has no at sign") }
    return address
  }
}

extension Transaction {
  /// The column `team_name` of a row, with a comma before it; empty if the policy has no teams.
  func teamName(of table: String) -> String {
    showsTeams ? ", \(TeamTable.name(of: "\(table).team_id")) AS team_name" : ""
  }
}

extension Row {
  /// The inviter of a record, as `inviter_name` and `teamName(of:)` select it.
  func inviterName(_ id: String, team teamID: String) throws(Problem) -> InviterName {
    var inviter = InviterName(id: id, displayName: try text("inviter_name"))
    if let name = try optionalTextIfSelected("team_name") { inviter.team = TeamName(id: teamID, name: name) }
    return inviter
  }
}
