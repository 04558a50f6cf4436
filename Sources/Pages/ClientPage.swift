// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Storage

/// The page of one client: its data, its invitation and its workouts.
package enum ClientPage: BrowserPage {
  package static let name = "client-page"
  package static let page = "client"
  package static let path = "client"
  package static let menuEntry: MenuEntry? = .clients
  /// The member of a workout's details with the text that an inviter writes on the page.
  static let workoutText = "description"
  package static let repeated = [
    "name", "email", "phone", "notes", "locale", "deliver", "title", "day", "details", "workout",
  ]
  package static let identifying = ["id", "view", "workout", "event"]

  package static func show(_ request: PageRequest) throws(Problem) -> PageResponse {
    let found = try request.read(GetClient.self, request.clientID)
    let workouts = found["workouts"]?.array ?? []
    let section: String
    var own: JSON = [:]
    switch request.text("view") {
    case "edit": section = "isEdit"
    case "revoke": section = "isRevoke"
    case "remove": section = "isRemove"
    case "assign":
      guard request.isForm || request.text("event") != nil else { return request.withOwnEvent() }
      section = "isAssign"
    case "workout", "remove-workout":
      guard let workout = workouts.first(where: { $0["id"]?.string == request.text("workout") }) else {
        throw Problem(.workoutNotFound, "the client has no such workout")
      }
      section = request.text("view") == "workout" ? "isWorkout" : "isRemoveWorkout"
      own = try request.edited(workout)
    default: section = "isShown"
    }
    let client = found["client"] ?? [:]
    var shownWorkouts: [JSON] = []
    for workout in workouts { shownWorkouts.append(try request.shown(workout: workout)) }
    let deliveries = try request.deliveries(found)
    return PageResponse(
      section,
      try request.described(client, found["invitation"] ?? [:])
        .merging(
          .object([
            "workouts": .array(shownWorkouts), "deliveries": .array(deliveries),
            "hasDeliveries": deliveries.isEmpty ? nil : true,
            // An empty field of a refused form means the inviter's language.
            "locales": request.languages(
              chosen: request.data.has("locale") ? request.text("locale") : client["locale"]?.string),
          ])
        ).merging(own).merging(request.inviterNavigation)
        .merging(request.doneVariables(["saved", "revoked", "assigned", "updated", "withdrawn"])))
  }

  package static func act(_ request: PageRequest) throws(Problem) -> PageResponse {
    switch request.action {
    case "update":
      // An empty name is refused, not left as it was.
      let name: JSON = .object(["name": request.data.optionalText("name").map(JSON.string)])
      let event = request.clientID.merging(name).merging(request.textsOrNull("phone", "notes", "locale"))
      _ = try request.perform(UpdateClient.self, event)
      return request.again(done: "saved", with: ["id"])
    case "resend":
      return try resend(request).merging(request.inviterNavigation)
    case "revoke":
      _ = try request.perform(RevokeInvitation.self, try request.invitationID())
      return request.again(done: "revoked", with: ["id"])
    case "remove":
      _ = try request.perform(RemoveClient.self, request.clientID)
      return PageResponse(location: request.url(ClientsPage.path, ["done": "removed"]))
    case "assign":
      _ = try request.perform(AssignWorkout.self, request.clientID.merging(request.workout(changing: nil)))
      return request.again(done: "assigned", with: ["id"])
    case "update-workout":
      let event = try request.workoutID.merging(request.workout(changing: request.storedWorkout()))
      _ = try request.perform(UpdateWorkout.self, event)
      return request.again(done: "updated", with: ["id"])
    case "remove-workout":
      _ = try request.perform(RemoveWorkout.self, request.workoutID)
      return request.again(done: "withdrawn", with: ["id"])
    default: return try show(request)
    }
  }

  /// Sends the invitation again, to another address if the form has one. One that looks mistyped is asked about first.
  private static func resend(_ request: PageRequest) throws(Problem) -> PageResponse {
    let found = try request.read(GetClient.self, request.clientID)
    var event = JSON.object(["invitationId": found["invitation"]?["id"]]).merging(request.texts("deliver"))
    if let typed = request.chosenAddress, typed != found["client"]?["email"]?.string {
      if !request.hasChosenAddress, let meant = request.meant(by: typed) {
        let question: JSON = ["suggestion": .string(meant.text), "typed": .string(typed)]
        return PageResponse(
          "isAddressAsked",
          try request.described(found["client"] ?? [:], found["invitation"] ?? [:]).merging(question))
      }
      event = event.merging(["email": .string(typed)])
    }
    return PageResponse("isResent", request.variables(ofSent: try request.perform(ResendInvitation.self, event)))
  }
}

extension PageRequest {
  fileprivate var clientID: JSON { ["clientId": .string(text("id") ?? "")] }
  fileprivate var workoutID: JSON { ["workoutId": .string(text("workout") ?? "")] }

  /// The invitation of the client of this page.
  fileprivate func invitationID() throws(Problem) -> JSON {
    let found = try read(GetClient.self, clientID)
    return .object(["invitationId": found["invitation"]?["id"]])
  }

  /// The workout that is changed, whose other details the page keeps.
  fileprivate func storedWorkout() throws(Problem) -> JSON {
    let workouts = try read(GetClient.self, clientID)["workouts"]?.array ?? []
    return workouts.first { $0["id"]?.string == text("workout") } ?? [:]
  }

  /// The members of a workout's event. The day is the beginning of one (UTC). An unchanged day keeps the time of the
  /// stored one, and no day removes it. A description that is not text is kept.
  fileprivate func workout(changing stored: JSON?) -> JSON {
    let day = text("day")
    let isSame = stored.map { self.day(of: $0) == day } ?? (day == nil)
    // Apps that know only times get the beginning of the day.
    let scheduledFor = day.map { JSON.string("\($0)T00:00:00Z") } ?? .null
    let kept = stored?["details"]?.members?.pairs.filter { $0.name != ClientPage.workoutText || $0.value.string == nil }
    let description = JSON.object([ClientPage.workoutText: text("details").map(JSON.string)])
    return texts("title").merging(
      .object([
        "scheduledFor": isSame ? nil : scheduledFor, "scheduledOn": isSame ? nil : day.map(JSON.string) ?? .null,
        "details": JSON.object(JSON.Members(kept?.map { ($0.name, $0.value) } ?? [])).merging(description),
      ]))
  }

  /// The day of a workout in the form.
  fileprivate func day(of workout: JSON) -> String? {
    workout["scheduledOn"]?.string ?? workout["scheduledFor"]?.string.map { String($0.prefix(10)) }
  }

  /// The fields of the form, as members of an event that removes what is empty.
  fileprivate func textsOrNull(_ names: String...) -> JSON {
    .object(JSON.Members(names.map { name in (name, text(name).map(JSON.string) ?? .null) }))
  }
}

// MARK: Variables

extension PageRequest {
  /// The client and the invitation.
  fileprivate func described(_ client: JSON, _ invitation: JSON) throws(Problem) -> JSON {
    let status = invitation["status"]?.string.flatMap(Invitation.Status.init)
    let isOpen = status == .pending || status == .expired || status == .declined
    return .object([
      "clientName": client["name"], "clientEmail": client["email"], "clientPhone": client["phone"],
      "clientNotes": client["notes"], "clientId": client["id"],
      "clientLocale": client["locale"]?.string.map { .string(ProfileForm.name(ofLanguage: $0)) },
      "listURL": .string(url(ClientsPage.path)), "pageURL": .string(url(ClientPage.path, ["id": text("id")])),
      "sentOn": try shown(invitation["sentAt"], day: true), "expiresOn": try shown(lastDayOf: invitation),
      "acceptedOn": try shown(invitation["acceptedAt"], day: true),
      "declinedOn": try shown(invitation["declinedAt"], day: true), "declineReason": invitation["declineReason"],
      "lastSignInOn": try recent(invitation["lastSignInAt"], day: true),
      "canResend": isOpen ? true : nil, "canRevoke": status == .pending ? true : nil,
    ]).merging(InvitationState(client.merging(["invitation": invitation])).json)
  }

  fileprivate func shown(workout: JSON) throws(Problem) -> JSON {
    let id = workout["id"]?.string ?? ""
    return .object([
      "workoutTitle": workout["title"], "workoutDay": try shown(schedule: workout),
      "workoutDescription": workout["details"]?[ClientPage.workoutText]?.string.map(JSON.string),
      "completedOn": try shown(workout["completedAt"], day: true),
      "workoutURL": .string(url(ClientPage.path, ["id": text("id"), "view": "workout", "workout": id])),
    ])
  }

  /// The values of the form that changes a workout.
  fileprivate func edited(_ workout: JSON) throws(Problem) -> JSON {
    .object([
      "workoutId": workout["id"], "workoutTitle": workout["title"],
      "removeURL": .string(
        url(ClientPage.path, ["id": text("id"), "view": "remove-workout", "workout": text("workout")])),
      "workoutDate": day(of: workout).map(JSON.string),
      "workoutDescription": workout["details"]?[ClientPage.workoutText]?.string.map(JSON.string),
    ])
  }

  fileprivate func deliveries(_ found: JSON) throws(Problem) -> [JSON] {
    var states: [JSON] = []
    for delivery in found["deliveries"]?.array ?? [] {
      let isSuppressed = delivery["text"]?.string == MessageDelivery.suppressed
      let section =
        switch delivery["status"]?.string.flatMap(MessageDelivery.Status.init) {
        case _ where isSuppressed: "isSuppressed"
        case .queued: "isQueued"
        case .sent: "isSent"
        case .delayed: "isDelayed"
        case .delivered: "isDelivered"
        case .bounced: "isBounced"
        case .failed: "isFailed"
        case .cancelled: "isCancelled"
        case .unknown, nil: "isUnknown"
        }
      let why = isSuppressed ? nil : delivery["reason"]?.string.map { JSON.object(JSON.Members([($0, true)])) }
      let said = isSuppressed ? nil : delivery["text"]
      states.append(
        .object(
          JSON.Members([
            ("deliveredOn", try recent(delivery["at"]) ?? .null), (section, true), ("why", why ?? .null),
            ("deliveryReason", said ?? .null),
          ])))
    }
    return states
  }
}
