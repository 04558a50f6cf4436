// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

extension Environment {
  /// Starts a session of an account for an operator, as `sign-in` does: the audit log and the owner's list of sessions
  /// show it, and the owner gets the notice of a new device.
  /// - Parameter call: the call of an operator, whose name the audit log entry has.
  /// - Returns: the member `session` of the result of `sign-in`.
  /// - Throws: `auth/user-disabled` for an account that is suspended or being deleted, and `auth/factor-required` for one
  ///   with a second factor, which an operator does not have.
  package func operatorSession(
    of account: Account, _ call: Call, _ rows: Transaction
  ) throws(Problem) -> JSON {
    try account.requireActive(at: now)
    try audit(call, .accountSignedIn, account: account.id, rows)
    return try beginSession(for: account, on: nil, call, rows).json
  }
}
