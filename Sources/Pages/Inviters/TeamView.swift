// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions

// The team: who is in it, and the form that invites a colleague.

extension ClientsPage {
  static func team(_ request: PageRequest) throws(Problem) -> PageResponse {
    let policy = request.environment.policy
    let shown = ShownTeam(
      found: try request.read(GetTeam.self),
      takesColleagues: policy.wrongInvitedRole(policy.roles.inviter, at: "/role") == nil,
      done: request.done(Message.self))
    return try request.page(Section.isTeam, shown)
  }

  fileprivate enum Message: String, PageFlag { case invited }

  /// Invites somebody into the team, as an inviter. An address that looks mistyped is asked about before anything is
  /// stored or sent.
  static func inviteColleague(_ request: PageRequest) throws(Problem) -> PageResponse {
    let client = request.texts("name").merging(.object(["email": request.chosenAddress.map(JSON.string)]))
    let event: JSON = [
      "client": client, "role": .string(request.environment.policy.roles.inviter), "teamRole": "member",
      "confirmAddress": .bool(!request.hasChosenAddress),
    ]
    let sent = try request.perform(SendInvitation.self, event)
    guard sent["status"] == "unsent" else { return request.again(done: Message.invited) }
    return try request.page(
      Section.isAddressAsked,
      AddressQuestion(
        typed: request.chosenAddress, suggestion: Fields(sent).optionalText("suggestion"), isOfColleague: true))
  }

  struct ShownTeam: PageModel {
    let found: GetTeam.Output
    /// Whether the policy lets inviters be invited.
    let takesColleagues: Bool
    fileprivate let done: Message?

    static let variables: [PageVariable<Self>] = [
      .text("teamName") { $0.found.team.name }, .flag("takesColleagues") { $0.takesColleagues },
      .one("done") { $0.done },
      .list("members") { team in
        team.found.members.members.map {
          ShownMember(name: $0.displayName, email: $0.email, isOwner: $0.membership.role == .owner, isInvited: false)
        }
          + team.found.invited.map {
            ShownMember(name: $0.client.name, email: $0.client.email, isOwner: false, isInvited: true)
          }
      },
    ]
  }
}

private struct ShownMember: PageModel {
  let name: String
  let email: EmailAddress?
  let isOwner: Bool
  let isInvited: Bool

  static let variables: [PageVariable<Self>] = [
    .text("memberName") { $0.name }, .text("memberEmail") { $0.email?.text }, .flag("isOwner") { $0.isOwner },
    .flag("isInvitedMember") { $0.isInvited },
  ]
}
