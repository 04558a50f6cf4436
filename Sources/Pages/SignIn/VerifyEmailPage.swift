// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Storage

/// The page of the link in a mail that verifies an address, or a new address of an account. Its two buttons confirm or
/// refuse. Only they use the code up, so programs that open links have no effect.
package enum VerifyEmailPage: LinkPage {
  package static let name = "verify-email-page"
  package static let page = "verify-email"
  package static let refused: [ErrorCode: String] = [
    .codeInvalid: "isUsed", .codeExpired: "isExpired", .emailAlreadyInUse: "isTaken", .eventInvalid: "isIncomplete",
  ]
  package static let repeated = ["code"]
  package static var variables: [String] {
    sectionNames
      + ["isConfirmed isDeleted isDropped isNewAddress email account account.email"]
  }

  package static func show(_ data: Fields, _ call: Call, _ environment: Environment) throws(Problem) -> JSON {
    let code = try data.code("code")
    let found = try environment.read(call) { (decision) throws(Problem) in
      let (account, found) = try VerifyEmail.find(code, decision)
      try VerifyEmail.requireFree(found, for: account, decision)
      return found
    }
    return [
      // Whether the address will replace the account's current one.
      "email": .string(found.email.text), "isNewAddress": .bool(found.purpose == .changeEmail),
      "appLink": .string(environment.policy.app.link(to: page, code: code)),
    ]
  }

  package static func submit(
    _ data: Fields, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<LinkPageOutput> {
    let choice = try VerifyEmail.choice(in: data)
    return try VerifyEmail.apply(try data.code("code"), choice, call, environment) {
      LinkPageOutput(json: $0.variables)
    }
  }
}

extension VerifyEmail.Outcome {
  fileprivate var variables: JSON {
    switch self {
    case .confirmed(let account, _): ["isConfirmed": true, "account": account.json]
    case .deleted: ["isDeleted": true]
    case .dropped(_, let email): ["isDropped": true, "email": .string(email.text)]
    }
  }
}
