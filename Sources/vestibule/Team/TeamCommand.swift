// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Domain
import Functions
import Storage

/// The commands for teams of inviters.
struct TeamCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "team", abstract: "Creates, finds, changes and deletes teams of inviters.",
    discussion: """
      A team is named by its id, and an account by its address or its id. Each change is one transaction, with an entry \
      in the audit log that names the operating system's user.
      """,
    subcommands: [
      TeamListCommand.self, TeamShowCommand.self, TeamCreateCommand.self, TeamRenameCommand.self, TeamAddCommand.self,
      TeamRemoveCommand.self, TeamDeleteCommand.self,
    ])
}

/// A command that changes teams.
protocol TeamChangeCommand: ParsableCommand {
  var output: OutputOptions { get }
  /// - Returns: a sentence about the change, and the team; nil for one that does not exist any more.
  func change(_ decision: Decision) throws(Problem) -> (sentence: String, team: String?)
}

extension TeamChangeCommand {
  func run() throws { try reportingFailure { () throws(Failure) in try runChange() } }

  private func runChange() throws(Failure) {
    let environment = try operatorEnvironment()
    let made = try deciding { () throws(Problem) in
      try environment.write(.ofOperator("team", environment)) { (decision) throws(Problem) in
        let made = try change(decision)
        let shown: JSON =
          try made.team.map { (id) throws(Problem) in try decision.teams.shown(try decision.teams.team(id)) } ?? [:]
        return (made.sentence, shown)
      }
    }
    try printLine(output.json ? made.1.text : made.0)
  }
}

extension Teams {
  /// - Throws: `auth/permission-denied` if the policy has no teams.
  func requireTeams() throws(Problem) {
    guard decision.policy.hasTeams else {
      throw Problem(.permissionDenied, "the policy has no teams: set \"teams\" to \"on\"")
    }
  }

  /// - Throws: `team/not-found`.
  func team(_ id: String) throws(Problem) -> Team {
    try requireTeams()
    guard let team = try decision.tables.teams.find(id: id.trimmed) else {
      throw Problem(.teamNotFound, "there is no team \(id)")
    }
    return team
  }

  /// A team with its members, as operators see it.
  func shown(_ team: Team) throws(Problem) -> JSON {
    let members = try decision.tables.teams.members(of: team.id)
    return .object([
      "id": .string(team.id), "name": .string(try decision.tables.teams.name(of: team.id)),
      "branding": team.branding?.json,
      "createdAt": .string(team.createdAt.rfc3339), "members": .array(members.map(\.json)),
    ])
  }
}
