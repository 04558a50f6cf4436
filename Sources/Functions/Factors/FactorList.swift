// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

extension Factor {
  /// How many factors an account may have, including those that are being enrolled.
  static let maximumPerAccount = 10
  /// How long a new factor can be confirmed.
  static let enrollment = Duration.minutes(10)

  package var isConfirmed: Bool { confirmedAt != nil }

  /// The factor as its owner sees it.
  package var json: JSON {
    .object([
      "id": JSON(id), "type": JSON(type.rawValue), "name": name.map(JSON.string), "createdAt": JSON(createdAt.rfc3339),
      "lastUsedAt": lastUsedAt.map { JSON($0.rfc3339) },
    ])
  }

  /// The passkey of a confirmed factor.
  func passkey() throws(Problem) -> Passkey {
    guard let passkey = credential.flatMap(Passkey.init) else { throw .bug("a passkey has no valid credential") }
    return passkey
  }
}

extension FactorTable {
  /// The confirmed factors of an account, oldest first.
  package func confirmed(of account: Account, now: Timestamp) throws(Problem) -> [Factor] {
    try all(of: account.id, now: now).filter(\.isConfirmed)
  }

  /// Whether an account can sign in with a passkey.
  func canSignInWithPasskey(_ account: Account, _ policy: Policy, now: Timestamp) throws(Problem) -> Bool {
    guard policy.factors.passkey != nil, account.factors > 0 else { return false }
    return try confirmed(of: account, now: now).contains { $0.type == .passkey }
  }
}

/// The result of a function that changes the factors of an account: all that are confirmed.
package struct FactorsOutput: FunctionOutput {
  let factors: [Factor]
  /// New recovery codes; nil if the old ones stay.
  var recoveryCodes: [String]?

  package var json: JSON {
    .object(["factors": .array(factors.map(\.json)), "recoveryCodes": recoveryCodes.map(JSON.init)])
  }
}

extension Factors {
  /// Makes the recovery codes of an account, and ends its earlier ones.
  /// - Returns: the codes, which are stored only as hashes.
  func renewRecoveryCodes(of account: Account) throws(Problem) -> [String] {
    let codes = RecoveryCodes.make(random: decision.random)
    var hashes: [String] = []
    for code in codes { hashes.append(try decision.keyedHash(Self.recoveryText(code, of: account))) }
    try decision.tables.recoveryCodes.replace(of: account.id, by: hashes)
    return codes
  }

  /// The text of a recovery code that is hashed; it includes the account, so that equal codes have different hashes.
  static func recoveryText(_ code: String, of account: Account) -> String {
    "recovery code\n\(account.id)\n\(RecoveryCodes.normalForm(code) ?? "")"
  }
}
