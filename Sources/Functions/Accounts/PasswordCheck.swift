// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// The result of the verification of a password. It takes the same time with and without an account.
struct PasswordCheck {
  let login: PasswordLogin
  /// What a failed attempt counts for.
  let guessed: GuessedAccount
  /// The account whose password was verified; nil if the login has no password.
  fileprivate let accountID: String?
  /// When the verified password was set.
  fileprivate let changedAt: Timestamp?
  fileprivate let isRight: Bool
  /// A new hash, if another system made the stored one, or if the policy now requires stronger parameters.
  fileprivate let newHash: String?

  fileprivate init(
    _ login: PasswordLogin, _ guessed: GuessedAccount, accountID: String?, changedAt: Timestamp?, isRight: Bool,
    newHash: String?
  ) {
    self.login = login
    self.guessed = guessed
    self.accountID = accountID
    self.changedAt = changedAt
    self.isRight = isRight
    self.newHash = newHash
  }

  /// A password that was not verified.
  init(_ login: PasswordLogin, _ guessed: GuessedAccount) {
    self.init(login, guessed, accountID: nil, changedAt: nil, isRight: false, newHash: nil)
  }

  /// The address of the login or of its account; nobody's, if the user name has no account.
  var email: EmailAddress { guessed.email }

  /// A password that was verified for an event whose challenge is answered now.
  init(stored: Fields) throws(Problem) {
    guard let email = EmailAddress.stored(try stored.text("email")) else { throw .bug("a stored address is invalid") }
    self.init(
      stored.optionalText("username").map(PasswordLogin.username) ?? .email(email), GuessedAccount(email),
      accountID: stored.optionalText("accountId"),
      changedAt: stored.optionalInteger("changedAt").map { Timestamp(milliseconds: $0) },
      isRight: stored.flag("isRight"), newHash: stored.optionalText("newHash"))
  }

  private var username: String? { if case .username(let name) = login { name } else { nil } }

  /// The stored form, without the password.
  var stored: JSON {
    .object([
      "email": JSON(email.text), "username": username.map(JSON.string),
      "accountId": accountID.map(JSON.string), "changedAt": changedAt.map { JSON($0.milliseconds) },
      "isRight": .bool(isRight), "newHash": newHash.map(JSON.string),
    ])
  }

  /// The account that the password signs in to.
  /// - Parameter restores: whether the sign-in restores an account that is being deleted.
  /// - Throws: `auth/invalid-credential`, or with `revealAccounts` `auth/user-not-found` or `auth/wrong-password`;
  ///   `auth/user-disabled`. After too many failed attempts a right password is refused like a wrong one, whatever the
  ///   state of the account.
  func account(restores: Bool = false, _ decision: Decision) throws(Problem) -> Account {
    let owner = try owner(decision)
    if try decision.limits.isUsedUp(owner) { throw try refusal(owner, decision) }
    return try owner.signingIn(at: decision.now, restores: restores)
  }

  /// The account whose password it is, in any state, no matter how many attempts have failed.
  /// - Throws: as `account` for a wrong password.
  func owner(_ decision: Decision) throws(Problem) -> Account {
    let known = try decision.tables.passwords.passwordCredential(login)
    guard let known, isRight, known.account.id == accountID, known.changedAt == changedAt else {
      throw try refusal(known?.account, decision)
    }
    return known.account
  }

  /// The refusal of a wrong password. Its audit entry names the account. The work is the same with and without an
  /// account.
  private func refusal(_ known: Account?, _ decision: Decision) throws(Problem) -> Problem {
    let policy = decision.policy
    let withoutPassword = try decision.tables.passwords.account(login)
    let owner = known ?? withoutPassword
    var problem =
      if !policy.revealAccounts {
        Problem(.invalidCredential, "the address or user name has no account, or another password")
      } else if owner == nil {
        Problem(.userNotFound, "the address or user name has no account")
      } else if known == nil {
        Problem(.wrongPassword, "the account has no password")
      } else {
        Problem(.wrongPassword, "the account has another password")
      }
    problem.audited.accountID = owner?.id
    if policy.revealAccounts, let owner {
      let methods = try decision.tables.accounts.signInMethods(of: owner.id)
      problem.hints.providers = methods.map(\.name)
      if known == nil, !methods.isEmpty {
        let names = methods.map(\.displayName).joined(separator: ", ")
        problem.message = Problem.Message(Problem.Message.withoutPassword, ["providers": names])
      }
    }
    return problem
  }

  /// Whether it is the account's password. It says nothing about the account's state, or the attempts that are left.
  func isPassword(of account: Account) -> Bool { isRight && accountID == account.id }

  /// Stores the new hash, after the password was verified.
  func renewHash(_ transaction: Transaction) throws(Problem) {
    guard let newHash, let owner = try transaction.passwords.passwordCredential(login)?.account.id else { return }
    try transaction.passwords.replaceHash(newHash, of: owner)
  }
}

extension PasswordCheck {
  /// Verifies a password before the transaction, so that no other transaction waits for the hash.
  ///
  /// After too many failed attempts the password is not verified, and the transaction refuses the event.
  /// - Throws: `auth/provider-not-enabled` if the policy does not allow passwords.
  static func verifying(
    _ password: String, of login: PasswordLogin, on device: Device?, _ call: Call, _ environment: Environment
  ) throws(Problem) -> PasswordCheck {
    try verifying(password, of: login, call, environment) { call.attemptLimits($0.subject, device) }
  }

  /// - Parameter limits: the limits of failed attempts at an account.
  static func verifying(
    _ password: String, of login: PasswordLogin, _ call: Call, _ environment: Environment,
    limits: (GuessedAccount) -> [LimitedSubject]
  ) throws(Problem) -> PasswordCheck {
    try environment.policy.requirePasswords()
    let (found, imported, guessed, isAllowed) = try environment.read(call) { (decision) throws(Problem) in
      decision.prefetch(.passwordHashes)
      let found = try decision.tables.passwords.passwordCredential(login)
      let imported = PasswordHasher.Imported(
        costs: try decision.tables.passwords.importedCosts().compactMap { PasswordCost(text: $0) },
        firebaseKey: try decision.hashKeys.firebaseKey(of: found?.hash, in: decision.tables))
      let guessed = GuessedAccount(login, of: found?.account)
      do throws(Problem) { try decision.limits.require(limits(guessed)) } catch {
        return (found, imported, guessed, false)
      }
      return (found, imported, guessed, true)
    }
    guard isAllowed else { return PasswordCheck(login, guessed) }
    let hasher = environment.authentication.passwordHasher
    let isRight = try hasher.verify(password, against: found?.hash, imported)
    let isOutdated = if isRight, let found { found.isImported || hasher.isOutdated(found.hash) } else { false }
    return PasswordCheck(
      login, guessed, accountID: found?.account.id, changedAt: found?.changedAt, isRight: isRight,
      newHash: isOutdated ? try hasher.hash(password) : nil)
  }
}

extension Policy {
  package func requirePasswords() throws(Problem) {
    guard password != nil else { throw Problem(.providerNotEnabled, "the policy has no passwords") }
  }
}

extension Prefetch {
  /// The settings of passwords' hashes.
  fileprivate static var passwordHashes: Prefetch {
    Prefetch { (decision) throws(Problem) in
      _ = try decision.tables.hashKeys.all()
      _ = try decision.tables.passwords.importedCosts()
    }
  }
}
