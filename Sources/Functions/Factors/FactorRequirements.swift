// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

extension Policy {
  /// - Throws: `auth/provider-not-enabled` if the policy does not allow this kind of factor.
  func requireOn(_ type: Factor.Kind) throws(Problem) {
    let isOn =
      switch type {
      case .totp: factors.totp
      case .passkey: factors.passkey != nil
      }
    guard isOn else { throw Problem(.providerNotEnabled, "the policy has no factors of the type \(type.rawValue)") }
  }

  /// The app as a relying party of WebAuthn.
  /// - Throws: `auth/provider-not-enabled` if the policy has no passkeys.
  func relyingParty() throws(Problem) -> RelyingParty {
    try requireOn(.passkey)
    guard let rules = factors.passkey else { throw .bug("passkeys are on without their rules") }
    return RelyingParty(id: rules.relyingPartyID, name: app.name, origins: rules.origins)
  }
}

extension Problem {
  /// An `auth/factor-required` of a signed-in account. Its owner shows the factor to `reauthenticate`.
  package static func factorRequired(of account: Account, _ detail: String) -> Problem {
    Problem(.factorRequired, detail, hints: Hints(action: account.factors > 0 ? .reauthenticate : nil))
  }
}
