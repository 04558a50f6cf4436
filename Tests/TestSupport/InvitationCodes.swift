// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

extension InvitationTable {
  /// The invitation that a code belongs to.
  /// - Throws: `invitation/not-found`, or `invitation/superseded` if a newer code has replaced this one.
  package func find(codeHash: String) throws(Problem) -> Invitation {
    guard let found = try detailsIfKnown(codeHash: codeHash) else {
      throw Problem(.invitationNotFound, "no invitation has that code")
    }
    return found.invitation
  }
}
