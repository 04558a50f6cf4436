// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// Checks the codes of mails about accounts, and counts failed attempts, in the transaction of a decision.
package struct Codes {
  let decision: Decision

  /// The account of a code, with the row of the code.
  /// - Throws: `auth/code-invalid`, or `auth/code-expired` if the complete code is right.
  func account(ofCode code: String, _ purposes: [AccountCode.Purpose]) throws(Problem)
    -> (account: Account, code: AccountCode)
  {
    guard let found = try decision.tables.accountCodes.find(selector: Codes.selector(of: code)),
      purposes.contains(found.purpose), found.triesLeft > 0, constantTimeEqual(found.codeHash, hashed(code))
    else { throw Codes.wrong }
    return try account(ofRow: found)
  }

  static let wrong = Problem(.codeInvalid, "the code does not exist, or it has been used")

  /// The account of the row of a right code.
  /// - Parameter isStillValid: whether an expired code is valid, because it was shown in time.
  /// - Throws: as for a code.
  func account(ofRow found: AccountCode, isStillValid: Bool = false) throws(Problem) -> (
    account: Account, code: AccountCode
  ) {
    guard isStillValid || found.expiresAt > decision.now else { throw Problem(.codeExpired, "the code has expired") }
    guard let accountID = found.accountID, let account = try decision.tables.accounts.find(id: accountID) else {
      throw Codes.wrong
    }
    switch found.purpose {
    // A guardian who has closed the account can still see that, and decides about one that is being deleted.
    case .guardian where account.closedFor == .guardian || account.status == .deleting: break
    case .restoreAccount, .signIn: _ = try account.signingIn(at: decision.now, restores: true)
    default: try account.requireActive(at: decision.now)
    }
    return (account, found)
  }

  /// Requires that the account of a code still has the address to which the code was sent.
  func requireSameAddress(_ found: (account: Account, code: AccountCode)) throws(Problem) -> (
    account: Account, code: AccountCode
  ) {
    let owner = try decision.tables.accounts.find(email: found.code.email)
    guard found.account.email?.key == found.code.email.key, owner == nil || owner?.id == found.account.id else {
      throw Problem(.codeInvalid, "the address now belongs to another account")
    }
    return found
  }

  /// Counts a failed attempt for the code with the same first half, and for the client.
  package func countWrongCode(_ problem: Problem, _ code: String) throws(Problem) {
    guard problem.code == .codeInvalid else { return }
    try decision.tables.accountCodes.countWrongTry(ofCode: Codes.selector(of: code))
    try decision.limits.countGuess(account: nil)
  }

  /// The number of failed attempts after which a code is invalid.
  static let attemptsPerCode = 5

  /// The hash of the first half of a code, which finds the row. The second half has 80 bits, and five attempts are
  /// allowed.
  static func selector(of code: String) -> String { hashed("selector " + code.prefix(16)) }
}

extension Fields {
  /// A code of a mail, in upper case as `queueCode` makes it. People may type it in lower case.
  func optionalCode(_ name: String) -> String? { optionalText(name)?.uppercased() }
  package func code(_ name: String) throws(Problem) -> String { try text(name).uppercased() }
}

extension Codes {
  /// Decides an event by the code of a mail. A wrong code counts as a failed attempt.
  /// - Parameter body: as for `decide`.
  /// - Throws: `auth/too-many-requests` after too many wrong codes.
  package static func decide<Output: FunctionOutput>(
    by code: String, _ call: Call, _ environment: Environment, _ body: (Decision) throws(Problem) -> Output
  ) throws(Problem) -> Answer<Output> {
    try environment.decide(
      call, onRefusal: { (decision, problem) throws(Problem) in try decision.codes.countWrongCode(problem, code) }
    ) { (decision) throws(Problem) in
      try decision.limits.requireGuessesLeft(account: nil)
      return try body(decision)
    }
  }
}
