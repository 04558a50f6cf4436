// SPDX-License-Identifier: Apache-2.0

/// How far an account may be used: the `state` of results, and the `missing` requirements.
package struct AccountState: Equatable, Sendable {
  /// In order of precedence.
  package enum State: String, Sendable {
    case emailNotVerified, incomplete, guardianPending, factorRequired, signedIn
  }

  package let state: State
  package let missing: [Requirement]

  /// The two members of every result with an account.
  package var json: JSON {
    ["state": .string(state.rawValue), "missing": .array(missing.map { .string($0.name) })]
  }

  /// - Throws: why an account in this state may not continue.
  package func requireSignedIn() throws(Problem) {
    switch state {
    case .signedIn: return
    case .emailNotVerified:
      throw Problem(.emailNotVerified, "the policy requires a verified email before anything else")
    case .incomplete:
      let names = missing.map(\.name).joined(separator: ", ")
      throw Problem(.accountIncomplete, "the policy requires more of the account: \(names)")
    case .guardianPending: throw Problem(.guardianPending, "a parent or guardian has not agreed yet")
    case .factorRequired: throw Problem(.factorRequired, "the policy requires a second factor")
    }
  }
}

extension Policy {
  /// The only place that decides how far an account may be used.
  /// - Parameter waitsForProof: whether the account has accepted something that is done once its address is proven.
  package func accountState(
    of account: Account, on now: Timestamp, waitsForProof: Bool = false
  ) -> AccountState {
    let missing = missing(of: account, on: now)
    let state: AccountState.State =
      if waitsForProof || email.verificationRequired && !account.emailVerified {
        .emailNotVerified
      } else if !missing.isEmpty {
        .incomplete
      } else if isMinor(account, on: now), account.consent.guardian == .pending {
        .guardianPending
      } else if factors.requiredFor.contains(account.role), account.factors == 0 {
        .factorRequired
      } else {
        .signedIn
      }
    return AccountState(state: state, missing: missing)
  }
}
