// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

extension Report {
  /// The output of `vestibule report`.
  var json: JSON {
    [
      "from": JSON(from.rfc3339), "until": JSON(until.rfc3339),
      "signIns": signIns.json, "signUps": signUps.json,
      "newAccounts": Self.json(newAccounts),
      "durations": .object([
        "all": allDurations?.json,
        "byFunction": Self.json(durations), "byProvider": Self.json(durationsByProvider),
      ]),
      "refusals": .array(refusals.sorted { $0.count > $1.count }.map(\.json)),
      "securityEvents": .object(JSON.Members(securityEvents.map { ($0.name, JSON($0.count)) })),
      "events": Self.json(events),
      "invitations": Self.json(invitations).merging(["overdue": JSON(overdueInvitations)]),
      "funnel": funnel.json,
      "joinLinks": Self.json(joinLinks),
      "joinRequests": Self.json(joinRequests),
      "mails": mails.json.merging(["ended": Self.json(endedMails)]),
      "relays": .array(relays.map(\.json)),
      "webhooks": webhooks.json,
      "sessions": .object([
        "active": JSON(activeSessions), "ended": JSON(sessionLengths?.count ?? 0),
        "averageSeconds": sessionLengths.map { JSON($0.average.wholeSeconds) },
        "medianSeconds": sessionLengths.map { JSON($0.median.wholeSeconds) },
      ]),
      "notices": .array(
        notices.map { ["name": .string($0.name.rawValue), "at": .string($0.at.rfc3339), "detail": $0.detail] }),
    ]
  }

  private static func json(_ durations: [String: Durations]) -> JSON {
    .object(JSON.Members(durations.sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) }))
  }

  private static func json(_ counts: [String: Int]) -> JSON {
    .object(JSON.Members(counts.sorted { $0.key < $1.key }.map { ($0.key, JSON($0.value)) }))
  }
}

extension AttemptCounts {
  var json: JSON {
    all.json.merging([
      "byProvider": Self.json(byProvider), "byCountry": Self.json(byCountry), "byRole": Self.json(byRole),
    ])
  }

  private static func json(_ attempts: [String: Attempts]) -> JSON {
    .object(JSON.Members(attempts.sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) }))
  }
}

extension InvitationFunnel {
  /// Invitations of which nobody knows whether they arrived, such as links that were passed on by hand.
  var unknownDelivery: Int { sent - delivered - notDelivered }

  /// The steps of the invitations of the period.
  var json: JSON {
    [
      "sent": JSON(sent), "delivered": JSON(delivered),
      "notDelivered": JSON(notDelivered), "deliveryUnknown": JSON(unknownDelivery), "opened": JSON(opened),
      "started": JSON(started), "accepted": JSON(accepted), "signedIn": JSON(signedIn),
    ]
  }
}

extension Attempts {
  var json: JSON {
    .object([
      "succeeded": JSON(succeeded), "refused": JSON(refused),
      "refusedPercent": refusedPermille.map { .number(percent(ofPermille: $0)) },
    ])
  }
}

extension RelayState {
  /// Why mails wait, and when the relay is tried again.
  var json: JSON {
    .object([
      "relay": JSON(name), "since": since.map { JSON($0.rfc3339) }, "reason": reason.map(JSON.string),
      "nextTryAt": nextTryAt.map { JSON($0.rfc3339) },
    ])
  }
}

extension Report.Queue {
  var json: JSON {
    [
      "waiting": JSON(waiting), "oldestSeconds": JSON(age.wholeSeconds), "delaySeconds": JSON(delay.wholeSeconds),
    ]
  }
}

extension AuditCount {
  var json: JSON {
    .object([
      "code": code.map(JSON.string), "function": JSON(function), "provider": provider.map(JSON.string),
      "count": JSON(count),
    ])
  }
}

extension Duration {
  var wholeSeconds: Int { wholeMilliseconds / 1000 }
}

/// `12.5` for 125.
func percent(ofPermille permille: Int) -> String { "\(permille / 10).\(permille % 10)" }
