// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// Starts sessions and makes their tokens, in the transaction of a decision.
package struct Sessions {
  let decision: Decision

  /// The caller's account with all its addresses; nil if nobody calls. The account of a call has only the primary one.
  package func callerWithAddresses() throws(Problem) -> Account? {
    guard let caller = decision.caller else { return nil }
    return try decision.tables.accounts.find(id: caller.id)
  }
}
