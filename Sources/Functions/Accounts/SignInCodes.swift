// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// A code that a person types to sign in, and the address to which it was mailed. With clients that have links of their
/// own (`MailLink`), people also type those that prove an address or open an account again.
///
/// It is short, so it is stored only under a keyed hash. The address finds the row: there is one code for each
/// address, and five attempts are allowed.
package struct SignInCode {
  let email: EmailAddress
  /// Eight letters and digits in two groups, as in the mail: `K7QW-2MZ4`.
  let text: String
  var purpose = AccountCode.Purpose.signIn
  /// Whether the code was shown in time, and its sign-in waited for a second factor.
  var isStored = false

  /// Without `0` and `O`, and `1`, `I` and `L`, which look alike.
  static let letters = Array("23456789ABCDEFGHJKMNPQRSTUVWXYZ")
  static let length = 8

  /// The text whose keyed hash finds the row.
  var place: String { "\(purpose.rawValue) address\n\(email.key)" }
  /// The text whose keyed hash is compared.
  var content: String { "\(purpose.rawValue) code\n\(email.key)\n\(Self.letters(of: text))" }

  /// The letters and digits of a code, as a person typed it. Case and hyphens do not matter.
  static func letters(of text: String) -> String { String(text.uppercased().filter { $0 != "-" }) }

  /// The code as in the mail; nil for a text that is not such a code.
  package static func spelled(_ text: String) -> String? {
    let code = letters(of: text)
    guard code.count == length, code.allSatisfy(letters.contains) else { return nil }
    return "\(code.prefix(4))-\(code.suffix(4))"
  }
}

extension SignInCode {
  /// The form that a challenge keeps, encrypted.
  var stored: JSON { ["email": .string(email.text), "text": .string(text)] }

  init(stored: Fields) throws(Problem) {
    self.init(email: try stored.email("email"), text: try stored.text("text"), isStored: true)
  }
}

extension Codes {
  /// The account that a code signs in to.
  /// - Throws: `auth/code-invalid`, also for an address without an account; `auth/code-expired` if the code is right;
  ///   `auth/user-disabled`.
  func account(of code: SignInCode) throws(Problem) -> Account {
    try accountStillAt(try found(code)).account
  }

  /// The account of a code, with the row of the code.
  func found(_ code: SignInCode) throws(Problem) -> (account: Account, code: AccountCode) {
    try account(
      selector: try decision.keyedHashToFind(code.place), codeHash: try decision.keyedHashToFind(code.content),
      [code.purpose],
      isStillValid: code.isStored
    )
  }

  /// The row of a code that makes an account, because its address has none; nil for other codes, and for wrong ones.
  func newcomer(of code: SignInCode) throws(Problem) -> AccountCode? {
    guard code.purpose == .signIn, let row = try row(of: code), row.accountID == nil, row.email.key == code.email.key,
      row.expiresAt > decision.now
    else { return nil }
    return row
  }

  /// Whether a code that has tries left was sent to the address. The code itself is not compared.
  func isSent(_ code: SignInCode) throws(Problem) -> Bool {
    guard let selector = try decision.keyedHashToFind(code.place) else { return false }
    return try decision.transaction.accountCodes.find(selector: selector).map { $0.triesLeft > 0 } ?? false
  }

  /// The row of a right code that has tries left; nil for other codes.
  func row(of code: SignInCode) throws(Problem) -> AccountCode? {
    guard let selector = try decision.keyedHashToFind(code.place),
      let hash = try decision.keyedHashToFind(code.content),
      let row = try decision.transaction.accountCodes.find(selector: selector), row.purpose == code.purpose,
      row.triesLeft > 0, constantTimeEqual(row.codeHash, hash)
    else { return nil }
    return row
  }

  /// Uses a code up, and proves the address of its account if nothing did before.
  /// - Parameter account: the account as it is afterwards.
  func use(_ code: SignInCode, of account: Account, isFirstProof: Bool) throws(Problem) {
    if isFirstProof {
      try decision.audit(.accountEmailVerified, account: account.id)
      try decision.admission.proveAddress(of: account, by: .codeAlone)
    }
    try remove(code)
  }

  /// Uses a code up.
  func remove(_ code: SignInCode) throws(Problem) {
    if let selector = try decision.keyedHashToFind(code.place) {
      try decision.transaction.accountCodes.remove(selector: selector)
    }
  }

  /// Counts a failed attempt for the code of the address. It does not count for the limits of passwords.
  func countWrongCode(_ problem: Problem, _ code: SignInCode) throws(Problem) {
    guard problem.code == .codeInvalid, let selector = try decision.keyedHashToFind(code.place) else { return }
    try decision.transaction.accountCodes.countWrongTry(ofCode: selector)
  }

  /// A random code. Every letter is equally likely.
  func newSignInCode(for email: EmailAddress, _ purpose: AccountCode.Purpose = .signIn) -> SignInCode {
    let letters = SignInCode.letters
    let end = 256 / letters.count * letters.count
    var code = ""
    while code.count < SignInCode.length {
      for byte in decision.environment.random(SignInCode.length * 2)
      where Int(byte) < end && code.count < SignInCode.length {
        code.append(letters[Int(byte) % letters.count])
      }
    }
    return SignInCode(email: email, text: "\(code.prefix(4))-\(code.suffix(4))", purpose: purpose)
  }
}

extension Policy {
  /// - Throws: `auth/provider-not-enabled` if the policy does not allow codes.
  package func requireSignInCodes() throws(Problem) {
    guard hasSignInCodes else { throw Problem(.providerNotEnabled, "the policy has no sign-in by mailed codes") }
  }
}
