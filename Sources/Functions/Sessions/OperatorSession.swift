// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

extension Sessions {
  /// Starts a session of an account for an operator, as `sign-in` does: the audit log and the owner's list of sessions
  /// show it, and the owner gets the notice of a new device. The call is an operator's, whose name the audit log has.
  /// - Returns: the member `session` of the result of `sign-in`.
  /// - Throws: `auth/user-disabled` for an account that is suspended or being deleted, and `auth/factor-required` for
  ///   one with a second factor, which an operator does not have.
  package func begin(forOperatorAs account: Account) throws(Problem) -> JSON {
    try account.requireActive(at: decision.now)
    try decision.audit(.accountSignedIn, account: account.id)
    return try beginSession(for: account, on: nil).json
  }
}
