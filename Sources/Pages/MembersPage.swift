// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions

/// The page of the accounts that the policy shows to an inviter.
package enum MembersPage: BrowserPage {
  package static let name = "members-page"
  package static let page = "members"
  package static let path = "members"
  package static let menuEntry: MenuEntry? = .members
  package static let identifying = ["query", "status"]

  package static func show(_ request: PageRequest) throws(Problem) -> PageResponse {
    let list = try request.read(ListMembers.self, request.texts("query", "status", "cursor"))
    let next = list.nextCursor.map { cursor in
      request.url(path, ["query": request.text("query"), "status": request.text("status"), "cursor": cursor])
    }
    var people: [JSON] = []
    for member in list.items { people.append(try request.shown(member: member.account)) }
    let status = request.text("status")
    return PageResponse(
      "isMembers",
      JSON.object([
        "people": .array(people), "hasMembers": people.isEmpty ? nil : true,
        "nextURL": next.map(JSON.string), "isSearch": request.text("query") == nil && status == nil ? nil : true,
        "selectsActive": status == "active" ? true : nil, "selectsDisabled": status == "disabled" ? true : nil,
        "selectsDeleting": status == "deleting" ? true : nil,
      ]).merging(request.inviterNavigation))
  }

  package static func act(_ request: PageRequest) throws(Problem) -> PageResponse { try show(request) }
}

extension PageRequest {
  fileprivate func shown(member: Account) throws(Problem) -> JSON {
    .object([
      "memberName": .string(member.displayName), "memberEmail": member.email.map { .string($0.text) },
      "isUnproven": member.email != nil && !member.emailVerified ? true : nil,
      "isActive": member.status == .active ? true : nil, "isDisabled": member.status == .disabled ? true : nil,
      "isDeleting": member.status == .deleting ? true : nil,
      "lastSignInOn": try recent(member.lastSignInAt, day: true),
      "createdOn": try shown(member.createdAt, day: true),
    ])
  }
}
