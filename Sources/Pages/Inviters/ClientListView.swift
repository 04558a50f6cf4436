// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Storage

// The list of an inviter's clients, with filters that count.

extension ClientsPage {
  /// How many clients a page has. More would be longer than a phone's screen by far.
  private static let most = 25

  static func list(_ request: PageRequest) throws(Problem) -> PageResponse {
    let number = min(max(request.text("page").flatMap(Int.init) ?? 1, 1), 4000)
    let skipped = (number - 1) * most
    let event = request.texts("query", "status", "sort")
      .merging(
        .object([
          "undelivered": request.text("undelivered") == nil ? nil : true, "limit": JSON(most), "skip": JSON(skipped),
        ]))
    let list = try request.read(ListClients.self, event)
    let (counts, found) = try request.clientCounts()
    var clients: [JSON] = []
    for entry in list.items { clients.append(try request.listed(entry)) }
    return PageResponse(
      "isList",
      .object([
        "clients": .array(clients), "filters": request.filters(counts), "hasAny": counts.all == 0 ? nil : true,
        "hasClients": clients.isEmpty ? nil : true, "isSearch": request.isFiltered ? true : nil,
        "undeliveredCount": counts.undelivered == 0 ? nil : JSON(counts.undelivered), "sorts": request.sorts,
        "previousURL": number == 1 ? nil : .string(request.url(ofPage: number - 1)),
        "nextURL": list.nextCursor.map { _ in .string(request.url(ofPage: number + 1)) },
        "range": clients.isEmpty || found <= most
          ? nil : ["first": JSON(skipped + 1), "last": JSON(skipped + clients.count), "total": JSON(found)],
      ]).merging(request.doneVariables(["removed"])))
  }
}

extension PageRequest {
  /// The same list at another page.
  fileprivate func url(ofPage number: Int) -> String {
    url(
      ClientsPage.path,
      [
        "query": text("query"), "status": text("status"), "undelivered": text("undelivered"), "sort": text("sort"),
        "page": number == 1 ? nil : String(number),
      ])
  }

  /// Whether the list shows only some of the clients.
  fileprivate var isFiltered: Bool { ["query", "status", "undelivered"].contains { text($0) != nil } }

  /// How many clients are in which state, and how many the page's filters select.
  fileprivate func clientCounts() throws(Problem) -> (all: ClientCounts, found: Int) {
    let inviter = try caller
    let filter = ClientFilter(
      status: text("status").flatMap(Invitation.Status.init), isUndelivered: text("undelivered") != nil,
      text: text("query"))
    return try environment.read(call.calling(ListClients.name, provider: nil, isSignedIn: true, event: nil)) {
      (decision) throws(Problem) in
      let team = try decision.teams(of: inviter).chosen().teamID
      let (clients, now) = (decision.transaction.clients, environment.now)
      let counts = try clients.counts(of: team, now: now)
      return (counts, isFiltered ? try clients.count(of: team, filter, now: now) : counts.all)
    }
  }

  /// How many people wait for an answer; nil if there is nobody. Beyond one page of the list it is not exact.
  var waitingCount: JSON? {
    get throws(Problem) {
      let most = 100
      let found = try read(ListJoinRequests.self, ["limit": JSON(most)])
      guard !found.items.isEmpty else { return nil }
      return found.nextCursor == nil ? JSON(found.items.count) : .string("\(most)+")
    }
  }

  /// A client of the list.
  fileprivate func listed(_ entry: ClientEntry) throws(Problem) -> JSON {
    let client = entry.client
    return .object([
      "clientName": .string(client.name), "clientEmail": client.email.map { .string($0.text) },
      "clientId": .string(client.id), "sentOn": try recent(entry.invitation.sentAt, day: true),
      "lastSignInOn": try recent(entry.lastSignInAt, day: true),
    ]).merging(InvitationState(entry, at: environment.now).json)
  }

  /// The states that clients are in, with their numbers. A chosen one is shown with no clients too.
  fileprivate func filters(_ counts: ClientCounts) -> JSON {
    let (status, isUndelivered) = (text("status"), text("undelivered") != nil)
    func filter(_ name: String, _ count: Int, _ query: KeyValuePairs<String, String?>, isCurrent: Bool) -> JSON? {
      guard count > 0 || isCurrent else { return nil }
      return .object(
        JSON.Members([
          (name, true), ("count", JSON(count)), ("isCurrent", .bool(isCurrent)),
          ("filterURL", .string(url(ClientsPage.path, query))),
        ]))
    }
    func of(_ status: Invitation.Status) -> Int { counts.byStatus[status] ?? 0 }
    let sort = text("sort")
    var filters = [
      filter("isAll", counts.all, ["sort": sort], isCurrent: status == nil && !isUndelivered),
      filter(
        "isPending", of(.pending), ["status": "pending", "sort": sort], isCurrent: status == "pending" && !isUndelivered
      ),
      // They are among those that were sent: a filter of their own would count them twice.
      isUndelivered
        ? filter("isUndelivered", counts.undelivered, ["undelivered": "yes", "sort": sort], isCurrent: true) : nil,
    ]
    for (name, each) in [
      ("isAccepted", Invitation.Status.accepted), ("isExpired", .expired), ("isDeclined", .declined),
      ("isRevoked", .revoked),
    ] {
      filters.append(
        filter(name, of(each), ["status": each.rawValue, "sort": sort], isCurrent: status == each.rawValue))
    }
    return .array(filters.compactMap { $0 })
  }

  fileprivate var sorts: JSON {
    .array(
      ClientOrder.allCases.map { order in
        .object(
          JSON.Members([
            ("value", .string(order.rawValue)), ("isChosen", .bool(order.rawValue == text("sort"))),
            ("isBy", .object(JSON.Members([(order.rawValue, true)]))),
          ]))
      })
  }
}
