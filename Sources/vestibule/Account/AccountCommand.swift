// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Domain
import Functions
import Storage

/// The commands for accounts.
struct AccountCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "account",
    abstract: "Creates, finds, changes and deletes accounts.",
    discussion: """
      An account is named by its address or its id. Each change is one transaction, with an entry in the audit log that \
      names the operating system's user.
      """,
    subcommands: [
      AccountCreateCommand.self, AccountListCommand.self, AccountShowCommand.self, AccountRoleCommand.self,
      AccountSuspendCommand.self, AccountRestoreCommand.self, AccountSessionCommand.self,
      AccountEndSessionsCommand.self, AccountResetFactorsCommand.self, AccountUnlockCommand.self,
      AccountUnlinkCommand.self, AccountExportCommand.self, AccountDeleteCommand.self,
    ])
}

/// An account as an operator names it.
enum AccountReference: ExpressibleByArgument {
  case id(String)
  case address(EmailAddress)

  init?(argument: String) {
    let text = argument.trimmed
    guard text.contains("@") else {
      guard !text.isEmpty else { return nil }
      self = .id(text.lowercased())
      return
    }
    guard let address = EmailAddress(text) else { return nil }
    self = .address(address)
  }

  /// The account.
  /// - Throws: `auth/user-not-found`.
  func account(_ decision: Decision) throws(Problem) -> Account {
    switch self {
    case .id(let id):
      guard let account = try decision.tables.accounts.find(id: id) else {
        throw Problem(.userNotFound, "there is no account \(id)")
      }
      return account
    case .address(let address):
      guard let account = try decision.logins.account(signingInAs: address) else {
        throw Problem(
          .userNotFound,
          "no account signs in with \(address.text); \"account list --search\" also finds unverified addresses")
      }
      return account
    }
  }
}

/// The arguments of a command for one account.
struct AccountOptions: ParsableArguments {
  @Argument(help: "The account's address or id.")
  var account: AccountReference

  @Flag(help: "Prints one JSON object.")
  var json = false
}

extension Account {
  /// The account as operators see it.
  var operatorJSON: JSON {
    json.merging(.object(["deletesAt": deletesAt.map { JSON($0.rfc3339) }]))
  }

  /// The account in a sentence.
  var named: String { email?.text ?? id }
}
