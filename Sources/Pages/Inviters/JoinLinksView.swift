// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions

// The links by which people join, and those who wait for the inviter's answer.

extension ClientsPage {
  static func joinLinks(_ request: PageRequest) throws(Problem) -> PageResponse {
    guard request.isForm || request.text("event") != nil else { return request.withOwnEvent() }
    let found = try request.read(ListJoinLinks.self, request.texts("cursor"))
    var links: [JSON] = []
    for link in found.items { links.append(try request.shown(joinLink: link)) }
    return PageResponse(
      "isLinks",
      .object([
        "joinLinks": .array(links), "hasLinks": links.isEmpty ? nil : true,
        "nextURL": request.nextURL(after: found.nextCursor, view: "links"),
      ]))
  }

  /// One link with its QR code, to be shown or printed.
  static func joinLink(_ request: PageRequest) throws(Problem) -> PageResponse {
    let link = try request.joinLink()
    let shown = request.shownLink(.string(link.address), code: .string(link.codes.short.shown))
    return PageResponse("isLink", try request.shown(joinLink: link).merging(shown))
  }

  static func createJoinLink(_ request: PageRequest) throws(Problem) -> PageResponse {
    var event = JSON.Members()
    if let name = request.text("linkName") { event["name"] = .string(name) }
    // What is no number is refused by the function's schema, at its field.
    if let most = request.text("maxUses") { event["maxUses"] = Int(most).map { JSON($0) } ?? .string(most) }
    if request.text("approval") != nil { event["approval"] = true }
    let made = try request.perform(CreateJoinLink.self, .object(event))
    return PageResponse(
      location: request.url(path, ["view": "link", "id": made["joinLink"]?["id"]?.string]))
  }

  /// Closes a link, or opens it again. Who has joined already stays.
  static func switchJoinLink(_ request: PageRequest) throws(Problem) -> PageResponse {
    let event: JSON = [
      "joinLinkId": .string(request.text("id") ?? ""), "closed": .bool(request.action == "close-link"),
    ]
    try request.perform(UpdateJoinLink.self, event)
    return PageResponse(location: request.url(path, ["view": "links"]))
  }

  static func joinRequests(_ request: PageRequest) throws(Problem) -> PageResponse {
    let found = try request.read(ListJoinRequests.self, request.texts("cursor"))
    var requests: [JSON] = []
    for each in found.items {
      requests.append(
        .object([
          "requestId": .string(each.request.id), "requestName": .string(each.displayName),
          "requestEmail": each.email.map { .string($0.text) },
          "isUnproven": each.email != nil && !each.emailVerified ? true : nil,
          "linkName": each.linkName.map(JSON.string),
          "requestedOn": try request.shown(each.request.createdAt, day: true),
        ]))
    }
    return PageResponse(
      "isRequests",
      JSON.object([
        "requests": .array(requests), "hasRequests": requests.isEmpty ? nil : true,
        "nextURL": request.nextURL(after: found.nextCursor, view: "requests"),
      ]).merging(request.doneVariables(["approved", "refused"])))
  }

  static func answerJoinRequest(_ request: PageRequest) throws(Problem) -> PageResponse {
    let approves = request.text("answer") == "approve"
    let event: JSON = ["joinRequestId": .string(request.text("id") ?? ""), "approve": .bool(approves)]
    try request.perform(AnswerJoinRequest.self, event)
    return PageResponse(
      location: request.url(path, ["view": "requests", "done": approves ? "approved" : "refused"]))
  }
}

extension PageRequest {
  /// The address of the next page of a list.
  fileprivate func nextURL(after cursor: String?, view: String) -> JSON? {
    cursor.map { .string(url(ClientsPage.path, ["view": view, "cursor": $0])) }
  }

  /// The link that the page's address names.
  fileprivate func joinLink() throws(Problem) -> JoinLinkOutput {
    let inviter = try caller
    return try environment.read(call.calling(ListJoinLinks.name, provider: nil, isSignedIn: true, event: nil)) {
      (decision) throws(Problem) in
      try decision.invitations.output(decision.teams(of: inviter).joinLink(text("id") ?? ""))
    }
  }

  fileprivate func shown(joinLink output: JoinLinkOutput) throws(Problem) -> JSON {
    let link = output.link
    let status = link.status(at: output.now)
    return .object([
      "linkId": .string(link.id), "linkName": link.name.map(JSON.string), "uses": JSON(link.uses),
      "maxUses": link.maxUses.map { JSON($0) }, "needsApproval": link.needsApproval ? true : nil,
      "expiresOn": try shown(lastDayEndingAt: link.expiresAt),
      "linkURL": .string(url(ClientsPage.path, ["view": "link", "id": link.id])),
      "isOpen": status == .open ? true : nil, "isFull": status == .full ? true : nil,
      "isClosed": status == .closed ? true : nil, "isExpired": status == .expired ? true : nil,
    ])
  }
}
