// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions

// The links by which people join, and those who wait for the inviter's answer.

extension ClientsPage {
  static func joinLinks(_ request: PageRequest) throws(Problem) -> PageResponse {
    var links: [JSON] = []
    for link in try request.read(ListJoinLinks.self, ["limit": 100])["joinLinks"]?.array ?? [] {
      links.append(try request.shown(joinLink: link))
    }
    return PageResponse("isLinks", .object(["joinLinks": .array(links), "hasLinks": links.isEmpty ? nil : true]))
  }

  /// One link with its QR code, to be shown or printed.
  static func joinLink(_ request: PageRequest) throws(Problem) -> PageResponse {
    let links = try request.read(ListJoinLinks.self, ["limit": 100])["joinLinks"]?.array ?? []
    guard let link = links.first(where: { $0["id"]?.string == request.text("id") }) else {
      throw Problem(.invitationNotFound, "the inviter has no such link")
    }
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
    let found = try request.read(ListJoinRequests.self, ["limit": 100])["joinRequests"]?.array ?? []
    var requests: [JSON] = []
    for each in found {
      requests.append(
        .object([
          "requestId": each["id"], "requestName": each["account"]?["displayName"],
          "requestEmail": each["account"]?["email"],
          "isUnproven": each["account"]?["emailVerified"] == true ? nil : true, "linkName": each["joinLink"]?["name"],
          "requestedOn": try request.shown(each["createdAt"], day: true),
        ]))
    }
    return PageResponse(
      "isRequests",
      JSON.object(["requests": .array(requests), "hasRequests": requests.isEmpty ? nil : true]).merging(
        request.doneVariables(["approved", "refused"])))
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
