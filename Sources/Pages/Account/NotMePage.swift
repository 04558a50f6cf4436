// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions

/// The page of the link in a mail about the security of an account. Its button ends all sessions and starts the reset
/// of the password. Opening it changes nothing, because mail programs open links too.
package enum NotMePage: LinkPage {
  package static let name = "not-me-page"
  package static let page = "not-me"
  package static let refused: [ErrorCode: String] = [
    .codeInvalid: "isUsed", .codeExpired: "isExpired", .userDisabled: "isClosed", .underageUser: "isClosed",
    .eventInvalid: "isIncomplete",
  ]
  package static let repeated = ["code"]
  /// No function of the API has this route.
  package static let sharesRoute = false
  package static var variables: [String] {
    sectionNames
      + ["isMailed isWithoutPassword isUnreachable account account.email"]
  }

  package static func show(_ data: Fields, _ call: Call, _ environment: Environment) throws(Problem) -> JSON {
    let code = try data.code("code")
    let (_, found) = try environment.read(call) { (decision) throws(Problem) in try NotMe.find(code, decision) }
    // Not the account's address: somebody else may have changed it.
    return ["account": ["email": .string(found.email.text)]]
  }

  package static func submit(
    _ data: Fields, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<LinkPageOutput> {
    try NotMe.endAllAccess(try data.code("code"), call, environment).map { LinkPageOutput(json: $0.json) }
  }
}
