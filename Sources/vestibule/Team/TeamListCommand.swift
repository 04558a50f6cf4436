// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Domain
import Functions
import Storage

struct TeamListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists teams, oldest first.",
    discussion: "With an account only those in which the account is.")

  @Argument(help: "The account's address or id.")
  var account: AccountReference?

  @OptionGroup var options: ListOptions

  func run() throws { try reportingFailure { () throws(Failure) in try list() } }

  private func list() throws(Failure) {
    let environment = try operatorEnvironment()
    let teams = try deciding { () throws(Problem) in
      try environment.read(.ofOperator("team", environment)) { (decision) throws(Problem) in
        try decision.teams.requireTeams()
        let account = try account.map { (reference) throws(Problem) in try reference.account(decision).id }
        return try decision.tables.teams.list(of: account, limit: options.limit)
      }
    }
    for team in teams {
      let json: JSON = [
        "id": .string(team.id), "name": .string(team.name), "members": JSON(team.members),
        "createdAt": .string(team.createdAt.rfc3339),
      ]
      let people = "\(team.members) member\(team.members == 1 ? "" : "s")"
      try printLine(options.json ? json.text : "\(team.id)  \(team.name.printable)  (\(people))")
    }
  }
}

struct TeamShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "show", abstract: "Shows a team and who is in it.")

  @Argument(help: "The id of the team.")
  var team: String

  @OptionGroup var output: OutputOptions

  func run() throws { try reportingFailure { () throws(Failure) in try show() } }

  private func show() throws(Failure) {
    let environment = try operatorEnvironment()
    let (shown, members) = try deciding { () throws(Problem) in
      try environment.read(.ofOperator("team", environment)) { (decision) throws(Problem) in
        let found = try decision.teams.team(team)
        return (try decision.teams.shown(found), try decision.tables.teams.members(of: found.id))
      }
    }
    guard !output.json else { return try printLine(shown.text) }
    try printLine("\(shown["id"]?.string ?? "")  \((shown["name"]?.string ?? "").printable)")
    for member in members {
      let address = member.email?.text ?? member.membership.accountID
      try printLine("  \(member.membership.role.rawValue)  \(address.printable)  \(member.displayName.printable)")
    }
  }
}
