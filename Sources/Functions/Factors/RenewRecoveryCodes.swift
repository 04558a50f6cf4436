// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// A signed-in person replaces the recovery codes of their account. The old ones end.
package enum RenewRecoveryCodes: Function {
  package static let name = "renew-recovery-codes"
  package static let needsRecentSignIn = true

  package typealias Event = NoData

  package struct Output: FunctionOutput {
    let recoveryCodes: [String]

    package var json: JSON { ["recoveryCodes": JSON(recoveryCodes)] }
  }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    try environment.decide(call) { (decision) throws(Problem) in
      let caller = try decision.requireCaller()
      guard try !decision.tables.factors.confirmed(of: caller, now: decision.now).isEmpty else {
        throw Problem(.factorRequired, "an account without a second factor has no recovery codes")
      }

      let codes = try decision.factors.renewRecoveryCodes(of: caller)
      try decision.audit(.accountRecoveryCodesRenewed, account: caller.id)
      return Output(recoveryCodes: codes)
    }
  }
}
