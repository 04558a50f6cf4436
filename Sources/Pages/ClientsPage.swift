// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions

/// The page of an inviter's clients: the list, invitations to one or many, links by which people join, the team, and the
/// report as a picture.
package enum ClientsPage: BrowserPage {
  package static let name = "clients-page"
  package static let page = "clients"
  package static let path = "clients"
  package static let menuEntry: MenuEntry? = .clients
  package static let repeated = [
    "name", "email", "phone", "notes", "locale", "deliver", "list", "linkName", "maxUses", "approval",
  ]
  package static let identifying = ["view", "query", "status", "undelivered", "sort", "id", "event"]

  package static func show(_ request: PageRequest) throws(Problem) -> PageResponse {
    let shown =
      switch request.text("view") {
      case "invite": PageResponse("isInvite", request.inviteForm)
      case "many": PageResponse("isMany")
      case "report": try report(request)
      case "links": try joinLinks(request)
      case "link": try joinLink(request)
      case "requests": try joinRequests(request)
      case "team": try team(request)
      default: try list(request)
      }
    return try withTabs(shown, request)
  }

  package static func act(_ request: PageRequest) throws(Problem) -> PageResponse {
    let shown =
      switch request.action {
      case "invite": try invite(request)
      case "check": try check(request)
      case "invite-many": try inviteMany(request)
      case "resend-undelivered": try resendUndelivered(request)
      case "create-link": try createJoinLink(request)
      case "close-link", "open-link": try switchJoinLink(request)
      case "answer": try answerJoinRequest(request)
      // The forms with which a question is left, and those that show what was typed again.
      default: try show(request)
      }
    return try withTabs(shown, request)
  }

  private static let tabs: Set = ["isList", "isLinks", "isRequests", "isTeam", "isReport"]

  /// A view with the tabs that lead to the others, if it is one of them.
  private static func withTabs(_ shown: PageResponse, _ request: PageRequest) throws(Problem) -> PageResponse {
    let shown = shown.merging(request.inviterNavigation)
    guard tabs.contains(shown.section) else { return shown }
    return shown.merging(.object(["hasTabs": true, "waitingCount": try request.waitingCount]))
  }

  /// Invites one client. An address that looks mistyped is asked about before anything is stored or sent.
  private static func invite(_ request: PageRequest) throws(Problem) -> PageResponse {
    let client = request.texts("name", "phone", "notes", "locale")
      .merging(.object(["email": request.chosenAddress.map(JSON.string)]))
    let event = request.texts("deliver").merging([
      "client": client, "confirmAddress": .bool(!request.hasChosenAddress),
    ])
    let sent = try request.perform(SendInvitation.self, event)
    guard sent["status"] == "unsent" else { return PageResponse("isInvited", request.variables(ofSent: sent)) }
    return PageResponse(
      "isAddressAsked",
      .object(["suggestion": sent["suggestion"], "typed": request.chosenAddress.map(JSON.string)])
        .merging(request.inviteForm))
  }

  /// Sends all invitations again that did not arrive.
  private static func resendUndelivered(_ request: PageRequest) throws(Problem) -> PageResponse {
    let results = try request.perform(ResendInvitation.self, ["status": "undelivered"])["results"]?.array ?? []
    let refused = results.filter { $0["error"] != nil }
    return PageResponse(
      "isManyResent",
      .object([
        "sentCount": JSON(results.count - refused.count), "refusedCount": refused.isEmpty ? nil : JSON(refused.count),
        "refused": .array(refused.map { .object(["lineMessage": $0["error"]?["userMessage"]]) }),
      ]))
  }

  private static func report(_ request: PageRequest) throws(Problem) -> PageResponse {
    let report = try request.read(InvitationReport.self)
    let picture = ReportPicture(report)
    let drawn = try picture.json { (start) throws(Problem) in
      try request.environment.messages.day(start, request.call.language)
    }
    let byStatus = Invitation.Status.allCases.map { ($0.rawValue, JSON(report.count($0))) }
    return PageResponse(
      "isReport",
      .object([
        "byStatus": .object(JSON.Members(byStatus)), "opened": JSON(report.opened), "picture": drawn,
        "hasPicture": picture.rows.isEmpty ? nil : true,
        "medianHours": report.medianTimeToAccept.map {
          JSON(max(1, ($0 + .minutes(30)).wholeMilliseconds / 3_600_000))
        },
      ]))
  }

  /// Who is in the team, and who is invited into it.
  private static func team(_ request: PageRequest) throws(Problem) -> PageResponse {
    let found = try request.read(GetTeam.self)
    let members = found.members.members.map { member in
      JSON.object([
        "memberName": .string(member.displayName), "memberEmail": member.email.map { .string($0.text) },
        "isOwner": member.membership.role == .owner ? true : nil,
      ])
    }
    let invited = found.invited.map { _, client in
      JSON.object([
        "memberName": .string(client.name), "memberEmail": client.email.map { .string($0.text) },
        "isInvitedMember": true,
      ])
    }
    return PageResponse("isTeam", ["teamName": .string(found.team.name), "members": .array(members + invited)])
  }
}

extension PageRequest {
  /// The variables of the form that invites one client.
  fileprivate var inviteForm: JSON {
    ["locales": languages(chosen: text("locale"))]
  }
}
