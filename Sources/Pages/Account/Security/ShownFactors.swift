// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Storage

/// Authenticator apps and passkeys.
struct ShownFactors: PageModel {
  /// Nil if there are none.
  let known: ListFactors.Output?
  let takesTOTP: Bool
  let takesPasskeys: Bool

  private var factors: [Factor] { known?.factors ?? [] }
  private var takesFactors: Bool { takesTOTP || takesPasskeys }

  static let variables: [PageVariable<Self>] = [
    .flag("takesTOTP") { $0.takesTOTP }, .flag("takesPasskeys") { $0.takesPasskeys },
    .flag("takesFactors") { $0.takesFactors }, .flag("hasFactorSection") { $0.takesFactors || !$0.factors.isEmpty },
    .flag("hasFactors") { !$0.factors.isEmpty },
    .list("factors") { $0.factors.enumerated().map { ShownFactor(index: $0, factor: $1) } },
    .number("recoveryCodesLeft") { $0.known?.recoveryCodesLeft },
  ]
}

private struct ShownFactor: PageModel {
  let index: Int
  let factor: Factor

  static let variables: [PageVariable<Self>] = [
    .text("id") { $0.factor.id }, .text("htmlID") { "factor-\($0.index)" }, .text("name") { $0.factor.name },
    .flag("isPasskey") { $0.factor.type == .passkey }, .flag("isTOTP") { $0.factor.type == .totp },
    .day("createdOn") { $0.factor.createdAt }, .recentTime("usedAt") { $0.factor.lastUsedAt },
  ]
}
