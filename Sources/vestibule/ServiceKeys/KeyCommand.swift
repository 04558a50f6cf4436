// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Domain
import Functions
import Storage

/// The commands for service keys.
struct KeyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "key",
    abstract: "Creates, lists, rotates and revokes service keys, with which a backend calls functions.",
    discussion: """
      A key calls the functions that it names, as an inviter or as a team. It is printed once; the database has only a \
      keyed hash of it. Each change is one transaction, with an entry in the audit log that names the operating system's \
      user.
      """,
    subcommands: [
      KeyCreateCommand.self, KeyListCommand.self, KeyRotateCommand.self, KeyRevokeCommand.self,
    ])
}

struct KeyNameArgument: ParsableArguments {
  @Argument(help: "The name of the key, which no other key has.")
  var name: String

  /// The name as it is stored.
  var text: String { name.trimmed }

  func validate() throws {
    try requireName(name)
  }
}

/// The lifetime of a key.
struct KeyLifetime: ParsableArguments {
  @Option(help: ArgumentHelp("The key expires after this number of days; otherwise never.", valueName: "days"))
  var days: Int?

  func validate() throws { try require("--days", days, in: 1...36_500) }

  func end(from now: Timestamp) -> Timestamp? { days.map { now + .days($0) } }
}

struct KeyListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists the keys by name: whom they act for, what they call, and whether they still do.",
    discussion: """
      A key is active, expired, or ended: its inviter was suspended or deleted the account, or the database was restored. \
      "key rotate" makes it active again.
      """)

  @OptionGroup var options: ListOptions

  func run() throws { try reportingFailure { () throws(Failure) in try list() } }

  private func list() throws(Failure) {
    let environment = try operatorEnvironment()
    let keys = try deciding { () throws(Problem) in
      try environment.read(.ofOperator("key", environment)) { (decision) throws(Problem) in
        try decision.tables.serviceKeys.list(limit: options.limit).map { (key) throws(Problem) in
          (key, try decision.holderName(of: key))
        }
      }
    }
    guard !options.json else {
      for (key, _) in keys { try printLine(key.json(at: environment.now).text) }
      return
    }
    guard !keys.isEmpty else { return }
    var table = TextTable(["NAME", "STATE", "FOR", "EXPIRES", "FUNCTIONS"])
    for (key, holder) in keys {
      table.add([
        key.name, key.state(at: environment.now).rawValue, holder, key.expiresAt?.rfc3339 ?? "",
        key.functions.joined(separator: " "),
      ])
    }
    try printLine(table.text)
  }
}

extension ServiceKey {
  /// The key as operators see it. Nothing shows the secret.
  func json(at now: Timestamp) -> JSON {
    .object([
      "id": .string(id), "name": .string(name), "state": .string(state(at: now).rawValue),
      "functions": JSON(functions), "accountId": accountID.map(JSON.string), "teamId": teamID.map(JSON.string),
      "createdAt": .string(createdAt.rfc3339), "rotatedAt": rotatedAt.map { .string($0.rfc3339) },
      "expiresAt": expiresAt.map { .string($0.rfc3339) },
    ])
  }
}

extension Decision {
  /// For whom a key acts: the address of an inviter, or the name of a team.
  fileprivate func holderName(of key: ServiceKey) throws(Problem) -> String {
    switch key.holder {
    case .inviter(let id): try tables.accounts.find(id: id)?.named ?? id
    case .team(let id): try tables.teams.name(of: id)
    }
  }
}
