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

  private enum Section: String, PageFlag {
    case isShown, isEdit, isRevoke, isRemove, isAssign, isWorkout, isRemoveWorkout, isResent, isAddressAsked
  }

  fileprivate enum Message: String, PageFlag { case saved, revoked, assigned, updated, withdrawn }

  private enum Form: String {
    case update, resend, revoke, remove, assign
    case updateWorkout = "update-workout"
    case removeWorkout = "remove-workout"
  }

  package static var variables: [String] {
    [
      Section.names, ShownClient.names, LanguageField.names, EditedWorkout.names,
      SentInvitationResult.names, AddressQuestion.names, InviterNavigation.names,
    ]
      + form(errors: "name", "email", "phone", "notes", "locale", "title", "scheduledFor", "details")
  }

  package static func show(_ request: PageRequest) throws(Problem) -> PageResponse {
    let found = try request.read(GetClient.self, request.clientID)
    let section: Section
    var edited: Workout?
    switch request.text("view") {
    case "edit": section = .isEdit
    case "revoke": section = .isRevoke
    case "remove": section = .isRemove
    case "assign" where !found.entry.client.isErased:
      guard request.isForm || request.text("event") != nil else { return request.withOwnEvent() }
      section = .isAssign
    case "workout", "remove-workout":
      let workout = try request.workout(of: found.entry.client)
      section = request.text("view") == "workout" ? .isWorkout : .isRemoveWorkout
      edited = workout
    default: section = .isShown
    }
    // An empty field of a refused form means the inviter's language.
    let locale = request.data.has("locale") ? request.text("locale") : found.entry.client.locale
    let shown = try request.page(
      section, ShownClient(found: found, workouts: try request.latestWorkouts(found), request: request),
      request.languages(chosen: locale),
      request.inviterNavigation)
    guard let edited else { return shown }
    return shown.merging(try EditedWorkout(workout: edited, request: request).json(request.times))
  }

  package static func act(_ request: PageRequest) throws(Problem) -> PageResponse {
    switch request.form(Form.self) {
    case .update:
      // An empty name is refused, not left as it was.
      let name: JSON = .object(["name": request.data.optionalText("name").map(JSON.string)])
      let event = request.clientID.merging(name).merging(request.textsOrNull("phone", "notes", "locale"))
      try request.perform(UpdateClient.self, event)
      return request.again(done: Message.saved, with: ["id"])
    case .resend: return try resend(request)
    case .revoke:
      try request.perform(RevokeInvitation.self, try request.invitationID())
      return request.again(done: Message.revoked, with: ["id"])
    case .remove:
      try request.perform(RemoveClient.self, request.clientID)
      return PageResponse(location: request.url(ClientsPage.path, ["done": "removed"]))
    case .assign:
      try request.perform(AssignWorkout.self, try request.clientID.merging(request.workout(changing: nil)))
      return request.again(done: Message.assigned, with: ["id"])
    case .updateWorkout:
      let event = try request.workoutID.merging(request.workout(changing: request.storedWorkout()))
      try request.perform(UpdateWorkout.self, event)
      return request.again(done: Message.updated, with: ["id"])
    case .removeWorkout:
      try request.perform(RemoveWorkout.self, request.workoutID)
      return request.again(done: Message.withdrawn, with: ["id"])
    case nil: return try show(request)
    }
  }

  /// Sends the invitation again, to another address if the form has one. One that looks mistyped is asked about first.
  private static func resend(_ request: PageRequest) throws(Problem) -> PageResponse {
    let found = try request.read(GetClient.self, request.clientID)
    var event = request.texts("deliver").merging(["invitationId": .string(found.entry.invitation.id)])
    if let typed = request.chosenAddress, typed != found.entry.client.email?.text {
      if !request.hasChosenAddress, let meant = request.meant(by: typed) {
        return try request.page(
          Section.isAddressAsked, ShownClient(found: found, workouts: found.workouts, request: request),
          AddressQuestion(typed: typed, suggestion: meant.text), request.inviterNavigation)
      }
      event = event.merging(["email": .string(typed)])
    }
    let sent = try request.perform(ResendInvitation.self, event)
    return try request.page(
      Section.isResent, NamedClient(client: found.entry.client),
      SentInvitationResult(sent: Fields(sent), request: request), request.inviterNavigation)
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
  fileprivate func storedWorkout() throws(Problem) -> Workout {
    try workout(of: try read(GetClient.self, clientID).entry.client)
  }

  /// The members of a workout's event. The day is the beginning of one (UTC). A day that is still the one that the form
  /// had keeps the stored time, and no day removes it. A description that is not text is kept.
  fileprivate func workout(changing stored: Workout?) throws(Problem) -> JSON {
    let day = text("day")
    let isSame = try stored.flatMap { (workout) throws(Problem) in try times.isoDay(of: workout) } == day
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

  /// The fields of the form, as members of an event that removes what is empty.
  fileprivate func textsOrNull(_ names: String...) -> JSON {
    .object(JSON.Members(names.map { name in (name, text(name).map(JSON.string) ?? .null) }))
  }
}

// MARK: What it shows

/// The client, the invitation with what became of its messages, and the workouts.
private struct ShownClient: PageModel {
  let found: GetClient.Output
  let workouts: [Workout]
  let request: PageRequest

  private var client: Client { found.entry.client }
  private var invitation: Invitation { found.entry.invitation }
  private var status: Invitation.Status { invitation.status(at: found.now) }
  /// An invitation that was sent again keeps the day of an earlier refusal.
  private var declined: Invitation? { status == .declined ? invitation : nil }

  static let variables: [PageVariable<Self>] = [
    .one("done") { $0.request.done(ClientPage.Message.self) },
    .text("clientId") { $0.client.id }, .all { NamedClient(client: $0.client) },
    .text("clientPhone") { $0.client.phone }, .text("clientNotes") { $0.client.notes },
    .text("clientLocale") { $0.client.locale.map(ProfileForm.name(ofLanguage:)) },
    .text("listURL") { $0.request.url(ClientsPage.path) },
    .text("pageURL") { $0.request.url(ClientPage.path, ["id": $0.client.id]) },
    .one { InvitationState($0.found.entry, at: $0.found.now) },
    .day("sentOn") { $0.invitation.sentAt }, .calendarDay("expiresOn") { $0.invitation.lastDay },
    .day("acceptedOn") { $0.invitation.acceptedAt }, .day("declinedOn") { $0.declined?.declinedAt },
    .text("declineReason") { $0.declined?.declineReason },
    .recentDay("lastSignInOn") { $0.found.entry.lastSignInAt },
    .flag("canResend") { [.pending, .expired, .declined].contains($0.status) },
    .flag("canInviteAgain") { $0.status == .revoked && $0.client.email != nil && !$0.client.isErased },
    .flag("canRevoke") { $0.status == .pending },
    .list("workouts") { shown in shown.workouts.map { AssignedWorkout(workout: $0, request: shown.request) } },
    .flag("hasDeliveries") { !$0.found.deliveries.isEmpty },
    .list("deliveries") { $0.found.deliveries.map(ShownDelivery.init) },
  ]
}

extension PageRequest {
  /// The workouts that the page lists: the latest ones, oldest first. `get-client` has the first ones.
  fileprivate func latestWorkouts(_ found: GetClient.Output) throws(Problem) -> [Workout] {
    guard found.workouts.count == ListPage.defaultLimit else { return found.workouts }
    return try environment.read(call) { (decision) throws(Problem) in
      try decision.teams.of(try decision.requireCaller()).latestWorkouts(ofClient: found.entry.client.id)
    }
  }

  /// The workout that the page's address names.
  fileprivate func workout(of client: Client) throws(Problem) -> Workout {
    let id = text("workout") ?? ""
    let found = try environment.read(call) { (decision) throws(Problem) in
      try decision.teams.of(try decision.requireCaller()).workout(id)
    }
    guard found.clientID == client.id else {
      throw Problem(.workoutNotFound, "the client has no such workout")
    }
    return found
  }
}

private struct AssignedWorkout: PageModel {
  let workout: Workout
  let request: PageRequest

  static let variables: [PageVariable<Self>] = [
    .text("workoutTitle") { $0.workout.title }, .schedule("workoutDay") { $0.workout },
    .text("workoutDescription") { $0.workout.description }, .day("completedOn") { $0.workout.completedAt },
    .text("workoutURL") { $0.request.clientURL(view: "workout", workout: $0.workout) },
  ]
}

/// The form that changes a workout.
private struct EditedWorkout: PageModel {
  let workout: Workout
  let request: PageRequest

  static let variables: [PageVariable<Self>] = [
    .text("workoutId") { $0.workout.id }, .text("workoutTitle") { $0.workout.title },
    .isoDay("workoutDate") { $0.workout }, .text("workoutDescription") { $0.workout.description },
    .text("removeURL") { $0.request.clientURL(view: "remove-workout", workout: $0.workout) },
  ]
}

extension Workout {
  /// The text that an inviter has written on the page. Apps may have stored something else there.
  fileprivate var description: String? { details[ClientPage.workoutText]?.string }
}

extension PageRequest {
  /// A view of the client about one workout.
  fileprivate func clientURL(view: String, workout: Workout) -> String {
    url(ClientPage.path, ["id": text("id"), "view": view, "workout": workout.id])
  }
}

/// What became of one message of the invitation.
private struct ShownDelivery: PageModel {
  let delivery: MessageDelivery

  private var isSuppressed: Bool { delivery.isSuppressed }

  static let variables: [PageVariable<Self>] = [
    .recentDay("deliveredOn") { $0.delivery.at }, .one { $0.state },
    .one("why") { $0.isSuppressed ? nil : $0.delivery.reason },
    .text("deliveryReason") { $0.isSuppressed ? nil : $0.delivery.text },
  ]

  private enum State: String, PageFlag {
    case isQueued, isSent, isDelayed, isDelivered, isBounced, isFailed, isCancelled, isUnknown, isSuppressed
  }

  private var state: State {
    switch delivery.status {
    case _ where isSuppressed: .isSuppressed
    case .queued: .isQueued
    case .sent: .isSent
    case .delayed: .isDelayed
    case .delivered: .isDelivered
    case .bounced: .isBounced
    case .failed: .isFailed
    case .cancelled: .isCancelled
    case .unknown: .isUnknown
    }
  }
}

extension BounceReason: PageFlag {}
