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
    let known = try request.read(GetAccount.self, [:])
    let clients = known["clients"]?.array ?? []
    let common = request.accountVariables(done: ["accepted", "completed", "left"])
    if request.text("step") == "leave" || request.action == "leave",
      let client = clients.first(where: { $0["id"]?.string == request.text("clientId") })
    {
      return PageResponse("isAsked", client.merging(common))
    }
    var invitations: [JSON] = []
    for (index, invitation) in (known["invitations"]?.array ?? []).enumerated() {
      let expiresOn = try request.shown(lastDayOf: invitation)
      invitations.append(
        invitation.merging(.object(["expiresOn": expiresOn, "htmlID": .string("invitation-\(index)")])))
    }
    let isInvitee = request.call.caller?.role == request.environment.policy.roles.invitee
    let list = isInvitee ? try request.read(ListWorkouts.self, request.texts("cursor")) : [:]
    let groups = try groups(list["workouts"]?.array ?? [], clients, request)
    return PageResponse(
      "isShown",
      .object([
        "hasInvitations": .bool(!invitations.isEmpty), "invitations": .array(invitations),
        "hasGroups": .bool(!groups.isEmpty), "groups": .array(groups),
        "older": list["nextCursor"]?.string.map { .string(request.url(path, ["cursor": $0])) },
      ]).merging(common))
  }

  package static func act(_ request: PageRequest) throws(Problem) -> PageResponse {
    switch request.action {
    case "accept":
      _ = try request.perform(AcceptInvitation.self, request.texts("invitationId"))
      return request.again(done: "accepted")
    case "complete":
      _ = try request.perform(CompleteWorkout.self, request.texts("workoutId"))
      return request.again(done: "completed")
    case "leave":
      _ = try request.perform(LeaveInviter.self, request.texts("clientId"))
      return request.again(done: "left")
    default: return try show(request)
    }
  }

  /// The workouts by inviter. On the first page an inviter without workouts is shown too.
  private static func groups(
    _ workouts: [JSON], _ clients: [JSON], _ request: PageRequest
  ) throws(Problem) -> [JSON] {
    var groups = clients.map { (id: $0["id"]?.string ?? "", inviter: $0["inviter"]?["displayName"], isOwn: true) }
    for workout in workouts {
      let id = workout["clientId"]?.string ?? ""
      if !groups.contains(where: { $0.id == id }) { groups.append((id, workout["inviter"]?["displayName"], false)) }
    }
    var shown: [JSON] = []
    for (index, group) in groups.enumerated() {
      var own: [JSON] = []
      for workout in workouts where workout["clientId"]?.string == group.id {
        own.append(try self.shown(workout, id: "workout-\(index)-\(own.count)", request))
      }
      guard !own.isEmpty || request.text("cursor") == nil else { continue }
      shown.append(
        .object([
          "inviter": group.inviter.map { ["displayName": $0] }, "hasWorkouts": .bool(!own.isEmpty),
          "workouts": .array(own), "htmlID": .string("group-\(index)"),
          "leaveURL": group.isOwn ? .string(request.url(path, ["step": "leave", "clientId": group.id])) : nil,
        ]))
    }
    return shown
  }

  private static func shown(_ workout: JSON, id: String, _ request: PageRequest) throws(Problem) -> JSON {
    let details = (workout["details"]?.members?.pairs ?? []).compactMap { name, value -> JSON? in
      switch value {
      // The text that an inviter writes on the page needs no name.
      case .string(let text) where name == ClientPage.workoutText: ["value": .string(text)]
      case .string(let text), .number(let text): ["name": .string(name), "value": .string(text)]
      default: nil
      }
    }
    return .object([
      "id": workout["id"], "htmlID": .string(id), "title": workout["title"],
      "scheduledFor": try request.shown(schedule: workout),
      "completedAt": try request.shown(workout["completedAt"]), "isOpen": .bool(workout["completedAt"] == nil),
      "hasDetails": .bool(!details.isEmpty), "details": .array(details),
    ])
  }
}
