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
      guard let workout = found.workouts.first(where: { $0.id == request.text("workout") }) else {
        throw Problem(.workoutNotFound, "the client has no such workout")
      }
      section = request.text("view") == "workout" ? "isWorkout" : "isRemoveWorkout"
      own = request.edited(workout)
    default: section = "isShown"
    }
    var shownWorkouts: [JSON] = []
    for workout in found.workouts { shownWorkouts.append(try request.shown(workout: workout)) }
    let deliveries = try request.shown(found.deliveries)
    return PageResponse(
      section,
      try request.described(found)
        .merging(
          .object([
            "workouts": .array(shownWorkouts), "deliveries": .array(deliveries),
            "hasDeliveries": deliveries.isEmpty ? nil : true,
            // An empty field of a refused form means the inviter's language.
            "locales": request.languages(
              chosen: request.data.has("locale") ? request.text("locale") : found.entry.client.locale),
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
      try request.perform(UpdateClient.self, event)
      return request.again(done: "saved", with: ["id"])
    case "resend":
      return try resend(request).merging(request.inviterNavigation)
    case "revoke":
      try request.perform(RevokeInvitation.self, try request.invitationID())
      return request.again(done: "revoked", with: ["id"])
    case "remove":
      try request.perform(RemoveClient.self, request.clientID)
      return PageResponse(location: request.url(ClientsPage.path, ["done": "removed"]))
    case "assign":
      try request.perform(AssignWorkout.self, request.clientID.merging(request.workout(changing: nil)))
      return request.again(done: "assigned", with: ["id"])
    case "update-workout":
      let event = try request.workoutID.merging(request.workout(changing: request.storedWorkout()))
      try request.perform(UpdateWorkout.self, event)
      return request.again(done: "updated", with: ["id"])
    case "remove-workout":
      try request.perform(RemoveWorkout.self, request.workoutID)
      return request.again(done: "withdrawn", with: ["id"])
    default: return try show(request)
    }
  }

  /// Sends the invitation again, to another address if the form has one. One that looks mistyped is asked about first.
  private static func resend(_ request: PageRequest) throws(Problem) -> PageResponse {
    let found = try request.read(GetClient.self, request.clientID)
    var event = request.texts("deliver").merging(["invitationId": .string(found.entry.invitation.id)])
    if let typed = request.chosenAddress, typed != found.entry.client.email?.text {
      if !request.hasChosenAddress, let meant = request.meant(by: typed) {
        let question: JSON = ["suggestion": .string(meant.text), "typed": .string(typed)]
        return PageResponse("isAddressAsked", try request.described(found).merging(question))
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
    ["invitationId": .string(try read(GetClient.self, clientID).entry.invitation.id)]
  }

  /// The workout that is changed, whose other details the page keeps.
  fileprivate func storedWorkout() throws(Problem) -> Workout? {
    try read(GetClient.self, clientID).workouts.first { $0.id == text("workout") }
  }

  /// The members of a workout's event. The day is the beginning of one (UTC). An unchanged day keeps the time of the
  /// stored one, and no day removes it. A description that is not text is kept.
  fileprivate func workout(changing stored: Workout?) -> JSON {
    let day = text("day")
    let isSame = stored.flatMap(self.day) == day
    // Apps that know only times get the beginning of the day.
    let scheduledFor = day.map { JSON.string("\($0)T00:00:00Z") } ?? .null
    let kept = stored?.details.members?.pairs.filter { $0.name != ClientPage.workoutText || $0.value.string == nil }
    let description = JSON.object([ClientPage.workoutText: text("details").map(JSON.string)])
    return texts("title").merging(
      .object([
        "scheduledFor": isSame ? nil : scheduledFor, "scheduledOn": isSame ? nil : day.map(JSON.string) ?? .null,
        "details": JSON.object(JSON.Members(kept?.map { ($0.name, $0.value) } ?? [])).merging(description),
      ]))
  }

  /// The day of a workout in the form.
  fileprivate func day(of workout: Workout) -> String? {
    workout.scheduledOn ?? workout.scheduledFor.map { String($0.rfc3339.prefix(10)) }
  }

  /// The fields of the form, as members of an event that removes what is empty.
  fileprivate func textsOrNull(_ names: String...) -> JSON {
    .object(JSON.Members(names.map { name in (name, text(name).map(JSON.string) ?? .null) }))
  }
}

// MARK: Variables

extension PageRequest {
  /// The client and the invitation.
  fileprivate func described(_ found: GetClient.Output) throws(Problem) -> JSON {
    let (client, invitation) = (found.entry.client, found.entry.invitation)
    let status = invitation.status(at: found.now)
    let isOpen = status == .pending || status == .expired || status == .declined
    // An invitation that was sent again keeps the day of an earlier refusal.
    let declined = status == .declined ? invitation : nil
    return .object([
      "clientName": .string(client.name), "clientEmail": client.email.map { .string($0.text) },
      "clientPhone": client.phone.map(JSON.string), "clientNotes": client.notes.map(JSON.string),
      "clientId": .string(client.id),
      "clientLocale": client.locale.map { .string(ProfileForm.name(ofLanguage: $0)) },
      "listURL": .string(url(ClientsPage.path)), "pageURL": .string(url(ClientPage.path, ["id": text("id")])),
      "sentOn": try shown(invitation.sentAt, day: true),
      "expiresOn": try shown(lastDayEndingAt: invitation.expiresAt),
      "acceptedOn": try shown(invitation.acceptedAt, day: true),
      "declinedOn": try shown(declined?.declinedAt, day: true),
      "declineReason": (declined?.declineReason).map(JSON.string),
      "lastSignInOn": try recent(found.entry.lastSignInAt, day: true),
      "canResend": isOpen ? true : nil, "canRevoke": status == .pending ? true : nil,
    ]).merging(InvitationState(found.entry, at: found.now).json)
  }

  fileprivate func shown(workout: Workout) throws(Problem) -> JSON {
    .object([
      "workoutTitle": .string(workout.title), "workoutDay": try shown(scheduleOf: workout),
      "workoutDescription": description(of: workout), "completedOn": try shown(workout.completedAt, day: true),
      "workoutURL": .string(url(ClientPage.path, ["id": text("id"), "view": "workout", "workout": workout.id])),
    ])
  }

  /// The values of the form that changes a workout.
  fileprivate func edited(_ workout: Workout) -> JSON {
    .object([
      "workoutId": .string(workout.id), "workoutTitle": .string(workout.title),
      "removeURL": .string(
        url(ClientPage.path, ["id": text("id"), "view": "remove-workout", "workout": text("workout")])),
      "workoutDate": day(of: workout).map(JSON.string),
      "workoutDescription": description(of: workout),
    ])
  }

  /// The text that an inviter has written on the page. Apps may have stored something else there.
  private func description(of workout: Workout) -> JSON? {
    workout.details[ClientPage.workoutText]?.string.map(JSON.string)
  }

  fileprivate func shown(_ deliveries: [MessageDelivery]) throws(Problem) -> [JSON] {
    var states: [JSON] = []
    for delivery in deliveries {
      let isSuppressed = delivery.text == MessageDelivery.suppressed
      let section =
        switch delivery.status {
        case _ where isSuppressed: "isSuppressed"
        case .queued: "isQueued"
        case .sent: "isSent"
        case .delayed: "isDelayed"
        case .delivered: "isDelivered"
        case .bounced: "isBounced"
        case .failed: "isFailed"
        case .cancelled: "isCancelled"
        case .unknown: "isUnknown"
        }
      let why = isSuppressed ? nil : delivery.reason.map { JSON.object(JSON.Members([($0.rawValue, true)])) }
      let said = isSuppressed ? nil : delivery.text.map(JSON.string)
      states.append(
        .object(
          JSON.Members([
            ("deliveredOn", try recent(delivery.at) ?? .null), (section, true), ("why", why ?? .null),
            ("deliveryReason", said ?? .null),
          ])))
    }
    return states
  }
}
