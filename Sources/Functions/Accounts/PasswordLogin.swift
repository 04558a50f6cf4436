// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// What a person gives beside a password.
enum PasswordLogin: Equatable {
  case email(EmailAddress)
  /// As `Username` normalises it.
  case username(String)
}

/// The account that a password is tried for, as the limits of failed attempts count it.
struct GuessedAccount: Equatable {
  /// The address, or another text for a user name without an account.
  let subject: String
  /// The address whose owner is notified of too many attempts; of nobody for a user name without an account.
  let email: EmailAddress
}

extension GuessedAccount {
  /// An address counts whether or not it has an account.
  init(_ email: EmailAddress) { self.init(subject: email.key, email: email) }

  /// - Parameter owner: the account that the login signs in to.
  init(_ login: PasswordLogin, of owner: Account?) {
    switch login {
    case .email(let email): self.init(email)
    case .username(let name):
      if let email = owner?.email { self.init(email) } else { self.init(subject: "username\n\(name)", email: .nobody) }
    }
  }
}

extension Transaction {
  /// The account and the password hash of a login. Both kinds of login cost one query.
  func passwordCredential(_ login: PasswordLogin) throws(Problem) -> PasswordCredential? {
    switch login {
    case .email(let email): try passwordCredential(email: email)
    case .username(let name): try passwordCredential(username: name)
    }
  }

  /// Whether a login without a password has an account.
  func hasAccount(_ login: PasswordLogin) throws(Problem) -> Bool {
    switch login {
    case .email(let email): try account(email: email) != nil
    case .username(let name): try account(username: name) != nil
    }
  }
}

extension Fields {
  /// The member `username` or `email`, beside a password.
  /// - Throws: `event/invalid` if the text is no user name.
  func passwordLogin() throws(Problem) -> PasswordLogin {
    guard let text = optionalText("username") else { return .email(try email("email")) }
    guard let name = Username(text) else { throw .invalid([.invalidUsername]) }
    return .username(name.text)
  }
}

extension Environment {
  /// Requires that no other account has the user name of an account.
  /// - Throws: `auth/username-already-in-use`.
  func requireFreeUsername(of account: Account, _ rows: Transaction) throws(Problem) {
    guard let name = account.username, let owner = try rows.account(username: name), owner.id != account.id else {
      return
    }
    throw Problem(.usernameAlreadyInUse, "another account has the user name")
  }
}
