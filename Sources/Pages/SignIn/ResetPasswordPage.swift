// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Storage

/// The page of the link in a mail that resets a password: a form for the new one. After a weak password the form is
/// shown again, and the code stays valid. Without a code it asks for the address to which the mail goes.
package enum ResetPasswordPage: LinkPage {
  package static let name = "reset-password-page"
  package static let page = "reset-password"
  package static let refused: [ErrorCode: String] = [
    .codeInvalid: "isUsed", .codeExpired: "isExpired", .eventInvalid: "isIncomplete", .weakPassword: "isAsked",
    .invalidEmail: "isAddressAsked", .emailDomainNotAllowed: "isAddressAsked", .tooManyRequests: "isAddressAsked",
  ]
  package static let asksForPassword = true
  package static let repeated = ["code", "email"]

  package static let sections = ["isAddressAsked", "isSent", "isAsked"]
  package static var variables: [String] {
    sectionNames + ["minutes hasErrors fieldErrors isLimited"] + PageVariables.ofPasswords
  }

  /// A person may ask for a further mail.
  package static func memory(of data: Fields) -> AnswerMemory { data.has("code") ? .ofData : .ofAccount }

  package static func show(_ data: Fields, _ call: Call, _ environment: Environment) throws(Problem) -> JSON {
    try environment.policy.requirePasswords()
    guard data.has("code") else {
      try environment.policy.requireUnprotected(ResetPassword.self)
      return ["isAddressAsked": true]
    }
    let code = try data.code("code")
    let (_, found) = try environment.read(call) { (decision) throws(Problem) in
      try ResetPassword.find(code, decision)
    }
    return ["email": .string(found.email.text), "appLink": .string(environment.policy.app.link(to: page, code: code))]
  }

  package static func submit(
    _ data: Fields, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<LinkPageOutput> {
    guard data.has("code") else { return try request(data, call, environment) }
    guard data.has("newPassword") else { throw .invalid("/newPassword", .eventInvalid, "is missing") }
    return try perform(ResetPassword.self, ["code", "newPassword"], of: data, call, environment)
  }

  /// Sends the mail. The page says the same for every address. With a code the policy's check for bots is not needed:
  /// only a person who reads the mails of an address has it.
  private static func request(
    _ data: Fields, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<LinkPageOutput> {
    try environment.policy.requireUnprotected(ResetPassword.self)
    let answer = try perform(ResetPassword.self, ["email"], of: data, call, environment)
    guard case .decided(let output) = answer else { return answer }
    return .decided(
      LinkPageOutput(
        json: output.json.merging([
          "isSent": true, "minutes": JSON(AccountCode.Purpose.resetPassword.lifetime.secondsRoundedUp / 60),
        ])))
  }
}
