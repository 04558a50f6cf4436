// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// The events that are sent to the app's server as webhooks, except security events (`SecurityEvent.Name`).
enum Announcement: String {
  case accountCreated = "account.created"
  case invitationSent = "invitation.sent"
  case invitationAccepted = "invitation.accepted"
  case invitationDeclined = "invitation.declined"
  case invitationRequested = "invitation.requested"
  case invitationExpired = "invitation.expired"
  case invitationBounced = "invitation.bounced"
  case clientLeft = "client.left"
  case joinRequestCreated = "join-request.created"
  case joinRequestAnswered = "join-request.answered"
  case workoutAssigned = "workout.assigned"
}

extension Policy {
  /// The webhooks that get an announcement.
  fileprivate func webhooks(for announcement: Announcement) -> [Webhook] {
    webhooks.filter { $0.events?.contains(announcement.rawValue) ?? true }
  }
}

extension Outbox {
  /// Queues a webhook to every URL of the policy that subscribes to the announcement, in the transaction of the event.
  /// - Parameters:
  ///   - invitationID: the invitation that the webhook is about, if any.
  ///   - accountID: the account that the webhook is about. Unsent webhooks are erased with the account.
  ///   - traceparent: see `queue`.
  func announce(
    _ announcement: Announcement, about invitationID: String? = nil, of accountID: String? = nil, _ data: JSON,
    traceparent: String? = nil
  ) throws(Problem) {
    for webhook in decision.policy.webhooks(for: announcement) {
      try queueWebhook(
        announcement.rawValue, to: webhook, about: invitationID, of: accountID, data, traceparent: traceparent)
    }
  }

  /// Queues one webhook. It is tried 8 times within about 45 minutes (`Deliveries`). If no process has sent messages
  /// for three days, it is given up.
  func queueWebhook(
    _ event: String, to webhook: Policy.Webhook, about invitationID: String? = nil, of accountID: String?, _ data: JSON,
    traceparent: String? = nil, dispatch: Dispatch = .later
  ) throws(Problem) {
    let payload: JSON = ["type": .string(event), "timestamp": .string(decision.now.rfc3339), "data": data]
    try queue(
      .webhook, about: invitationID, of: accountID, to: webhook.url, locale: nil, payload,
      expiresAt: decision.now + .days(3), dispatch: dispatch,
      traceparent: traceparent)
  }

  /// Writes the rows of an announcement that is not sent, so that it takes the same work.
  func announceNothing(_ announcement: Announcement) throws(Problem) {
    for webhook in decision.policy.webhooks(for: announcement) {
      try queue(.webhook, to: webhook.url, locale: nil, [:], expiresAt: decision.now, dispatch: .decoy)
    }
  }

  /// - Parameter more: further members of `data`.
  func announce(
    _ announcement: Announcement, _ invitation: Invitation, account: Account? = nil, with more: JSON = [:],
    traceparent: String? = nil
  ) throws(Problem) {
    if decision.policy.webhooks.isEmpty { return }
    let data: JSON = .object([
      "invitationId": JSON(invitation.id), "clientId": JSON(invitation.clientID),
      "inviterId": JSON(invitation.inviterID),
      "email": invitation.email.map { JSON($0.text) }, "accountId": account.map { JSON($0.id) },
      "data": invitation.data,
    ])
    try announce(
      announcement, about: invitation.id, of: account?.id,
      data.merging(try decision.teams.webhookMember(invitation.teamID)).merging(more),
      traceparent: traceparent
    )
  }

  /// Announces that the mail of an invitation did not arrive, why, and what the server said.
  package func announceBounce(
    of invitation: Invitation, _ message: OutboxMessage, _ reason: BounceReason?, _ text: String?
  )
    throws(Problem)
  {
    let more: JSON = .object([
      "reason": reason.map { JSON($0.rawValue) }, "text": text.map(JSON.string),
    ])
    try announce(.invitationBounced, invitation, with: more, traceparent: message.traceparent)
  }
}
