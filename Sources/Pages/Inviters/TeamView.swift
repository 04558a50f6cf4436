// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions

// The team: who is in it and who is invited, and what can be done about each of them.

extension ClientsPage {
  static func team(_ request: PageRequest) throws(Problem) -> PageResponse {
    let policy = request.environment.policy
    let shown = ShownTeam(
      found: try request.read(GetTeam.self), callerID: try request.caller.id,
      takesColleagues: policy.wrongInvitedRole(policy.roles.inviter, at: "/role") == nil,
      done: request.done(TeamMessage.self))
    return try request.page(Section.isTeam, shown)
  }

  fileprivate enum TeamMessage: String, PageFlag { case invited, resent, withdrawn, removed }

  /// Invites somebody into the team, as an inviter. An address that looks mistyped is asked about before anything is
  /// stored or sent.
  static func inviteColleague(_ request: PageRequest) throws(Problem) -> PageResponse {
    let client = request.texts("name").merging(.object(["email": request.chosenAddress.map(JSON.string)]))
    let event: JSON = [
      "client": client, "role": .string(request.environment.policy.roles.inviter), "teamRole": "member",
      "confirmAddress": .bool(!request.hasChosenAddress),
    ]
    let sent = try request.perform(SendInvitation.self, event)
    guard sent["status"] == "unsent" else { return request.again(done: TeamMessage.invited) }
    return try request.page(
      Section.isAddressAsked,
      AddressQuestion(
        typed: request.chosenAddress, suggestion: Fields(sent).optionalText("suggestion"), isOfColleague: true))
  }

  static func resendColleague(_ request: PageRequest) throws(Problem) -> PageResponse {
    try request.resend(invitation: request.text("id")) { request.again(done: TeamMessage.resent, with: ["view"]) }
  }

  /// Withdraws a colleague's invitation, or takes somebody out of the team. The page asks first.
  static func change(_ change: TeamChange, _ request: PageRequest) throws(Problem) -> PageResponse {
    let id = request.text("id") ?? ""
    guard request.text("sure") != nil else {
      let people = ShownTeam.people(try request.read(GetTeam.self), callerID: try request.caller.id)
      guard let person = people.first(where: { $0.id == id }) else { return try team(request) }
      return try request.page(Section.isTeamAsked, TeamQuestion(change: change, person: person))
    }
    switch change {
    case .withdrawal:
      try request.perform(RevokeInvitation.self, ["invitationId": .string(id)])
      return request.again(done: TeamMessage.withdrawn, with: ["view"])
    case .removal:
      try request.perform(RemoveTeamMember.self, ["accountId": .string(id)])
      return request.again(done: TeamMessage.removed, with: ["view"])
    }
  }

  /// What a colleague loses; its raw value is the form's `action`.
  enum TeamChange: String, PageFlag {
    case withdrawal = "withdraw-colleague"
    case removal = "remove-member"
  }

  struct ShownTeam: PageModel {
    let found: GetTeam.Output
    let callerID: String
    /// Whether the policy lets inviters be invited.
    let takesColleagues: Bool
    fileprivate let done: TeamMessage?

    static let variables: [PageVariable<Self>] = [
      .text("teamName") { $0.found.team.isNamed ? $0.found.team.name : nil },
      .flag("takesColleagues") { $0.takesColleagues },
      .one("done") { $0.done }, .list("members") { people($0.found, callerID: $0.callerID) },
    ]

    /// The members, and after them those who are invited. Only owners take others out of the team.
    fileprivate static func people(_ found: GetTeam.Output, callerID: String) -> [TeamPerson] {
      let members = found.members.members
      let ownsTeam = members.contains { $0.membership.accountID == callerID && $0.membership.role == .owner }
      return members.map {
        TeamPerson(
          id: $0.membership.accountID, name: $0.displayName, email: $0.email, isOwner: $0.membership.role == .owner,
          isInvited: false, isRemovable: ownsTeam && $0.membership.accountID != callerID)
      }
        + found.invited.map {
          TeamPerson(
            id: $0.invitation.id, name: $0.client.name, email: $0.client.email,
            isOwner: $0.invitation.teamRole == .owner, isInvited: true, isRemovable: false)
        }
    }
  }

  struct TeamQuestion: PageModel {
    let change: TeamChange
    fileprivate let person: TeamPerson

    static let variables: [PageVariable<Self>] = [
      .one("asked") { $0.change }, .text("change") { $0.change.rawValue }, .all { $0.person },
    ]
  }
}

private struct TeamPerson: PageModel {
  /// Of the account, or of the invitation.
  let id: String
  let name: String
  let email: EmailAddress?
  let isOwner: Bool
  let isInvited: Bool
  let isRemovable: Bool

  static let variables: [PageVariable<Self>] = [
    .text("memberId") { $0.id }, .text("memberName") { $0.name }, .text("memberEmail") { $0.email?.text },
    .flag("isOwner") { $0.isOwner }, .flag("isInvitedMember") { $0.isInvited }, .flag("isRemovable") { $0.isRemovable },
  ]
}
