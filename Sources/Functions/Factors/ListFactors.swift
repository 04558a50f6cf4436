// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// The confirmed second factors of an account, and how many recovery codes it has left.
package enum ListFactors: Function {
  package static let name = "list-factors"

  package typealias Event = NoData

  package struct Output: FunctionOutput {
    package let factors: [Factor]
    package let recoveryCodesLeft: Int

    package var json: JSON {
      ["factors": .array(factors.map(\.json)), "recoveryCodesLeft": JSON(recoveryCodesLeft)]
    }
  }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    let account = try call.callerAtEntry()
    return try environment.store.read { (transaction) throws(Problem) in
      .answered(
        Output(
          factors: try transaction.factors.confirmed(of: account, now: environment.now),
          recoveryCodesLeft: try transaction.recoveryCodes.all(of: account.id).count))
    }
  }
}
