// SPDX-License-Identifier: Apache-2.0

import Domain

/// The position in a list: a page starts after the row with this timestamp and id.
package struct PageStart: Equatable, Sendable {
  package var createdAt: Timestamp
  package var id: String

  package init(createdAt: Timestamp, id: String) {
    self.createdAt = createdAt
    self.id = id
  }
}
