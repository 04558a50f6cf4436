// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Storage

/// The page of the accounts that the policy shows to an inviter.
package enum MembersPage: BrowserPage {
  package static let name = "members-page"
  package static let page = "members"
  package static let path = "members"
  package static let menuEntry: MenuEntry? = .members
  package static let identifying = ["query", "status"]

  private enum Section: String, PageFlag { case isMembers }

  package static var variables: [String] {
    [Section.names, ShownMembers.names, InviterNavigation.names] + form()
  }

  package static func show(_ request: PageRequest) throws(Problem) -> PageResponse {
    let list = try request.read(ListMembers.self, request.texts("query", "status", "cursor"))
    return try request.page(Section.isMembers, ShownMembers(list: list, request: request), request.inviterNavigation)
  }

  package static func act(_ request: PageRequest) throws(Problem) -> PageResponse { try show(request) }
}

// MARK: What it shows

private struct ShownMembers: PageModel {
  let list: ListMembers.Output
  let request: PageRequest

  static let variables: [PageVariable<Self>] = [
    .list("people") { $0.list.items.map { ShownMember(account: $0.account) } },
    .flag("hasMembers") { !$0.list.items.isEmpty }, .text("nextURL") { $0.nextURL },
    .flag("isSearch") { $0.isSearch }, .flag("hasAny") { $0.isSearch || !$0.list.items.isEmpty },
    .one { $0.request.text("status").flatMap(Account.Status.init).map(Selection.init) },
  ]

  private var isSearch: Bool { request.text("query") != nil || request.text("status") != nil }

  private var nextURL: String? {
    list.nextCursor.map {
      request.url(MembersPage.path, ["query": request.text("query"), "status": request.text("status"), "cursor": $0])
    }
  }

  /// The chosen option of the field for the status.
  private enum Selection: String, PageFlag {
    case selectsActive, selectsDisabled, selectsDeleting

    init(_ status: Account.Status) {
      self =
        switch status {
        case .active: .selectsActive
        case .disabled: .selectsDisabled
        case .deleting: .selectsDeleting
        }
    }
  }
}

private struct ShownMember: PageModel {
  let account: Account

  static let variables: [PageVariable<Self>] = [
    .text("memberName") { $0.account.displayName }, .text("memberEmail") { $0.account.email?.text },
    .flag("isUnproven") { $0.account.email != nil && !$0.account.emailVerified }, .one { $0.state },
    .recentDay("lastSignInOn") { $0.account.lastSignInAt }, .day("createdOn") { $0.account.createdAt },
  ]

  private enum State: String, PageFlag { case isActive, isDisabled, isDeleting }

  private var state: State {
    switch account.status {
    case .active: .isActive
    case .disabled: .isDisabled
    case .deleting: .isDeleting
    }
  }
}
