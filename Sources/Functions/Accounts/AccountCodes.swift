// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

extension Environment {
  /// The number of failed attempts after which a code is invalid.
  static let attemptsPerCode = 5

  /// The hash of the first half of a code, which finds the row. The second half has 80 bits, and five attempts are
  /// allowed.
  static func selector(of code: String) -> String { hashed("selector " + code.prefix(16)) }

  /// The account of a code, with the row of the code.
  /// - Throws: `auth/code-invalid`, or `auth/code-expired` if the complete code is right.
  func account(ofCode code: String, _ purposes: [AccountCode.Purpose], _ rows: Transaction) throws(Problem)
    -> (account: Account, code: AccountCode)
  {
    let wrong = Problem(.codeInvalid, "the code does not exist, or it has been used")
    guard let found = try rows.accountCode(selector: Self.selector(of: code)), purposes.contains(found.purpose),
      found.triesLeft > 0, constantTimeEqual(found.codeHash, hashed(code))
    else { throw wrong }
    guard found.expiresAt > now else { throw Problem(.codeExpired, "the code has expired") }
    guard let accountID = found.accountID, let account = try rows.account(id: accountID) else { throw wrong }
    switch found.purpose {
    // A guardian who has closed the account can still see that, and decides about one that is being deleted.
    case .guardian where account.consent.guardian.isAgainst || account.status == .deleting: break
    case .restoreAccount: _ = try account.signingIn(at: now, restores: true)
    default: try account.requireActive(at: now)
    }
    return (account, found)
  }

  /// Counts a failed attempt for the code with the same first half, and for the client.
  func countWrongCode(_ problem: Problem, _ code: String, _ call: Call, _ rows: Transaction) throws(Problem) {
    guard problem.code == .codeInvalid else { return }
    try rows.countWrongTry(ofCode: Self.selector(of: code))
    try countGuess(call, account: nil, rows)
  }
}

extension Fields {
  /// A code of a mail, in upper case as `queueCode` makes it. People may type it in lower case.
  func optionalCode(_ name: String) -> String? { optionalText(name)?.uppercased() }
  func code(_ name: String) throws(Problem) -> String { try text(name).uppercased() }
}
