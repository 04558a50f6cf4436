// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Domain
import Functions

struct AccountCreateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create", abstract: "Creates an account, such as the first admin's.",
    discussion: """
      The address counts as verified, because the operator vouches for it. The account has no password: its owner sets \
      one with reset-password, or signs in with a provider that has verified the same address. The database is created \
      if it does not exist.
      """)

  @Argument(help: "The person's address.")
  var email: String

  @Option(help: "The account's role, one of the policy's.")
  var role: String

  @Option(help: "The person's name.")
  var name: String

  @Option(help: "The person's telephone number.")
  var phone: String?

  @Flag(help: "Prints one JSON object.")
  var json = false

  func run() throws {
    try reportingFailure { () throws(Failure) in try create() }
  }

  private func create() throws(Failure) {
    guard let address = EmailAddress(email.trimmed) else { throw .usage("\(email.printable) is not a mail address") }
    let environment = try operatorEnvironment(needsDatabase: false)
    try environment.policy.requireRole(role)
    guard let displayName = FieldRules(callingCode: environment.policy.profile.callingCode).displayName(name),
      PersonName.isUsable(displayName)
    else { throw .usage("\(name.printable) is not a name that the policy accepts") }
    if let phone, environment.policy.profile.phoneNumber(phone) == nil {
      throw .usage("\(phone.printable) is not a telephone number that the policy accepts")
    }
    let account = try deciding { () throws(Problem) in
      try environment.write(.ofOperator("account", environment)) { (decision) throws(Problem) in
        try decision.admission.createAccount(address, role: role, displayName: displayName, phone: phone)
      }
    }
    try printLine(json ? account.operatorJSON.text : "created \(account.named.printable) as \(role): \(account.id)")
  }
}

extension Policy {
  /// - Throws: a usage failure for a role that the policy does not have.
  func requireRole(_ role: String) throws(Failure) {
    if let refusal = roles.refusal(of: role) { throw .usage(refusal) }
  }
}

extension Policy.Roles {
  /// Why a role cannot be given to an account; nil if it can.
  func refusal(of role: String) -> String? {
    all.contains(role) ? nil : "the policy has no role \"\(role.printable)\", only \(all.joined(separator: ", "))"
  }
}
