// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions

// The links by which people join, and those who wait for the inviter's answer.

extension ClientsPage {
  static func joinLinks(_ request: PageRequest) throws(Problem) -> PageResponse {
    guard request.isForm || request.text("event") != nil else { return request.withOwnEvent() }
    let found = try request.read(ListJoinLinks.self, request.texts("cursor"))
    var links: [JSON] = []
    for link in found["joinLinks"]?.array ?? [] { links.append(try request.shown(joinLink: link)) }
    return PageResponse(
      "isLinks",
      .object([
        "joinLinks": .array(links), "hasLinks": links.isEmpty ? nil : true,
        "nextURL": request.nextURL(after: found, view: "links"),
      ]))
  }

  /// One link with its QR code, to be shown or printed.
  static func joinLink(_ request: PageRequest) throws(Problem) -> PageResponse {
    let link = try request.joinLink()
    return PageResponse(
      "isLink", try request.shown(joinLink: link).merging(request.shownLink(link["link"], code: link["shortCode"])))
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
    _ = try request.perform(UpdateJoinLink.self, event)
    return PageResponse(location: request.url(path, ["view": "links"]))
  }

  static func joinRequests(_ request: PageRequest) throws(Problem) -> PageResponse {
    let found = try request.read(ListJoinRequests.self, request.texts("cursor"))
    var requests: [JSON] = []
    for each in found["joinRequests"]?.array ?? [] {
      let isUnproven = each["account"]?["email"]?.string != nil && each["account"]?["emailVerified"] != true
      requests.append(
        .object([
          "requestId": each["id"], "requestName": each["account"]?["displayName"],
          "requestEmail": each["account"]?["email"],
          "isUnproven": isUnproven ? true : nil, "linkName": each["joinLink"]?["name"],
          "requestedOn": try request.shown(each["createdAt"], day: true),
        ]))
    }
    return PageResponse(
      "isRequests",
      JSON.object([
        "requests": .array(requests), "hasRequests": requests.isEmpty ? nil : true,
        "nextURL": request.nextURL(after: found, view: "requests"),
      ]).merging(request.doneVariables(["approved", "refused"])))
  }

  static func answerJoinRequest(_ request: PageRequest) throws(Problem) -> PageResponse {
    let approves = request.text("answer") == "approve"
    let event: JSON = ["joinRequestId": .string(request.text("id") ?? ""), "approve": .bool(approves)]
    _ = try request.perform(AnswerJoinRequest.self, event)
    return PageResponse(
      location: request.url(path, ["view": "requests", "done": approves ? "approved" : "refused"]))
  }
}

extension PageRequest {
  /// The address of the next page of a list.
  fileprivate func nextURL(after found: JSON, view: String) -> JSON? {
    found["nextCursor"]?.string.map { .string(url(ClientsPage.path, ["view": view, "cursor": $0])) }
  }

  /// The link that the page's address names.
  fileprivate func joinLink() throws(Problem) -> JSON {
    let inviter = try caller
    let output = try environment.read(call.calling(ListJoinLinks.name, provider: nil, isSignedIn: true, event: nil)) {
      (decision) throws(Problem) in
      try decision.invitations.output(decision.teams(of: inviter).joinLink(text("id") ?? ""))
    }
    return output.json["joinLink"] ?? [:]
  }

  fileprivate func shown(joinLink link: JSON) throws(Problem) -> JSON {
    let status = link["status"]?.string ?? ""
    return .object([
      "linkId": link["id"], "linkName": link["name"], "uses": link["uses"], "maxUses": link["maxUses"],
      "needsApproval": link["approval"] == true ? true : nil, "expiresOn": try shown(lastDayOf: link),
      "linkURL": .string(url(ClientsPage.path, ["view": "link", "id": link["id"]?.string])),
      "isOpen": status == "open" ? true : nil, "isFull": status == "full" ? true : nil,
      "isClosed": status == "closed" ? true : nil, "isExpired": status == "expired" ? true : nil,
    ])
  }
}
