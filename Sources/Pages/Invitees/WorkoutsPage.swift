// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions

/// The page of an invitee: the invitations that wait, and the workouts of each inviter.
package enum WorkoutsPage: BrowserPage {
  package static let name = "workouts-page"
  package static let page = "workouts"
  package static let path = "account/workouts"
  package static let menuEntry: MenuEntry? = .workouts
  package static let identifying = ["cursor"]

  /// How many workouts a page shows. A phone shows three at a time.
  private static let perPage = 20

  package static var beginning: String? { Section.isShown.rawValue }

  private enum Section: String, PageFlag { case isShown, isAsked }
  fileprivate enum Message: String, PageFlag { case accepted, completed, left }

  private enum Form: String { case accept, complete, leave }

  package static var variables: [String] {
    [Section.names, ShownWorkouts.names, LeftInviter.names] + form()
  }

  package static func show(_ request: PageRequest) throws(Problem) -> PageResponse {
    let known = try request.read(GetAccount.self)
    if request.text("step") == "leave" || request.form(Form.self) == .leave,
      let (client, inviter) = known.clients.first(where: { $0.client.id == request.text("clientId") })
    {
      return try request.page(Section.isAsked, LeftInviter(clientID: client.id, inviter: inviter))
    }
    let isInvitee = request.call.caller?.role == request.environment.policy.roles.invitee
    let list =
      isInvitee
      ? try request.read(ListWorkouts.self, request.texts("cursor").merging(["limit": JSON(perPage)])) : nil
    let shown = ShownWorkouts(
      problem: request.problem, done: request.done(Message.self),
      invitations: known.invitations, groups: groups(list?.items ?? [], known.clients, request),
      olderURL: list?.nextCursor.map { request.url(path, ["cursor": $0]) })
    return try request.page(Section.isShown, shown)
  }

  package static func act(_ request: PageRequest) throws(Problem) -> PageResponse {
    switch request.form(Form.self) {
    case .accept:
      try request.perform(AcceptInvitation.self, request.texts("invitationId"))
      return request.again(done: Message.accepted)
    case .complete:
      try request.perform(CompleteWorkout.self, request.texts("workoutId"))
      return request.again(done: Message.completed)
    case .leave:
      try request.perform(LeaveInviter.self, request.texts("clientId"))
      return request.again(done: Message.left)
    case nil: return try show(request)
    }
  }

  /// The workouts by inviter. On the first page an inviter without workouts is shown too.
  private static func groups(
    _ workouts: [Workout], _ clients: [(client: Client, inviter: InviterName)], _ request: PageRequest
  ) -> [WorkoutGroup] {
    var groups = clients.map { client, inviter in
      WorkoutGroup(
        clientID: client.id, inviter: inviter, leaveURL: request.url(path, ["step": "leave", "clientId": client.id]))
    }
    for workout in workouts {
      let index = groups.firstIndex { $0.clientID == workout.clientID }
      if index == nil { groups.append(WorkoutGroup(clientID: workout.clientID, inviter: workout.inviter)) }
      groups[index ?? groups.count - 1].workouts.append(workout)
    }
    return groups.filter { !$0.workouts.isEmpty || request.text("cursor") == nil }
  }
}

// MARK: What it shows

private struct ShownWorkouts: PageModel {
  let problem: Problem?
  let done: WorkoutsPage.Message?
  let invitations: [WaitingInvitation]
  let groups: [WorkoutGroup]
  let olderURL: String?

  static let variables: [PageVariable<Self>] = [
    // The page has no field that could be wrong.
    .flag("hasFailed") { $0.problem?.code == .eventInvalid },
    .one("done") { $0.done }, .flag("hasInvitations") { !$0.invitations.isEmpty },
    .list("invitations") { $0.invitations.enumerated().map { OpenInvitation(index: $0, waiting: $1) } },
    .flag("hasGroups") { !$0.groups.isEmpty },
    .list("groups") { $0.groups.enumerated().map { ShownGroup(index: $0, group: $1) } },
    .flag("hasLeaving") { $0.groups.contains { $0.leaveURL != nil } }, .text("older") { $0.olderURL },
  ]
}

private struct OpenInvitation: PageModel {
  let index: Int
  let waiting: WaitingInvitation

  static let variables: [PageVariable<Self>] = [
    .text("id") { $0.waiting.details.invitation.id }, .text("htmlID") { "invitation-\($0.index)" },
    .object("inviter", .text("displayName") { $0.waiting.inviterName }),
    .calendarDay("expiresOn") { $0.waiting.details.invitation.lastDay },
  ]
}

/// What the page asks before the person leaves an inviter.
private struct LeftInviter: PageModel {
  let clientID: String
  let inviter: InviterName

  static let variables: [PageVariable<Self>] = [
    .text("id") { $0.clientID }, .object("inviter", .text("displayName") { $0.inviter.displayName }),
  ]
}

/// The workouts of one inviter.
private struct WorkoutGroup {
  let clientID: String
  let inviter: InviterName?
  /// Nil if the person has left the inviter.
  var leaveURL: String?
  var workouts: [Workout] = []
}

private struct ShownGroup: PageModel {
  let index: Int
  let group: WorkoutGroup

  static let variables: [PageVariable<Self>] = [
    .text("htmlID") { "group-\($0.index)" }, .text("leaveURL") { $0.group.leaveURL },
    .object("inviter", .text("displayName") { $0.group.inviter?.displayName }),
    .flag("hasWorkouts") { !$0.group.workouts.isEmpty },
    .list("workouts") { group in
      group.group.workouts.enumerated().map { ShownWorkout(htmlID: "workout-\(group.index)-\($0)", workout: $1) }
    },
  ]
}

private struct ShownWorkout: PageModel {
  let htmlID: String
  let workout: Workout

  static let variables: [PageVariable<Self>] = [
    .text("id") { $0.workout.id }, .text("htmlID") { $0.htmlID }, .text("title") { $0.workout.title },
    .schedule("scheduledFor") { $0.workout }, .day("completedAt") { $0.workout.completedAt },
    .flag("isOpen") { $0.workout.completedAt == nil }, .flag("hasDetails") { !$0.details.isEmpty },
    .list("details") { $0.details },
  ]

  /// The text that an inviter writes on the page needs no name.
  private var details: [Detail] {
    (workout.details.members?.pairs ?? []).compactMap { name, value in
      switch value {
      case .string(let text) where name == ClientPage.workoutText: Detail(name: nil, value: text)
      case .string(let text), .number(let text): Detail(name: name, value: text)
      default: nil
      }
    }
  }

  private struct Detail: PageModel {
    let name: String?
    let value: String

    static let variables: [PageVariable<Self>] = [.text("name") { $0.name }, .text("value") { $0.value }]
  }
}
