// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// A signed-in person removes a second factor. With the last one the recovery codes end too.
package enum RemoveFactor: Function {
  package static let name = "remove-factor"
  package static let needsRecentSignIn = true

  package typealias Output = FactorsOutput

  package static func event(from data: Fields) throws(Problem) -> String { try data.text("factorId") }

  package static func answer(
    _ factorID: String, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    try environment.decide(call) { (decision) throws(Problem) in
      let caller = try decision.requireCaller()
      let factors = try decision.tables.factors.confirmed(of: caller, now: decision.now)
      let remaining = factors.filter { $0.id != factorID }
      let losesPasskeys = factors.contains { $0.type == .passkey } && !remaining.contains { $0.type == .passkey }
      let methods = try decision.tables.accounts.signInMethods(of: caller.id)
      guard !losesPasskeys || !methods.isEmpty else {
        throw Problem(.lastSignInMethod, "the account would have no sign-in method")
      }

      // A repeated event changes nothing.
      guard remaining.count < factors.count else { return Output(factors: factors) }
      if remaining.isEmpty {
        try decision.tables.factors.removeAll(of: caller.id)
      } else {
        try decision.tables.factors.remove(factorID)
        try decision.tables.factors.storeCount(of: caller.id)
      }
      let removed = factors.first { $0.id == factorID }
      try decision.outbox.notify(caller, of: .factorRemoved(name: removed?.name), by: call)
      try decision.audit(.accountFactorRemoved, account: caller.id, subject: factorID)
      return Output(factors: remaining)
    }
  }
}
