// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Storage

// The list of an inviter's clients, with filters that count.

extension ClientsPage {
  /// How many clients a page has. A page with more would be much longer than a phone's screen.
  private static let most = 25

  static func list(_ request: PageRequest) throws(Problem) -> PageResponse {
    let number = min(max(request.text("page").flatMap(Int.init) ?? 1, 1), 4000)
    let skipped = (number - 1) * most
    let event = request.texts("query", "status", "sort")
      .merging(
        .object([
          "undelivered": request.isUndelivered.map { .bool($0) }, "limit": JSON(most), "skip": JSON(skipped),
        ]))
    let list = try request.read(ListClients.self, event)
    let counted = try request.clientCounts()
    let (counts, ofSearch, found) = (counted.all, counted.ofSearch, counted.found)
    let shown = ShownList(
      request: request, number: number, clients: list.items, failures: try request.failures(of: list.items),
      hasMore: list.nextCursor != nil, counts: counts, countsOfSearch: ofSearch, found: found)
    return try request.page(Section.isList, shown)
  }

  /// One page of the list.
  struct ShownList: PageModel {
    let request: PageRequest
    /// Counted from 1.
    let number: Int
    let clients: [ClientEntry]
    /// What became of the invitations that did not arrive, by their ids.
    let failures: [String: MessageDelivery]
    let hasMore: Bool
    let counts: ClientCounts
    /// Of the clients that the searched text selects.
    let countsOfSearch: ClientCounts
    /// How many clients the page's filters select.
    let found: Int

    /// Which clients of all the page has; nil if it has all.
    private var range: ClosedRange<Int>? {
      let first = (number - 1) * most + 1
      return clients.isEmpty || found <= most ? nil : first...(first + clients.count - 1)
    }

    static let variables: [PageVariable<Self>] = [
      .list("clients") { list in
        list.clients.map { entry in
          ListedClient(entry: entry, failure: list.failures[entry.invitation.id], now: list.request.environment.now)
        }
      },
      .list("filters") { $0.request.filters($0.countsOfSearch) }, .list("sorts") { $0.request.sorts },
      .flag("hasAny") { $0.counts.all > 0 }, .flag("hasFilters") { $0.countsOfSearch.all > 0 },
      .flag("hasClients") { !$0.clients.isEmpty },
      .flag("isSearch") { $0.request.isFiltered },
      .flag("isNotFound") { $0.request.text("query") != nil && $0.clients.isEmpty },
      .flag("showsUndelivered") { $0.request.isUndelivered == true },
      // Without a search, because the button is for all.
      .number("expiredCount") {
        $0.request.text("status") == "expired" && $0.request.text("query") == nil ? $0.counts.byStatus[.expired] : nil
      },
      .number("undeliveredCount") { $0.counts.undelivered == 0 ? nil : $0.counts.undelivered },
      .text("previousURL") { $0.number == 1 ? nil : $0.request.url(ofPage: $0.number - 1) },
      .text("nextURL") { $0.hasMore ? $0.request.url(ofPage: $0.number + 1) : nil },
      .object(
        "range", .number("first") { $0.range?.lowerBound }, .number("last") { $0.range?.upperBound },
        .number("total") { $0.range == nil ? nil : $0.found }),
      .one("done") { $0.request.done(Message.self) },
    ]
  }

  enum Message: String, PageFlag { case removed, resent }

  private struct ListedClient: PageModel {
    let entry: ClientEntry
    let failure: MessageDelivery?
    let now: Timestamp

    static let variables: [PageVariable<Self>] = [
      .text("clientId") { $0.entry.client.id }, .all { NamedClient(client: $0.entry.client) },
      .text("invitationId") { $0.entry.invitation.id },
      .recentDay("sentOn") { $0.entry.invitation.sentAt },
      .recentDay("lastSignInOn") { $0.entry.lastSignInAt }, .one { InvitationState($0.entry, at: $0.now) },
      .one("why") { $0.failure.flatMap { $0.isSuppressed || $0.reason == .other ? nil : $0.reason } },
      .flag("isSuppressed") { $0.failure?.isSuppressed == true },
      .flag("canResend") { [.isPending, .isExpired].contains(InvitationState($0.entry, at: $0.now)) },
    ]
  }
}

/// A filter of the list: the clients in one state, with their number.
private struct ClientStateFilter: PageModel {
  enum Kind: String, PageFlag {
    case isAll, isPending, isUndelivered, isAccepted, isExpired, isDeclined, isRevoked
  }

  let kind: Kind
  let count: Int
  let isCurrent: Bool
  let url: String

  static let variables: [PageVariable<Self>] = [
    .one { $0.kind }, .number("count") { $0.count }, .flag("isCurrent") { $0.isCurrent },
    .text("filterURL") { $0.url },
  ]
}

private struct SortChoice: PageModel {
  let order: ClientOrder
  let isChosen: Bool
  let url: String

  static let variables: [PageVariable<Self>] = [
    .flag("isChosen") { $0.isChosen }, .one("isBy") { $0.order }, .text("sortURL") { $0.url },
  ]
}

extension ClientOrder: PageFlag {}

extension PageRequest {
  /// The same list at another page.
  fileprivate func url(ofPage number: Int, sortedBy order: String? = nil) -> String {
    url(
      ClientsPage.path,
      [
        "query": text("query"), "status": text("status"), "undelivered": text("undelivered"),
        "sort": order ?? text("sort"), "page": number == 1 ? nil : String(number),
      ])
  }

  /// Whether the list shows only the clients whose invitation did not arrive (true), or leaves them out (false). Those
  /// who can still answer do not include them, unless the query says so.
  fileprivate var isUndelivered: Bool? {
    text("undelivered").map { $0 != "no" } ?? (text("status") == "pending" ? false : nil)
  }

  /// Whether the list shows only some of the clients.
  fileprivate var isFiltered: Bool { ["query", "status", "undelivered"].contains { text($0) != nil } }

  /// How many clients are in which state, of all and of those with the searched text, and how many the page's filters
  /// select.
  func clientCounts() throws(Problem) -> InviterTeams.CountedClients {
    let filter = ClientFilter(
      status: text("status").flatMap(Invitation.Status.init), isUndelivered: isUndelivered,
      text: text("query"))
    return try environment.read(call) { (decision) throws(Problem) in
      try decision.teams.of(try decision.requireCaller()).counted(isFiltered ? filter : nil)
    }
  }

  /// What became of the latest messages of the invitations that did not arrive, by the ids of the invitations.
  fileprivate func failures(of entries: [ClientEntry]) throws(Problem) -> [String: MessageDelivery] {
    let undelivered = entries.filter { InvitationState($0, at: environment.now) == .isUndelivered }
    guard !undelivered.isEmpty else { return [:] }
    return try environment.read(call) { (decision) throws(Problem) in
      try decision.teams.of(try decision.requireCaller()).latestDeliveries(of: undelivered)
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

  /// The states that clients are in, with their numbers. A chosen one is shown with no clients too.
  fileprivate func filters(_ counts: ClientCounts) -> [ClientStateFilter] {
    let (status, isUndelivered) = (text("status"), isUndelivered == true)
    func filter(
      _ kind: ClientStateFilter.Kind, _ count: Int, status: String? = nil, undelivered: String? = nil, isCurrent: Bool
    ) -> ClientStateFilter? {
      guard count > 0 || isCurrent else { return nil }
      let url = url(
        ClientsPage.path,
        ["query": text("query"), "status": status, "undelivered": undelivered, "sort": text("sort")])
      return ClientStateFilter(kind: kind, count: count, isCurrent: isCurrent, url: url)
    }
    func filter(_ kind: ClientStateFilter.Kind, _ each: Invitation.Status) -> ClientStateFilter? {
      filter(kind, counts.byStatus[each] ?? 0, status: each.rawValue, isCurrent: status == each.rawValue)
    }
    // Those that did not arrive are pending too. Here each client is counted once.
    let pending = (counts.byStatus[.pending] ?? 0) - counts.undelivered
    return [
      filter(.isAll, counts.all, isCurrent: status == nil && !isUndelivered),
      filter(
        .isPending, pending, status: "pending", undelivered: "no",
        isCurrent: status == "pending" && !isUndelivered),
      filter(.isUndelivered, counts.undelivered, undelivered: "yes", isCurrent: isUndelivered),
      filter(.isAccepted, .accepted), filter(.isExpired, .expired), filter(.isDeclined, .declined),
      filter(.isRevoked, .revoked),
    ].compactMap { $0 }
  }

  fileprivate var sorts: [SortChoice] {
    let current = text("sort") ?? ClientOrder.created.rawValue
    return ClientOrder.allCases.map { order in
      SortChoice(order: order, isChosen: order.rawValue == current, url: url(ofPage: 1, sortedBy: order.rawValue))
    }
  }
}
