// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions

/// The page with which a person downloads the data of their account, and deletes the account.
package enum AccountDataPage: BrowserPage {
  package static let name = "account-data-page"
  package static let page = "account-data"
  package static let path = "account/data"
  package static let menuEntry: MenuEntry? = .account

  private enum Section: String, PageFlag { case isShown, isAsked, isDone }

  private enum Form: String { case export, delete }

  package static var variables: [String] { [Section.names, ShownData.names, ShownDeletion.names] + form() }

  package static func show(_ request: PageRequest) throws(Problem) -> PageResponse {
    let isDeletion = request.text("step") == "delete" || request.form(Form.self) == .delete
    let shown = ShownData(
      account: request.call.caller, rules: request.environment.policy.deletion, problem: request.problem,
      losesClients: isDeletion ? try DeleteAccount.takesClients(request.call, request.environment) : false)
    return try request.page(isDeletion ? Section.isAsked : .isShown, shown)
  }

  package static func act(_ request: PageRequest) throws(Problem) -> PageResponse {
    switch request.form(Form.self) {
    case .export:
      try request.requireRecent()
      let data = try request.perform(ExportAccount.self)
      return .download(data, name: "account.json")
    case .delete: return try deleted(request)
    case nil: return try show(request)
    }
  }

  /// The account has no sessions any more, so the result is shown without a redirection.
  private static func deleted(_ request: PageRequest) throws(Problem) -> PageResponse {
    let isConfirmed = request.text("confirm") == "true"
    let result = try request.perform(DeleteAccount.self, isConfirmed ? ["confirm": true] : [:])
    let end = result["deletesAt"]?.string.flatMap(Timestamp.init(rfc3339:))
    var output = try request.page(Section.isDone, ShownDeletion(account: request.call.caller, end: end))
    output.cookies = [PageCookie.session.header("", request.publicURL, lifetime: .zero)]
    output.clearsCache = true
    return output
  }
}

// MARK: What it shows

private struct ShownData: PageModel {
  let account: Account?
  let rules: Policy.DeletionRules
  /// Why the form is shown again.
  let problem: Problem?
  let losesClients: Bool

  static let variables: [PageVariable<Self>] = [
    .flag("losesClients") { $0.losesClients },
    .number("graceDays") { $0.rules.grace > .zero ? $0.rules.grace.wholeDays : nil },
    .flag("keepsRecords") { $0.rules.clientRecords == .keep }, .text("email") { $0.account?.email?.text },
    .flag("isVerified") { $0.account?.emailVerified ?? false },
    .flag("needsConfirmation") { $0.problem?.code == .confirmationRequired },
    .text("clients") { $0.problem?.message.values["count"] },
  ]
}

/// The account after its deletion.
private struct ShownDeletion: PageModel {
  let account: Account?
  let end: Timestamp?

  static let variables: [PageVariable<Self>] = [
    .day("deletesOn") { $0.end }, .text("email") { $0.account?.email?.text },
    .flag("isVerified") { $0.account?.emailVerified ?? false },
  ]
}
