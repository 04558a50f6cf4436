// SPDX-License-Identifier: Apache-2.0

import Domain

extension Timestamp {
  /// 2026-11-21T13:37:00Z.
  package static let t0 = Timestamp(milliseconds: 1_795_268_220_000)
}

extension Policy {
  /// PFA's policy with some sections replaced.
  package static func fixture(_ changes: JSON = [:]) -> Policy {
    let base: JSON = [
      "app": ["name": "PFA", "urlScheme": "pfa", "locales": ["en", "de"]],
      "roles": ["inviter": "admin", "invitee": "client", "signUp": ["admin"]],
      "invitation": ["days": 30, "emailMatch": "relay", "remindDaysBefore": []],
      "session": [
        "accessMinutes": 60, "idleDays": 30, "absoluteDays": 90, "maxPerAccount": 5, "refreshGraceSeconds": 30,
      ],
      "limits": ["invite": ["max": 200, "seconds": 3600], "inviteRecipient": ["max": 3, "seconds": 3600]],
    ]
    return try! Policy(base.merging(changes))
  }
}
