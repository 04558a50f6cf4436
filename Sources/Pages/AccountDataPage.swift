// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions

/// The page with which a person downloads the data of their account, and deletes the account.
package enum AccountDataPage: BrowserPage {
  package static let name = "account-data-page"
  package static let page = "account-data"
  package static let path = "account/data"
  package static let menuEntry: MenuEntry? = .account

  package static func show(_ request: PageRequest) throws(Problem) -> PageResponse {
    let isDeletion = request.text("step") == "delete" || request.action == "delete"
    let policy = request.environment.policy
    let grace = policy.deletion.grace
    return PageResponse(
      isDeletion ? "isAsked" : "isShown",
      .object([
        "graceDays": grace > .zero ? JSON(grace.wholeDays) : nil,
        "keepsRecords": .bool(policy.deletion.clientRecords == .keep),
        "email": request.call.caller?.email.map { JSON($0.text) },
        "isVerified": .bool(request.call.caller?.emailVerified ?? false),
        "needsConfirmation": .bool(request.problem?.code == .confirmationRequired),
        "clients": request.problem?.values["count"].map(JSON.string),
      ]).merging(request.accountVariables(done: [])))
  }

  package static func act(_ request: PageRequest) throws(Problem) -> PageResponse {
    switch request.action {
    case "export":
      try request.requireRecent()
      let data = try request.perform(ExportAccount.self)
      return .download(data, name: "account.json")
    case "delete": return try deleted(request)
    default: return try show(request)
    }
  }

  /// The account has no sessions any more, so that the result is shown without a redirection.
  private static func deleted(_ request: PageRequest) throws(Problem) -> PageResponse {
    let isConfirmed = request.text("confirm") == "true"
    let result = try request.perform(DeleteAccount.self, isConfirmed ? ["confirm": true] : [:])
    var output = PageResponse(
      "isDone",
      .object([
        "deletesOn": try request.shown(result["deletesAt"]?.string.flatMap(Timestamp.init(rfc3339:)), day: true),
        "isVerified": .bool(request.call.caller?.emailVerified ?? false),
        "email": request.call.caller?.email.map { JSON($0.text) },
      ]))
    output.cookies = [PageCookie.session.header("", request.publicURL, lifetime: .zero)]
    output.clearsCache = true
    return output
  }
}
