// SPDX-License-Identifier: Apache-2.0

import Domain

/// A notice for the operator. Only the last notice of each name is kept.
package struct Notice: Sendable {
  /// The name of a notice, as in the column `name`.
  package enum Name: String, CaseIterable, Sendable {
    /// An event was accepted although the vendor of the check for bots did not answer.
    case uncheckedBots = "unchecked-bots"
    /// A password was hashed without the limit that the container's memory gives.
    case unlimitedHashes = "unlimited-hashes"
    /// A message of a queue was refused. Nobody reads the answer to it.
    case refusedMessage = "refused-message"
    /// A vendor asks for a confirmation before it sends events. Nobody reads the answer to its request.
    case unconfirmedSubscription = "unconfirmed-subscription"
    /// A request had a proxy header but came from an address that is not configured as a proxy.
    case untrustedProxy = "unnamed-proxy"
  }

  package var name: Name
  package var detail: JSON
  package var at: Timestamp

  package init(_ name: Name, detail: JSON, at: Timestamp) {
    self.name = name
    self.detail = detail
    self.at = at
  }
}

/// Notices of the installation, such as a failed sign-in at a relay.
package struct NoticeTable {
  package let transaction: Transaction

  /// The last notice of a name; nil if there is none.
  package func find(_ name: Notice.Name) throws(Problem) -> Notice? {
    guard
      let row = try transaction.query("SELECT detail, at FROM notices WHERE name = $1", [.text(name.rawValue)]).first
    else {
      return nil
    }
    return Notice(name, detail: try row.json("detail"), at: try row.timestamp("at"))
  }

  /// The last notice of each name since a timestamp.
  package func all(since start: Timestamp) throws(Problem) -> [Notice] {
    var notices: [Notice] = []
    for name in Notice.Name.allCases {
      if let notice = try find(name), notice.at >= start { notices.append(notice) }
    }
    return notices
  }

  /// Stores a notice in place of the last one of its name.
  package func save(_ notice: Notice) throws(Problem) {
    try transaction.change(
      """
      INSERT INTO notices (name, detail, at) VALUES ($1, $2, $3)
      ON CONFLICT (name) DO UPDATE SET detail = excluded.detail, at = excluded.at
      """, [.text(notice.name.rawValue), .json(notice.detail), .timestamp(notice.at)])
  }
}
