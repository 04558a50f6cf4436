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

  package static func show(_ request: PageRequest) throws(Problem) -> PageResponse {
    let known = try request.read(GetAccount.self)
    let common = request.accountVariables(done: ["accepted", "completed", "left"])
    if request.text("step") == "leave" || request.action == "leave",
      let (client, inviter) = known.clients.first(where: { $0.client.id == request.text("clientId") })
    {
      let left: JSON = ["id": .string(client.id), "inviter": ["displayName": .string(inviter.displayName)]]
      return PageResponse("isAsked", left.merging(common))
    }
    var invitations: [JSON] = []
    for (index, waiting) in known.invitations.enumerated() {
      let invitation = waiting.offer.invitation
      invitations.append([
        "id": .string(invitation.id), "htmlID": .string("invitation-\(index)"),
        "inviter": ["displayName": .string(waiting.inviterName)],
        "expiresOn": try request.shown(lastDayEndingAt: invitation.expiresAt),
      ])
    }
    let isInvitee = request.call.caller?.role == request.environment.policy.roles.invitee
    let list = isInvitee ? try request.read(ListWorkouts.self, request.texts("cursor")) : nil
    let groups = try groups(list?.items ?? [], known.clients, request)
    return PageResponse(
      "isShown",
      .object([
        "hasInvitations": .bool(!invitations.isEmpty), "invitations": .array(invitations),
        "hasGroups": .bool(!groups.isEmpty), "groups": .array(groups),
        "older": list?.nextCursor.map { .string(request.url(path, ["cursor": $0])) },
      ]).merging(common))
  }

  package static func act(_ request: PageRequest) throws(Problem) -> PageResponse {
    switch request.action {
    case "accept":
      try request.perform(AcceptInvitation.self, request.texts("invitationId"))
      return request.again(done: "accepted")
    case "complete":
      try request.perform(CompleteWorkout.self, request.texts("workoutId"))
      return request.again(done: "completed")
    case "leave":
      try request.perform(LeaveInviter.self, request.texts("clientId"))
      return request.again(done: "left")
    default: return try show(request)
    }
  }

  /// The workouts by inviter. On the first page an inviter without workouts is shown too.
  private static func groups(
    _ workouts: [Workout], _ clients: [(client: Client, inviter: InviterName)], _ request: PageRequest
  ) throws(Problem) -> [JSON] {
    var groups = clients.map { (id: $0.client.id, inviter: Optional($0.inviter), isOwn: true) }
    for workout in workouts where !groups.contains(where: { $0.id == workout.clientID }) {
      groups.append((workout.clientID, workout.inviter, false))
    }
    var shown: [JSON] = []
    for (index, group) in groups.enumerated() {
      var own: [JSON] = []
      for workout in workouts where workout.clientID == group.id {
        own.append(try self.shown(workout, id: "workout-\(index)-\(own.count)", request))
      }
      guard !own.isEmpty || request.text("cursor") == nil else { continue }
      shown.append(
        .object([
          "inviter": group.inviter.map { ["displayName": .string($0.displayName)] }, "hasWorkouts": .bool(!own.isEmpty),
          "workouts": .array(own), "htmlID": .string("group-\(index)"),
          "leaveURL": group.isOwn ? .string(request.url(path, ["step": "leave", "clientId": group.id])) : nil,
        ]))
    }
    return shown
  }

  private static func shown(_ workout: Workout, id: String, _ request: PageRequest) throws(Problem) -> JSON {
    let details = (workout.details.members?.pairs ?? []).compactMap { name, value -> JSON? in
      switch value {
      // The text that an inviter writes on the page needs no name.
      case .string(let text) where name == ClientPage.workoutText: ["value": .string(text)]
      case .string(let text), .number(let text): ["name": .string(name), "value": .string(text)]
      default: nil
      }
    }
    return .object([
      "id": .string(workout.id), "htmlID": .string(id), "title": .string(workout.title),
      "scheduledFor": try request.shown(scheduleOf: workout),
      "completedAt": try request.shown(workout.completedAt), "isOpen": .bool(workout.completedAt == nil),
      "hasDetails": .bool(!details.isEmpty), "details": .array(details),
    ])
  }
}
