// SPDX-License-Identifier: Apache-2.0

import Domain

extension DescribedPerson {
  /// Columns that lock a person if they are true or have a timestamp.
  static let locks = [
    "disabled", "isdisabled", "blocked", "isblocked", "banned", "isbanned", "locked", "islocked", "suspended",
    "issuspended", "deactivated", "disabledat", "blockedat", "bannedat", "lockedat", "suspendedat", "deactivatedat",
  ]
  /// Columns that lock a person if they are false.
  static let permissions = ["enabled", "isenabled", "isactive", "active"]
  /// Columns of people whom the source has deleted, but kept.
  static let deletions = ["deletedat", "isdeleted", "deleted"]

  /// Reads the columns above. A word that is neither true nor false keeps the row out.
  mutating func readLocks(_ row: Record) {
    let (locks, permissions) = (Self.locks.map(row.clearFlag), Self.permissions.map(row.clearFlag))
    let deletions = Self.deletions.map(row.clearFlag)
    isDisabled = isDisabled || locks.contains(.on) || permissions.contains(.off)
    if deletions.contains(.on) {
      absence = absence ?? .deleted
    } else if (locks + permissions + deletions).contains(.unclear) {
      absence = absence ?? .unclearStatus
    }
  }
}
