// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Storage

/// The page of an inviter's clients: the list, invitations to one or many, links by which people join, the team, and
/// the report as a picture.
package enum ClientsPage: BrowserPage {
  package static let name = "clients-page"
  package static let page = "clients"
  package static let path = "clients"
  package static let menuEntry: MenuEntry? = .clients
  package static let repeated = [
    "name", "email", "phone", "note", "notes", "locale", "deliver", "list", "linkName", "maxUses", "approval",
  ]
  package static let identifying = ["view", "query", "status", "undelivered", "sort", "page", "id", "event"]
  package static var beginning: String? { Section.isList.rawValue }

  enum Section: String, PageFlag {
    case isList, isInvite, isAddressAsked, isInvited, isMany, isChecked, isManyInvited, isManyResent
    case isLinks, isLink, isRequests, isReport, isTeam, isTeamAsked
  }

  enum Form: String {
    case invite, check, resend, answer
    case inviteMany = "invite-many"
    case resendUndelivered = "resend-undelivered"
    case resendExpired = "resend-expired"
    case createLink = "create-link"
    case closeLink = "close-link"
    case openLink = "open-link"
    case inviteColleague = "invite-colleague"
    case resendColleague = "resend-colleague"
    case withdrawColleague = "withdraw-colleague"
    case removeMember = "remove-member"
    // They lead back to what was typed.
    case changeInvite = "change-invite"
    case changeList = "change-list"
  }

  package static var variables: [String] {
    [
      Section.names, InviterNavigation.names, ShownList.names, InviteForm.names, AddressQuestion.names,
      SentInvitationResult.names, ShownReport.names, ShownTeam.names, ManySent.names, CheckedList.names,
      ShownJoinLinks.names, ShownJoinLink.names, ShownJoinRequests.names, TeamQuestion.names,
    ]
      + form(errors: "name", "email", "phone", "note", "notes", "locale", "list", "file", "maxUses")
  }

  package static func show(_ request: PageRequest) throws(Problem) -> PageResponse {
    try withTabs(try view(request), request)
  }

  private static func view(_ request: PageRequest) throws(Problem) -> PageResponse {
    switch request.text("view") {
    case "invite": try request.page(Section.isInvite, request.inviteForm)
    case "many": PageResponse(Section.isMany)
    case "report": try report(request)
    case "links": try joinLinks(request)
    case "link": try joinLink(request)
    case "requests": try joinRequests(request)
    case "team": try team(request)
    default: try list(request)
    }
  }

  package static func act(_ request: PageRequest) throws(Problem) -> PageResponse {
    let shown =
      switch request.form(Form.self) {
      case .invite: try invite(request)
      case .check: try check(request)
      case .inviteMany: try inviteMany(request)
      case .resend: try resend(request)
      case .resendUndelivered: try resendAll(["status": "undelivered"], request)
      // By mail, because nobody would see new links that are not sent.
      case .resendExpired: try resendAll(["status": "expired", "deliver": "mail"], request)
      case .createLink: try createJoinLink(request)
      case .closeLink, .openLink: try switchJoinLink(request)
      case .answer: try answerJoinRequest(request)
      case .inviteColleague: try inviteColleague(request)
      case .resendColleague: try resendColleague(request)
      case .withdrawColleague: try change(.withdrawal, request)
      case .removeMember: try change(.removal, request)
      // The forms with which a question is left, and those that show what was typed again.
      case .changeInvite, .changeList, nil: try view(request)
      }
    return try withTabs(shown, request)
  }

  private static let tabs: [Section] = [.isList, .isLinks, .isRequests, .isTeam, .isReport]

  /// A view with the tabs that lead to the others, if it is one of them.
  private static func withTabs(_ shown: PageResponse, _ request: PageRequest) throws(Problem) -> PageResponse {
    var navigation = request.inviterNavigation
    if tabs.contains(where: { $0.rawValue == shown.section }) {
      (navigation.hasTabs, navigation.waitingCount) = (true, try request.waitingCount)
    }
    return shown.merging(try navigation.json(request.times))
  }

  /// Invites one client. An address that looks mistyped is asked about before anything is stored or sent.
  private static func invite(_ request: PageRequest) throws(Problem) -> PageResponse {
    let client = request.texts("name", "phone", "notes", "locale")
      .merging(.object(["email": request.chosenAddress.map(JSON.string)]))
    let event = request.texts("deliver", "note").merging([
      "client": client, "confirmAddress": .bool(!request.hasChosenAddress),
    ])
    let sent = try request.perform(SendInvitation.self, event)
    guard sent["status"] == "unsent" else {
      return try request.page(Section.isInvited, SentInvitationResult(sent: Fields(sent), request: request))
    }
    let question = AddressQuestion(typed: request.chosenAddress, suggestion: Fields(sent).optionalText("suggestion"))
    return try request.page(Section.isAddressAsked, question, request.inviteForm)
  }

  /// Sends the invitation of a client of the list again, and shows the list as it was, or the new link of an invitation
  /// that the inviter passes on.
  private static func resend(_ request: PageRequest) throws(Problem) -> PageResponse {
    try request.resend(invitation: request.text("invitation")) {
      request.again(done: Message.resent, with: ["query", "status", "undelivered", "sort", "page"])
    }
  }

  /// Sends all invitations in a state again.
  private static func resendAll(_ selection: JSON, _ request: PageRequest) throws(Problem) -> PageResponse {
    let sent = try request.perform(ResendInvitation.self, selection)
    let clients = try request.clients(ofRefusals: sent)
    return try request.page(Section.isManyResent, ManySent(sent) { clients[$0] })
  }

  private static func report(_ request: PageRequest) throws(Problem) -> PageResponse {
    let report = try request.read(InvitationReport.self)
    return try request.page(Section.isReport, ShownReport(report: report, counts: try request.clientCounts().all))
  }
}

extension PageRequest {
  /// Sends an invitation again by the way that it went before.
  /// - Parameter shown: the page afterwards, unless there is a new link, which the inviter passes on.
  func resend(invitation id: String?, then shown: () -> PageResponse) throws(Problem) -> PageResponse {
    let sent = try perform(ResendInvitation.self, ["invitationId": .string(id ?? "")])
    guard sent["link"] != nil else { return shown() }
    return try page(ClientsPage.Section.isInvited, SentInvitationResult(sent: Fields(sent), request: self))
  }

  /// The form that invites one client.
  fileprivate var inviteForm: InviteForm {
    InviteForm(
      languages: languages(chosen: text("locale")),
      takesNote: environment.policy.invitation.allowNote,
      isFilledIn: ["phone", "notes", "locale"].contains { text($0) != nil },
      existingURL: problem?.hints.clientID.map { url(ClientPage.path, ["id": $0]) },
      mailLanguage: .best(for: call.caller?.locale, among: environment.policy.app.locales),
      days: environment.policy.invitation.days)
  }

  /// The clients whose invitations were not sent again, by the place of the refusal in the results.
  fileprivate func clients(ofRefusals answer: JSON) throws(Problem) -> [Int: JSON] {
    let refused = (answer["results"]?.array ?? []).enumerated().compactMap { index, result in
      result["error"]?["invitationId"]?.string.map { (index: index, invitation: $0) }
    }
    guard !refused.isEmpty else { return [:] }
    return try environment.read(call) { (decision) throws(Problem) in
      let teams = decision.teams.of(try decision.requireCaller())
      var clients: [Int: JSON] = [:]
      for (index, id) in refused {
        do throws(Problem) {
          clients[index] = try teams.client(try teams.invitation(id).clientID).json
        } catch {
          // A remembered answer may name a client who was removed since.
          guard error.isRefusal else { throw error }
        }
      }
      return clients
    }
  }
}

// MARK: What it shows

private struct InviteForm: PageModel {
  let languages: LanguageField
  /// Whether the invitation may have a message of the inviter.
  let takesNote: Bool
  /// Whether a form that is shown again has more than name, address and message.
  let isFilledIn: Bool
  /// The page of the client who has the address already; nil if the address is new.
  let existingURL: String?
  /// The language of the mail, unless the form says another: the inviter's, if the app has it.
  let mailLanguage: LanguageTag
  /// How long the invitation is valid.
  let days: Int

  static let variables: [PageVariable<Self>] =
    [
      .text("existingURL") { $0.existingURL }, .flag("takesNote") { $0.takesNote },
      .flag("isFilledIn") { $0.isFilledIn }, .all { $0.languages }, .number("days") { $0.days },
      .text("mailLanguage") { ProfileForm.name(ofLanguage: $0.mailLanguage.text) },
    ]
}

/// The result of an event that sends many invitations: how many, and those that were refused.
struct ManySent: PageModel {
  private let sentCount: Int
  private let refused: [RefusedLine]

  /// - Parameters:
  ///   - answer: the remembered one.
  ///   - client: the client of a result, as the inviter has typed it; nil if the page does not name it.
  init(_ answer: JSON, client: (Int) -> JSON?) {
    let results = answer["results"]?.array ?? []
    refused = results.enumerated().compactMap { index, result in
      result["error"].map { RefusedLine(client: client(index), error: $0) }
    }
    sentCount = results.count - refused.count
  }

  static let variables: [PageVariable<Self>] = [
    .number("sentCount") { $0.sentCount }, .number("refusedCount") { $0.refused.isEmpty ? nil : $0.refused.count },
    .flag("isDone") { $0.refused.isEmpty },
    .list("refused") { $0.refused },
  ]
}

private struct RefusedLine: PageModel {
  let client: JSON?
  let error: JSON

  static let variables: [PageVariable<Self>] = [
    .json("lineName") { $0.client?["name"] }, .json("lineEmail") { $0.client?["email"] },
    .json("lineId") { $0.client?["id"] }, .one { $0.missing },
    .text("lineMessage") { $0.missing == nil ? $0.message : nil },
  ]

  private enum Missing: String, PageFlag { case hasNoAddress, hasNoNumber }

  /// What the stored client lacks: the messages about these fields ask for something that the page has no field for.
  private var missing: Missing? {
    guard let client, client["id"] != nil, let code = fields.first?["code"]?.string else { return nil }
    return switch ErrorCode(rawValue: code) {
    case .invalidEmail where client["email"] == nil: .hasNoAddress
    case .invalidPhoneNumber where client["phone"] == nil: .hasNoNumber
    default: nil
    }
  }

  /// The message about the field, if the refusal is about one.
  private var message: String? {
    (fields.count == 1 ? fields[0]["userMessage"]?.string : nil) ?? error["userMessage"]?.string
  }

  private var fields: [JSON] { error["errors"]?.array ?? [] }
}

private struct ShownReport: PageModel {
  let report: InvitationReport.Output
  /// The clients by the states in which the list shows them. Each number here equals that of the list it links to.
  let counts: ClientCounts

  static let variables: [PageVariable<Self>] = [
    .json("byStatus", members: Invitation.Status.allCases.map(\.rawValue)) { shown in
      .object(JSON.Members(Invitation.Status.allCases.map { ($0.rawValue, JSON(shown.count($0))) }))
    },
    // The list of a state that nobody is in has nothing to show, so it has no link.
    .json("listed", members: Invitation.Status.allCases.map(\.rawValue)) { shown in
      .object(JSON.Members(Invitation.Status.allCases.map { ($0.rawValue, .bool(shown.count($0) > 0)) }))
    },
    .number("undeliveredCount") { $0.counts.undelivered == 0 ? nil : $0.counts.undelivered },
    .number("total") { $0.counts.all == 0 ? nil : $0.counts.all }, .number("opened") { $0.report.opened },
    .number("revokedCount") { $0.count(.revoked) == 0 ? nil : $0.count(.revoked) },
    .number("medianHours") { shown in
      shown.report.medianTimeToAccept.map { max(1, ($0 + .minutes(30)).wholeMilliseconds / 3_600_000) }
    },
    .flag("hasPicture") { !$0.report.days.isEmpty },
    .model("picture") { ReportPicture($0.report) },
  ]

  private func count(_ status: Invitation.Status) -> Int {
    (counts.byStatus[status] ?? 0) - (status == .pending ? counts.undelivered : 0)
  }
}
