// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

extension Environment {
  /// Records the first look at an invitation that can be accepted. Later looks write nothing. The answer does not depend
  /// on it: a database that is read-only or busy records nothing.
  package func noteFirstView(of invitation: Invitation) {
    guard invitation.openedAt == nil else { return }
    store.note { (transaction) throws(Problem) in try transaction.invitations.markOpened(invitation.id, at: now) }
  }
}
