// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Storage

/// The page of the link in the mail about a deletion. Its button restores the account, and starts no session: a link
/// alone never signs in.
package enum RestoreAccountPage: LinkPage {
  package static let name = "restore-account-page"
  package static let page = "restore-account"
  package static let refused: [ErrorCode: String] = [
    .codeInvalid: "isUsed", .codeExpired: "isExpired", .userDisabled: "isClosed", .eventInvalid: "isIncomplete",
    .factorRequired: "isInApp",
  ]
  package static let repeated = ["code"]
  package static var variables: [String] {
    sectionNames + ["deletesOn account account.displayName account.email"]
  }

  package static func show(_ data: Fields, _ call: Call, _ environment: Environment) throws(Problem) -> JSON {
    let code = try data.code("code")
    let (account, found) = try environment.read(call) { (decision) throws(Problem) in
      try decision.deletions.accountToRestore(withCode: code)
    }
    try requireNoFactor(of: account)
    return [
      // The day on which the account will be erased.
      "account": account.person,
      "deletesOn": .string(try environment.messages.day(found.expiresAt, call.language).unbroken),
      "appLink": .string(environment.policy.app.link(to: page, code: code)),
    ]
  }

  package static func submit(
    _ data: Fields, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<LinkPageOutput> {
    let code = try data.code("code")
    return try Codes.decide(by: code, call, environment) { (decision) throws(Problem) in
      let (account, _) = try decision.deletions.accountToRestore(withCode: code)
      try requireNoFactor(of: account)
      try decision.deletions.storeRestoration(of: account)
      return LinkPageOutput(json: ["account": account.json])
    }
  }

  /// Requires an account that a page may restore: the second factor of an account is passed in the app.
  private static func requireNoFactor(of account: Account) throws(Problem) {
    guard account.factors > 0 else { return }
    throw .factorRequired(of: account, "the account is restored in the app, with its second factor")
  }

  package static func variables(
    of refusal: Problem, _ data: Fields, _ environment: Environment
  ) throws(Problem) -> JSON? {
    guard refusal.code == .factorRequired else { return nil }
    return ["appLink": .string(environment.policy.app.link(to: page, code: try data.code("code")))]
  }
}
