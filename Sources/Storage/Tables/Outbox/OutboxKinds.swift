// SPDX-License-Identifier: Apache-2.0

import Domain

extension OutboxMessage.Kind {
  /// The kinds that fulfil a condition, as a list of SQL: `kind IN \(…)`.
  static func sql(where isIncluded: (Self) -> Bool) -> String {
    var list = ""
    for kind in allCases where isIncluded(kind) {
      list += list.isEmpty ? "('" : "', '"
      list += kind.rawValue
    }
    return list + "')"
  }

  /// The kinds that a mail relay sends.
  static let mails = sql(where: \.isMail)

  /// The kinds that offer an invitation.
  static let offeringInvitation = sql(where: \.offersInvitation)
}
