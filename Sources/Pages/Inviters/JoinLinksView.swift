// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Storage

// The links by which people join, and the people who wait for the inviter's answer.

extension ClientsPage {
  static func joinLinks(_ request: PageRequest) throws(Problem) -> PageResponse {
    guard request.isForm || request.text("event") != nil else { return request.withOwnEvent() }
    let found = try request.read(ListJoinLinks.self, request.texts("cursor"))
    return try request.page(Section.isLinks, ShownJoinLinks(found: found, request: request))
  }

  /// One link with its QR code, to be shown or printed.
  static func joinLink(_ request: PageRequest) throws(Problem) -> PageResponse {
    let output = try request.joinLink()
    return try request.page(
      Section.isLink, ShownJoinLink(output: output, request: request),
      ShownLink(address: output.address, shortCode: output.codes.short.shown))
  }

  static func createJoinLink(_ request: PageRequest) throws(Problem) -> PageResponse {
    var event = JSON.Members()
    if let name = request.text("linkName") { event["name"] = .string(name) }
    // The function's schema refuses a text that is not a number, at its field.
    if let most = request.text("maxUses") { event["maxUses"] = Int(most).map { JSON($0) } ?? .string(most) }
    if request.text("approval") != nil { event["approval"] = true }
    let made = try request.perform(CreateJoinLink.self, .object(event))
    return PageResponse(location: request.url(path, ["view": "link", "id": made["joinLink"]?["id"]?.string]))
  }

  /// Closes a link, or opens it again. People who have joined already stay.
  static func switchJoinLink(_ request: PageRequest) throws(Problem) -> PageResponse {
    let event: JSON = [
      "joinLinkId": .string(request.text("id") ?? ""), "closed": .bool(request.form(Form.self) == .closeLink),
    ]
    try request.perform(UpdateJoinLink.self, event)
    return PageResponse(location: request.url(path, ["view": "links"]))
  }

  static func joinRequests(_ request: PageRequest) throws(Problem) -> PageResponse {
    let found = try request.read(ListJoinRequests.self, request.texts("cursor"))
    return try request.page(Section.isRequests, ShownJoinRequests(found: found, request: request))
  }

  static func answerJoinRequest(_ request: PageRequest) throws(Problem) -> PageResponse {
    let approves = request.text("answer") == "approve"
    let event: JSON = ["joinRequestId": .string(request.text("id") ?? ""), "approve": .bool(approves)]
    try request.perform(AnswerJoinRequest.self, event)
    return PageResponse(location: request.url(path, ["view": "requests", "done": approves ? "approved" : "refused"]))
  }
}

extension PageRequest {
  /// The address of the next page of a list.
  fileprivate func nextURL(after cursor: String?, view: String) -> String? {
    cursor.map { url(ClientsPage.path, ["view": view, "cursor": $0]) }
  }

  /// The link that the page's address names.
  fileprivate func joinLink() throws(Problem) -> JoinLinkOutput {
    let inviter = try caller
    return try environment.read(call.calling(ListJoinLinks.name, isSignedIn: true)) {
      (decision) throws(Problem) in
      try decision.invitations.output(decision.teams.of(inviter).joinLink(text("id") ?? ""))
    }
  }
}

// MARK: What they show

extension ClientsPage {
  struct ShownJoinLinks: PageModel {
    let found: ListJoinLinks.Output
    let request: PageRequest

    static let variables: [PageVariable<Self>] = [
      .list("joinLinks") { list in list.found.items.map { ShownJoinLink(output: $0, request: list.request) } },
      .flag("hasLinks") { !$0.found.items.isEmpty },
      .text("nextURL") { $0.request.nextURL(after: $0.found.nextCursor, view: "links") },
    ]
  }

  struct ShownJoinLink: PageModel {
    let output: JoinLinkOutput
    let request: PageRequest

    private var link: JoinLink { output.link }

    static let variables: [PageVariable<Self>] = [
      .text("linkId") { $0.link.id }, .text("linkName") { $0.link.name }, .number("uses") { $0.link.uses },
      .number("maxUses") { $0.link.maxUses }, .flag("needsApproval") { $0.link.needsApproval },
      .calendarDay("expiresOn") { InvitationTerm.lastDay(endingAt: $0.link.expiresAt) },
      .text("linkURL") { $0.request.url(path, ["view": "link", "id": $0.link.id]) }, .one { $0.state },
    ]

    private enum State: String, PageFlag { case isOpen, isFull, isClosed, isExpired }

    private var state: State {
      switch link.status(at: output.now) {
      case .open: .isOpen
      case .full: .isFull
      case .closed: .isClosed
      case .expired: .isExpired
      }
    }
  }

  struct ShownJoinRequests: PageModel {
    let found: ListJoinRequests.Output
    let request: PageRequest

    static let variables: [PageVariable<Self>] = [
      .list("requests") { $0.found.items.map(ShownJoinRequest.init) },
      .flag("hasRequests") { !$0.found.items.isEmpty },
      .text("nextURL") { $0.request.nextURL(after: $0.found.nextCursor, view: "requests") },
      .one("done") { $0.request.done(Message.self) },
    ]

    private enum Message: String, PageFlag { case approved, refused }
  }

  private struct ShownJoinRequest: PageModel {
    let entry: JoinRequestEntry

    static let variables: [PageVariable<Self>] = [
      .text("requestId") { $0.entry.request.id }, .text("requestName") { $0.entry.displayName },
      .text("requestEmail") { $0.entry.email?.text },
      .flag("isUnproven") { $0.entry.email != nil && !$0.entry.emailVerified },
      .text("linkName") { $0.entry.linkName }, .day("requestedOn") { $0.entry.request.createdAt },
    ]
  }
}
