// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// A code that a person types to sign in, and the address to which it was mailed. With clients that have links of their
/// own (`MailLink`), people also type those that prove an address or open an account again.
///
/// It is short, so it is stored only under a keyed hash. The address finds the row, and five attempts are allowed.
/// There is one code for each address, except where several accounts can ask for one: the rows of codes that prove an
/// address are found by the account too.
package struct SignInCode {
  let email: EmailAddress
  /// Eight letters and digits in two groups, as in the mail: `K7QW-2MZ4`.
  let text: String
  var purpose = AccountCode.Purpose.signIn
  /// The account of the code, if its link names it.
  var accountID: String?
  /// Whether the code was read out of a link, which nobody can guess. Wrong codes that somebody types do not end it.
  var isOfLink = false
  /// Whether the code was shown in time, and its sign-in waited for a second factor.
  var isStored = false

  /// Without `0` and `O`, and `1`, `I` and `L`, which look alike.
  static let letters = Array("23456789ABCDEFGHJKMNPQRSTUVWXYZ")
  static let length = 8

  /// The text whose keyed hash finds the row that an address has only once.
  var place: String { "\(purpose.rawValue) address\n\(email.key)" }
  /// The same for the row of one of several accounts. Nil is nobody's row, which is written so that no work is left
  /// out.
  func place(of accountID: String?) -> String { "\(place)\n\(accountID ?? "")" }
  /// The text whose keyed hash is compared.
  var content: String { "\(purpose.rawValue) code\n\(email.key)\n\(Self.normalised(text))" }

  /// The letters and digits of a code, as a person typed it. Case and hyphens do not matter.
  static func normalised(_ text: String) -> String { String(text.uppercased().filter { $0 != "-" }) }

  /// The code as in the mail; nil for a text that is not such a code.
  package static func asMailed(_ text: String) -> String? {
    let code = normalised(text)
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
    try requireSameAddress(try found(code)).account
  }

  /// The account of a code, with the row of the code.
  func found(_ code: SignInCode) throws(Problem) -> (account: Account, code: AccountCode) {
    guard let row = try row(of: code) else { throw Codes.wrong }
    return try account(ofRow: row, isStillValid: code.isStored)
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
    try rows(of: code).contains { $0.triesLeft > 0 }
  }

  /// The row of a right code that has tries left or is of a link; nil for other codes.
  func row(of code: SignInCode) throws(Problem) -> AccountCode? {
    guard let hash = try decision.keyedHashForLookup(code.content) else { return nil }
    return try rows(of: code).first {
      $0.purpose == code.purpose && (code.isOfLink || $0.triesLeft > 0) && constantTimeEqual($0.codeHash, hash)
    }
  }

  /// The rows that may be that of a code.
  private func rows(of code: SignInCode) throws(Problem) -> [AccountCode] {
    let only = try row(at: code.place)
    let places: [String] =
      switch (code.purpose, code.accountID) {
      case (.verifyEmail, nil):
        try decision.tables.accounts.claimants(of: code.email).map(code.place(of:)) + [code.place]
      case (.verifyEmail, let account?): [code.place(of: account)]
      case (.changeEmail, let account?) where only?.accountID != account: [code.place(of: account)]
      default: []
      }
    guard !places.isEmpty else { return [only].compactMap { $0 } }
    var rows: [AccountCode] = []
    for place in places { if let row = try row(at: place) { rows.append(row) } }
    return rows
  }

  private func row(at place: String) throws(Problem) -> AccountCode? {
    guard let selector = try decision.keyedHashForLookup(place) else { return nil }
    return try decision.tables.accountCodes.find(selector: selector)
  }

  /// Where the row of a new code is stored. It replaces no row of another account.
  ///
  /// Several accounts can ask for one new address, and a person who types a code gives only the address. The typed code
  /// belongs to the account that asked first and still waits. Otherwise the owner of the address could take the code of
  /// a stranger's later request for their own, and type it. The links of later codes name their accounts.
  func placeOfNewCode(of code: SignInCode, for account: Account?) throws(Problem) -> String {
    switch code.purpose {
    case .verifyEmail: return code.place(of: account?.id)
    case .changeEmail:
      guard let first = try row(at: code.place), first.expiresAt > decision.now,
        let other = first.accountID, other != account?.id
      else {
        return code.place
      }
      return code.place(of: account?.id)
    default: return code.place
    }
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
    if let selector = try decision.keyedHashForLookup(code.place) {
      try decision.tables.accountCodes.remove(selector: selector)
    }
  }

  /// Counts a failed attempt for the typed code of the address. It does not count for the limits of passwords.
  func countWrongCode(_ problem: Problem, _ code: SignInCode) throws(Problem) {
    guard problem.code == .codeInvalid, !code.isOfLink else { return }
    for row in try rows(of: code) { try decision.tables.accountCodes.countWrongTry(ofCode: row.selector) }
  }

  /// A random code. Every letter is equally likely.
  func newSignInCode(
    for email: EmailAddress, _ purpose: AccountCode.Purpose = .signIn, of account: Account? = nil
  ) -> SignInCode {
    let letters = SignInCode.letters
    let end = 256 / letters.count * letters.count
    var code = ""
    while code.count < SignInCode.length {
      for byte in decision.random(SignInCode.length * 2)
      where Int(byte) < end && code.count < SignInCode.length {
        code.append(letters[Int(byte) % letters.count])
      }
    }
    return SignInCode(
      email: email, text: "\(code.prefix(4))-\(code.suffix(4))", purpose: purpose, accountID: account?.id)
  }
}

// MARK: The data of a new account

extension Codes {
  /// Stores what a client says about the account that a code makes, sealed, until the code ends.
  func storeTerms(_ terms: NewAccountTerms, until end: Timestamp, with code: SignInCode) throws(Problem) {
    guard terms.areMadeByMailedCode, let metadata = terms.metadata, metadata != [:] else { return }
    let selector = try decision.keyedHash(Self.selectorTextOfTerms(code))
    let data: JSON = ["metadata": metadata, "stated": terms.stated]
    try decision.tables.challenges.insert(
      Challenge(
        selector: selector, purpose: .newAccount, accountID: nil, function: decision.call.function,
        sealedEvent: try decision.secret.seal(data.text, for: .challenges, at: selector),
        triesLeft: Codes.attemptsPerCode, createdAt: decision.now, expiresAt: end))
  }

  /// What `storeTerms` has stored with a valid code. It can be read once.
  func useUpTerms(of code: SignInCode) throws(Problem) -> (metadata: JSON, stated: Fields) {
    guard let selector = try decision.keyedHashForLookup(Self.selectorTextOfTerms(code)),
      let kept = try decision.tables.challenges.find(selector: selector), kept.purpose == .newAccount,
      let sealed = kept.sealedEvent
    else { return ([:], Fields([:])) }
    let text = try decision.secret.open(sealed, for: .challenges, at: selector)
    guard let data = try? JSON(parsing: Array(text.utf8), maximumDepth: 64), let metadata = data["metadata"],
      let stated = data["stated"]
    else { throw .bug("the data of a new account are not stored as they should be") }
    try decision.tables.challenges.remove(selector)
    return (metadata, Fields(stated))
  }

  private static func selectorTextOfTerms(_ code: SignInCode) -> String { "data of\n\(code.content)" }
}

extension Policy {
  /// - Throws: `auth/provider-not-enabled` if the policy does not allow codes.
  package func requireSignInCodes() throws(Problem) {
    guard hasSignInCodes else { throw Problem(.providerNotEnabled, "the policy has no sign-in by mailed codes") }
  }
}
