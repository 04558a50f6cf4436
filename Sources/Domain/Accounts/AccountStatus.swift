// SPDX-License-Identifier: Apache-2.0

/// The only place that decides what the status of an account allows.
extension Account {
  /// Whether its owner can restore it. A child cannot undo a guardian's decision against the account.
  package func canBeRestored(at now: Timestamp) -> Bool {
    status == .deleting && closedFor == nil && deletesAt.map { $0 > now } ?? false
  }

  /// Whether it is due to be erased: it is answered as if the next sweep had erased it.
  package func isErased(at now: Timestamp) -> Bool { status == .deleting && deletesAt.map { $0 <= now } ?? false }

  /// Whether a sign-in is restoring it: `signingIn` returned it, and the restoration is not stored yet.
  package var isBeingRestored: Bool { status == .active && deletesAt != nil }

  /// Requires an account that may be used.
  /// - Throws: `auth/user-disabled`, with `restore_account` if the owner can restore the account; `auth/underage-user`
  ///   if it was closed because of its owner's age.
  package func requireActive(at now: Timestamp) throws(Problem) {
    if closedFor == .age { throw .closedForAge }
    switch status {
    case .active: return
    case .disabled: throw Problem(.userDisabled, "the account is disabled")
    case .deleting:
      let canRestore = canBeRestored(at: now)
      throw Problem(
        .userDisabled, "the account is being deleted", message: Problem.Message(canRestore ? "deleting" : nil),
        hints: Problem.Hints(action: canRestore ? .restoreAccount : nil))
    }
  }

  /// The account after its owner has proven who they are.
  /// - Parameter restores: whether the owner wants to restore the account if it is being deleted.
  /// - Throws: as `requireActive`; `auth/invalid-credential` if the account is due to be erased, as if it were erased.
  package func signingIn(at now: Timestamp, restores: Bool = false) throws(Problem) -> Account {
    if isErased(at: now) { throw .nothingToRestore }
    guard restores, canBeRestored(at: now) else {
      try requireActive(at: now)
      return self
    }
    var account = self
    account.status = .active
    return account
  }
}

extension Problem {
  /// An account that was closed because of its owner's age.
  package static var closedForAge: Problem {
    Problem(.underageUser, "the account was closed because of its owner's age")
  }

  /// A right credential, but not of an account that can be restored.
  package static var nothingToRestore: Problem {
    Problem(.invalidCredential, "no account can be restored with this credential")
  }
}
