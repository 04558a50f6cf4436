// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Identity

/// The page of an inviter's clients: the list, invitations to one or many, and the report as a picture.
package enum ClientsPage: BrowserPage {
  package static let name = "clients-page"
  package static let page = "clients"
  package static let path = "clients"
  package static let repeated = ["name", "email", "phone", "notes", "locale", "deliver", "list"]
  package static let identifying = ["view", "query", "status"]

  package static func show(_ request: PageRequest) throws(Problem) -> PageResponse {
    switch request.text("view") {
    case "invite": PageResponse("isInvite", request.deliverChoice)
    case "many": PageResponse("isMany")
    case "report": try report(request)
    default: try list(request)
    }
  }

  package static func act(_ request: PageRequest) throws(Problem) -> PageResponse {
    switch request.action {
    case "invite":
      let client = request.texts("name", "email", "phone", "notes", "locale")
      let sent = try request.perform(SendInvitation.self, request.texts("deliver").merging(["client": client]))
      return PageResponse("isInvited", request.variables(ofSent: sent))
    case "check": return try check(try request.table, request)
    case "invite-many": return try inviteMany(PastedClients(Array((request.text("list") ?? "").utf8)), request)
    default: return try show(request)
    }
  }

  private static func list(_ request: PageRequest) throws(Problem) -> PageResponse {
    let list = try request.read(ListClients.self, request.texts("query", "status", "cursor"))
    let next = list["nextCursor"]?.string.map { cursor in
      request.url(path, ["query": request.text("query"), "status": request.text("status"), "cursor": cursor])
    }
    let status = request.text("status").map { name in
      ("selects\(name.prefix(1).uppercased())\(name.dropFirst())", JSON.bool(true))
    }
    return PageResponse(
      "isList",
      .object([
        "clients": .array((list["clients"]?.array ?? []).map(request.listed)), "nextURL": next.map(JSON.string),
        "isSearch": request.text("query") == nil && request.text("status") == nil ? nil : true,
        "isLater": request.text("cursor") == nil ? nil : true,
      ]).merging(request.doneVariables(["removed"])).merging(.object(JSON.Members(status.map { [$0] } ?? []))))
  }

  private static func report(_ request: PageRequest) throws(Problem) -> PageResponse {
    let report = try request.read(InvitationReport.self, [:])
    let picture = try ReportPicture(report: report).json { (start) throws(Problem) in
      try request.environment.messages.day(start, request.call.language)
    }
    let median = report["medianSecondsToAccept"]?.integer
    return PageResponse(
      "isReport",
      .object([
        "byStatus": report["byStatus"], "opened": report["opened"], "picture": picture,
        "hasPicture": picture["rows"]?.array?.isEmpty == false ? true : nil,
        "medianHours": median.map { JSON(max(1, ($0 + 1800) / 3600)) },
      ]))
  }

  /// Shows what is wrong on which line, and whom the next form would invite.
  private static func check(_ table: PastedClients, _ request: PageRequest) throws(Problem) -> PageResponse {
    guard !table.entries.isEmpty || !table.faults.isEmpty else {
      throw .invalid("/list", .eventInvalid, "has no clients")
    }
    let decided = try request.check(table.entries.map(\.client))
    var wrong = table.faults.map { (line: $0.line, shown: $0.json) }
    var good: [(entry: PastedClients.Entry, client: Client)] = []
    for (entry, result) in zip(table.entries, decided) {
      switch result {
      case .success(let client): good.append((entry, client))
      case .failure(let error): wrong.append((entry.line, request.wrong(entry, error)))
      }
    }
    wrong.sort { $0.line < $1.line }
    return PageResponse(
      "isChecked",
      .object([
        "wrong": .array(wrong.map(\.shown)), "wrongCount": wrong.isEmpty ? nil : JSON(wrong.count),
        "good": .array(good.map { request.invitable($0.entry, $0.client) }),
        "goodCount": good.isEmpty ? nil : JSON(good.count),
        "table": .string(PastedClients.text(of: good.map(\.entry.client))),
      ]))
  }

  private static func inviteMany(_ table: PastedClients, _ request: PageRequest) throws(Problem) -> PageResponse {
    let clients = table.entries.map(\.client)
    let sent = try request.perform(SendInvitation.self, ["clients": .array(clients)])
    let results = sent["results"]?.array ?? []
    // The lines are those of the uploaded file no more, so that the clients are named.
    let refused = zip(table.entries, results).compactMap { entry, result in
      result["error"].map { error -> JSON in
        .object([
          "lineName": entry.client["name"], "lineEmail": entry.client["email"], "lineMessage": error["userMessage"],
        ])
      }
    }
    return PageResponse(
      "isManyInvited",
      .object([
        "sentCount": JSON(results.count - refused.count), "refused": .array(refused),
        "refusedCount": refused.isEmpty ? nil : JSON(refused.count),
      ]))
  }
}

extension PageRequest {
  /// The table that was uploaded, or else pasted.
  fileprivate var table: PastedClients {
    get throws(Problem) {
      guard let file = text("file") else { return PastedClients(Array((text("list") ?? "").utf8)) }
      guard let content = bytes(base64: file) else { throw .invalid("/file", .eventInvalid, "should be in base64") }
      return PastedClients(content)
    }
  }

  fileprivate func check(_ clients: [JSON]) throws(Problem) -> [Result<Client, ErrorAnswer>] {
    let call = call.calling(SendInvitation.name, provider: nil, isSignedIn: true, event: nil)
    return try SendInvitation.check(clients, by: .mail, call, environment)
  }

  /// The variables of the choice between a mail and a link.
  fileprivate var deliverChoice: JSON { text("deliver") == "link" ? ["isByLink": true] : [:] }

  /// The result of an invitation that was sent: the message, and the link that the inviter passes on.
  func variables(ofSent sent: JSON) -> JSON {
    .object([
      "resultMessage": sent["message"], "link": sent["link"], "suggestion": sent["suggestion"],
      "clientURL": (sent["client"]?["id"] ?? sent["invitation"]?["clientId"])?.string.map {
        .string(url(ClientPage.path, ["id": $0]))
      },
    ])
  }

  /// A client of the list.
  fileprivate func listed(_ client: JSON) -> JSON {
    let id = client["id"]?.string ?? ""
    return .object([
      "clientName": client["name"], "clientEmail": client["email"],
      "clientURL": .string(url(ClientPage.path, ["id": id])),
    ]).merging(InvitationState(client).json)
  }

  /// A line whose client cannot be invited.
  fileprivate func wrong(_ entry: PastedClients.Entry, _ error: ErrorAnswer) -> JSON {
    let fields = (error.json["errors"]?.array ?? []).map { field -> JSON in
      let name = field["pointer"]?.string?.split(separator: "/").last.map(String.init) ?? ""
      return .object([
        "isName": name == "name" ? true : nil, "isEmail": name == "email" ? true : nil,
        "isPhone": name == "phone" ? true : nil, "isNotes": name == "notes" ? true : nil,
        "isLocale": name == "locale" ? true : nil, "fieldValue": entry.client[name],
        "fieldMessage": field["userMessage"],
      ])
    }
    return .object([
      "line": JSON(entry.line), "lineName": entry.client["name"], "lineEmail": entry.client["email"],
      "lineMessage": fields.isEmpty ? .string(error.userMessage) : nil, "fields": .array(fields),
    ])
  }

  /// A line whose client can be invited.
  fileprivate func invitable(_ entry: PastedClients.Entry, _ client: Client) -> JSON {
    .object([
      "line": JSON(entry.line), "lineName": .string(client.name),
      "lineEmail": client.email.map { .string($0.text) } ?? .null,
      "lineSuggestion": client.email?.suggestion(environment.policy.email).map { .string($0.text) },
    ])
  }
}

extension PastedClients.Fault {
  /// A line that cannot be read, for the template.
  fileprivate var json: JSON {
    let name: String =
      switch reason {
      case .notText: "isNotText"
      case .quote: "isQuote"
      case .tooLong: "isTooLong"
      case .tooManyFields: "isTooManyFields"
      case .tooManyClients: "isTooManyClients"
      }
    return .object(JSON.Members([("line", JSON(line)), (name, true)]))
  }
}

/// The state of a client's invitation as variables of a template: exactly one of them.
struct InvitationState {
  let json: JSON

  /// - Parameter client: an entry of `list-clients`, or the members of `get-client` together.
  init(_ client: JSON) {
    let invitation = client["invitation"] ?? [:]
    let delivery = invitation["delivery"]?.string.flatMap(Invitation.Delivery.init)
    let name =
      switch invitation["status"]?.string.flatMap(Invitation.Status.init) {
      case _ where client["leftAt"] != nil: "hasLeft"
      case .accepted: "isAccepted"
      case .revoked: "isRevoked"
      case .declined: "isDeclined"
      case .expired: "isExpired"
      case .pending, nil: delivery == .bounced || delivery == .failed ? "isUndelivered" : "isPending"
      }
    json = .object(JSON.Members([(name, true)]))
  }
}
