// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Domain
import Functions
import Storage

/// The name of a team.
struct TeamNameArgument: ParsableArguments {
  @Argument(help: "The name that members and clients see.")
  var name: String

  func validate() throws {
    try requireName(name)
  }
}

/// A team, and an account that is in it or will be.
struct TeamMemberArguments: ParsableArguments {
  @Argument(help: "The id of the team.")
  var team: String

  @Argument(help: "The account's address or id.")
  var account: AccountReference
}

struct TeamCreateCommand: TeamChangeCommand {
  static let configuration = CommandConfiguration(commandName: "create", abstract: "Makes a team that an inviter owns.")

  @OptionGroup var given: TeamNameArgument

  @Argument(help: "The owner's address or id.")
  var account: AccountReference

  @OptionGroup var output: OutputOptions

  func change(_ decision: Decision) throws(Problem) -> (sentence: String, team: String?) {
    try decision.teams.requireTeams()
    let owner = try decision.inviter(account)
    // Its own team is not replaced by this one.
    if owner.teamID == nil { try decision.teams.storeOwn(of: owner) }
    try decision.teams.requireRoomForOneMore(for: owner)
    let team = Team(id: decision.newID(), name: given.name.trimmed, createdAt: decision.now)
    try decision.tables.teams.insert(team, owner: owner.id)
    try decision.audit(.teamCreated, account: owner.id, team: team.id, subject: team.id)
    return ("\(owner.named) owns the team \(team.id)", team.id)
  }
}

struct TeamRenameCommand: TeamChangeCommand {
  static let configuration = CommandConfiguration(commandName: "rename", abstract: "Gives a team another name.")

  @Argument(help: "The id of the team.")
  var team: String

  @OptionGroup var given: TeamNameArgument

  @OptionGroup var output: OutputOptions

  func change(_ decision: Decision) throws(Problem) -> (sentence: String, team: String?) {
    var found = try decision.teams.team(team)
    found.name = given.name.trimmed
    try decision.tables.teams.update(found)
    try decision.audit(.teamUpdated, team: found.id, subject: found.id)
    return ("the team \(found.id) is called \(given.name.trimmed.printable)", found.id)
  }
}

struct TeamAddCommand: TeamChangeCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Puts an inviter into a team, or gives a member another role there.")

  @OptionGroup var who: TeamMemberArguments

  @Flag(help: "Makes the account an owner of the team.")
  var owner = false

  @OptionGroup var output: OutputOptions

  func change(_ decision: Decision) throws(Problem) -> (sentence: String, team: String?) {
    let (found, member) = (try decision.teams.team(who.team), try decision.inviter(who.account))
    let known = try decision.tables.teams.membership(of: member.id, in: found.id)
    if known == nil { try decision.teams.requireRoomForOneMore(for: member) }
    if known?.role == .owner, !owner { try decision.teams.requireOtherOwner(than: member.id, in: found.id) }
    if member.teamID == nil { try decision.teams.storeOwn(of: member) }
    let role: Team.Role = owner ? .owner : .member
    try decision.tables.teams.add(
      Membership(teamID: found.id, accountID: member.id, role: role, joinedAt: decision.now))
    try decision.audit(known == nil ? .teamJoined : .teamMemberChanged, team: found.id, subject: member.id)
    return ("\(member.named) is \(owner ? "an owner" : "a member") of the team \(found.id)", found.id)
  }
}

struct TeamRemoveCommand: TeamChangeCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Takes somebody out of a team. What the account has made there stays.")

  @OptionGroup var who: TeamMemberArguments

  @OptionGroup var output: OutputOptions

  func change(_ decision: Decision) throws(Problem) -> (sentence: String, team: String?) {
    let (found, member) = (try decision.teams.team(who.team), try who.account.account(decision))
    let membership = try decision.teams.member(member.id, of: found.id)
    if membership.role == .owner { try decision.teams.requireOtherOwner(than: member.id, in: found.id) }
    try decision.tables.teams.remove(member.id, from: found.id)
    try decision.audit(.teamMemberRemoved, team: found.id, subject: member.id)
    return ("\(member.named) is not in the team \(found.id) any more", found.id)
  }
}

struct TeamDeleteCommand: TeamChangeCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Deletes a team with its clients, invitations and links. The accounts stay.")

  @Argument(help: "The id of the team.")
  var team: String

  @Flag(help: "Deletes a team that has clients.")
  var confirm = false

  @OptionGroup var output: OutputOptions

  func change(_ decision: Decision) throws(Problem) -> (sentence: String, team: String?) {
    let found = try decision.teams.team(team)
    let hasClients = try decision.tables.teams.hasClients(found.id)
    guard confirm || !hasClients else {
      throw Problem(
        .confirmationRequired, "the team has clients, which are deleted with it: confirm this with --confirm")
    }
    try decision.tables.outbox.cancel(ofTeam: found.id, at: decision.now)
    try decision.tables.erasure.deleteRecords(of: found.id)
    try decision.tables.teams.delete(found.id)
    try decision.audit(.teamDeleted, subject: found.id)
    return ("the team \(found.id) is deleted", nil)
  }
}

extension Decision {
  /// An inviter's account.
  fileprivate func inviter(_ reference: AccountReference) throws(Problem) -> Account {
    let account = try reference.account(self)
    guard account.role == policy.roles.inviter else {
      throw Problem(.invalidRole, "only accounts with the role \"\(policy.roles.inviter)\" are in teams")
    }
    return account
  }
}
