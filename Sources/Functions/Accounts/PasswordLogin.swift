// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// The login that a person gives with a password: an address or a user name.
enum PasswordLogin: Equatable {
  case email(EmailAddress)
  /// A user name, as `Username` normalises it.
  case username(String)
}

/// The account that a password is tried for, as the limits of failed attempts count it.
///
/// Failures at each address and at the user name are counted separately. Otherwise the failures at one would show that
/// another belongs to the same account.
package struct GuessedAccount: Equatable {
  /// What the attempt counts for: the address, or a text with the user name.
  let subject: String
  /// What attempts with the account's other logins count for: its user name, and its further addresses.
  var otherSubjects: [String] = []
  /// The address whose owner is notified of too many attempts; nobody's, if the user name has no account.
  let email: EmailAddress
}

extension GuessedAccount {
  /// An address counts whether or not it has an account.
  init(_ email: EmailAddress, of owner: Account? = nil) {
    self.init(subject: email.key, of: owner, email: email)
  }

  /// - Parameter owner: the account that the login signs in to.
  init(_ login: PasswordLogin, of owner: Account?) {
    switch login {
    case .email(let email): self.init(email, of: owner)
    case .username(let name):
      self.init(subject: Self.subject(name), of: owner, email: owner?.email ?? .nobody)
    }
  }

  /// An account that is known. One without an address is counted by its id.
  init(_ account: Account) {
    self.init(subject: account.email?.key ?? "account\n\(account.id)", of: account, email: account.email ?? .nobody)
  }

  private init(subject: String, of owner: Account?, email: EmailAddress) {
    (self.subject, self.email) = (subject, email)
    guard let owner, owner.username != nil || !owner.otherAddresses.isEmpty else { return }
    let addresses = [owner.email].compactMap { $0 } + owner.otherAddresses.map(\.email)
    let all = addresses.map(\.key) + [owner.username.map(Self.subject)].compactMap { $0 }
    otherSubjects = all.filter { $0 != subject }
  }

  private static func subject(_ username: String) -> String { "username\n\(username)" }

  /// All subjects of the account.
  var subjects: [String] { [subject] + otherSubjects }
}

extension PasswordTable {
  /// The account and the password hash of a login. Both kinds of login cost one query.
  func passwordCredential(_ login: PasswordLogin) throws(Problem) -> PasswordCredential? {
    switch login {
    case .email(let email): try find(email: email)
    case .username(let name): try find(username: name)
    }
  }

  /// The account of a login, which may have no password.
  func account(_ login: PasswordLogin) throws(Problem) -> Account? {
    switch login {
    case .email(let email): try transaction.accounts.find(email: email)
    case .username(let name): try transaction.accounts.find(username: name)
    }
  }
}

extension Fields {
  /// The member `username` or `email`, with a password.
  /// - Throws: `event/invalid` if the text is not a user name.
  func passwordLogin() throws(Problem) -> PasswordLogin {
    guard let text = optionalText("username") else { return .email(try email("email")) }
    guard let name = Username(text) else { throw .invalid([.invalidUsername]) }
    return .username(name.text)
  }
}

extension Logins {
  /// The account that an address signs in to: the one that verified it, or else the one that has a password for it.
  package func account(signingInAs email: EmailAddress) throws(Problem) -> Account? {
    if let owner = try decision.tables.accounts.find(email: email) { return owner }
    return try decision.tables.passwords.find(email: email)?.account
  }

  /// Counts a try, so that nobody can find out which of many user names are in use.
  func countUsernameTry(_ problem: Problem) throws(Problem) {
    guard problem.code == .usernameAlreadyInUse, let caller = decision.call.caller else { return }
    try decision.limits.count(Limits.usernameTries(of: caller))
  }

  /// Requires that no other account has the user name of an account.
  /// - Throws: `auth/username-already-in-use`.
  func requireFreeUsername(of account: Account) throws(Problem) {
    guard let name = account.username, let owner = try decision.tables.accounts.find(username: name),
      owner.id != account.id
    else {
      return
    }
    throw Problem(.usernameAlreadyInUse, "another account has the user name")
  }
}

extension Limits {
  /// The limit of an account's tries to get a user name that another account has. Sign-ups have the same limit.
  static func usernameTries(of account: Account) -> [LimitedSubject] { [(.signUp, "account\n\(account.id)")] }
}
