// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Configuration
import Domain
import Functions
import Storage

/// A command that changes a key.
protocol KeyChangeCommand: ParsableCommand {
  var output: OutputOptions { get }
  /// - Returns: what is printed for people, the key, and its secret if it is new.
  func change(_ decision: Decision) throws(Problem) -> (line: String, key: ServiceKey, secret: String?)
}

extension KeyChangeCommand {
  func run() throws { try reportingFailure { () throws(Failure) in try runChange() } }

  private func runChange() throws(Failure) {
    let environment = try operatorEnvironment()
    let made = try deciding { () throws(Problem) in
      try environment.write(.ofOperator("key", environment)) { (decision) throws(Problem) in try change(decision) }
    }
    guard output.json else { return try printLine(made.line) }
    let secret: JSON = .object(["key": made.secret.map(JSON.string)])
    try printLine(made.key.json(at: environment.now).merging(secret).text)
  }
}

struct KeyCreateCommand: KeyChangeCommand {
  static let configuration = CommandConfiguration(
    commandName: "create", abstract: "Makes a key and prints it. It is not shown again.",
    discussion: """
      The key calls the functions that it names, and no other one. They are functions for sessions and inviters that need \
      no recent sign-in; a team's key names those that concern the team.
      """)

  @OptionGroup var given: KeyNameArgument

  @Option(
    name: .customLong("function"), parsing: .upToNextOption,
    help: ArgumentHelp("A function that the key may call; one or more.", valueName: "function"))
  var functions: [String]

  @Option(help: ArgumentHelp("The inviter for whom it acts: the address or id of the account.", valueName: "account"))
  var inviter: AccountReference?

  @Option(help: ArgumentHelp("The team for which it acts: its id.", valueName: "team"))
  var team: String?

  @OptionGroup var lifetime: KeyLifetime
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard (inviter == nil) != (team == nil) else {
      throw ValidationError("for whom the key acts is said by either --inviter or --team")
    }
  }

  func change(_ decision: Decision) throws(Problem) -> (line: String, key: ServiceKey, secret: String?) {
    guard try decision.tables.serviceKeys.find(name: given.text) == nil else {
      throw Problem(.eventInvalid, "there is a key with the name \(given.text) already; rotate or revoke it")
    }
    let holder = try holder(decision)
    let named = try callable(of: holder)
    let secret = try decision.newKeySecret()
    let key = ServiceKey(
      id: decision.newID(), name: given.text, functions: named, holder: holder, secretHash: secret.hash,
      createdAt: decision.now, expiresAt: lifetime.end(from: decision.now))
    try decision.tables.serviceKeys.insert(key)
    try decision.audit(.keyCreated, of: key)
    return (secret.text, key, secret.text)
  }

  private func holder(_ decision: Decision) throws(Problem) -> ServiceKey.Holder {
    if let team { return .team(id: try decision.teams.team(team).id) }
    guard let inviter else { throw .bug("a key has no holder") }
    return .inviter(accountID: try decision.activeInviter(try inviter.account(decision)).id)
  }

  /// The functions, in alphabetical order.
  /// - Throws: `event/invalid` for one that a key cannot call.
  private func callable(of holder: ServiceKey.Holder) throws(Problem) -> [String] {
    for name in functions {
      guard let entry = Catalogue.entryIfKnown(of: name) else {
        throw Problem(.eventInvalid, "there is no function \(name)")
      }
      let rule = AccessRule(entry)
      guard rule.acceptsKeys, entry["produces"] == nil else {
        throw Problem(
          .eventInvalid,
          "a key cannot name \(name): it is for anybody, for browsers, for one session, or needs a recent sign-in")
      }
      let isOfAccount =
        rule.access == .session && Catalogue.entry(of: name)["event"]?["properties"]?["teamId"] == nil
      if case .team = holder, isOfAccount {
        throw Problem(.eventInvalid, "the key of a team cannot name \(name), which is about an account")
      }
    }
    return Set(functions).sorted()
  }
}

struct KeyRotateCommand: KeyChangeCommand {
  static let configuration = CommandConfiguration(
    commandName: "rotate", abstract: "Gives a key a new secret and prints it. The old one ends at once.",
    discussion: "Without --days it expires when it would have expired; one that has expired already never expires then."
  )

  @OptionGroup var given: KeyNameArgument
  @OptionGroup var lifetime: KeyLifetime
  @OptionGroup var output: OutputOptions

  func change(_ decision: Decision) throws(Problem) -> (line: String, key: ServiceKey, secret: String?) {
    var key = try decision.serviceKey(given.text)
    if let id = key.accountID, let account = try decision.tables.accounts.find(id: id) {
      _ = try decision.activeInviter(account)
    }
    let secret = try decision.newKeySecret()
    if key.state(at: decision.now) == .expired { key.expiresAt = nil }
    if let end = lifetime.end(from: decision.now) { key.expiresAt = end }
    (key.secretHash, key.rotatedAt) = (secret.hash, decision.now)
    try decision.tables.serviceKeys.replaceSecret(of: key)
    try decision.audit(.keyRotated, of: key)
    return (secret.text, key, secret.text)
  }
}

struct KeyRevokeCommand: KeyChangeCommand {
  static let configuration = CommandConfiguration(
    commandName: "revoke", abstract: "Removes a key. It calls nothing any more.")

  @OptionGroup var given: KeyNameArgument
  @OptionGroup var output: OutputOptions

  func change(_ decision: Decision) throws(Problem) -> (line: String, key: ServiceKey, secret: String?) {
    var key = try decision.serviceKey(given.text)
    try decision.tables.serviceKeys.delete(id: key.id)
    try decision.audit(.keyRevoked, of: key)
    key.secretHash = nil
    return ("the key \(key.name.printable) is revoked", key, nil)
  }
}

extension Decision {
  fileprivate func serviceKey(_ name: String) throws(Problem) -> ServiceKey {
    guard let key = try tables.serviceKeys.find(name: name) else {
      throw Problem(.eventInvalid, "there is no key with the name \(name)")
    }
    return key
  }

  /// - Throws: `auth/invalid-role`, `auth/user-disabled`.
  fileprivate func activeInviter(_ account: Account) throws(Problem) -> Account {
    guard account.role == policy.roles.inviter else {
      throw Problem(.invalidRole, "only accounts with the role \"\(policy.roles.inviter)\" have keys")
    }
    try account.requireActive(at: now)
    return account
  }

  fileprivate func audit(_ action: AuditAction, of key: ServiceKey) throws(Problem) {
    let account = try key.accountID.flatMap { (id) throws(Problem) in try tables.accounts.find(id: id) }
    try audit(action, account: account?.id, team: key.teamID ?? teams.auditedTeamID(of: account), subject: key.id)
  }
}
