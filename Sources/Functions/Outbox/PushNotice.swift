// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// The events about which people get push messages. They have the names of the webhooks.
package enum PushEvent {
  /// In the order of the policy's schema.
  package static let all =
    [Announcement.invitationAccepted, .invitationDeclined, .joinRequestCreated, .joinRequestAnswered, .workoutAssigned]
    .map(\.rawValue)
    + SecurityEvent.Name.allCases.filter(\.isForOwner).map(\.rawValue)
}

extension Outbox {
  /// A push message is not sent after this time.
  private static let pushLifetime = Duration.days(1)

  /// Queues a push message to the inviter of an invitation that was accepted or declined.
  /// - Parameter details: with the inviter who is told, as of `Decision.forContact`.
  func pushToInviter(_ event: Announcement, about details: InvitationDetails) throws(Problem) {
    let name = details.client.usableName ?? details.client.email?.text ?? ""
    try push(
      event.rawValue, to: details.inviter.id, ["client": .string(name)],
      ["invitationId": JSON(details.invitation.id), "clientId": JSON(details.client.id)]
    )
  }

  /// Queues a push message to the inviter whom a person asks to join.
  func pushJoinRequest(_ request: JoinRequest, of account: Account, to inviter: Inviter) throws(Problem) {
    let name = try name(of: account, for: inviter)
    try push(
      Announcement.joinRequestCreated.rawValue, to: inviter.id, ["client": .string(name)],
      ["joinRequestId": .string(request.id), "joinLinkId": .string(request.joinLinkID)])
  }

  /// Queues a push message to a person who has asked to join.
  func pushAnswer(to request: JoinRequest, of inviter: Inviter) throws(Problem) {
    try push(
      Announcement.joinRequestAnswered.rawValue, to: request.accountID,
      ["inviter": .string(decision.policy.name(of: inviter))],
      ["joinRequestId": .string(request.id), "status": .string(request.storedStatus.rawValue)])
  }

  /// Queues a webhook about a new workout, and a push message to its client.
  func announceAssignment(of workout: Workout, to client: Client, by inviter: Account) throws(Problem) {
    let ids: JSON = [
      "workoutId": JSON(workout.id), "clientId": JSON(client.id), "inviterId": JSON(inviter.id),
    ]
    let account = JSON.object(["accountId": client.accountID.map { JSON($0) }])
    try announce(
      .workoutAssigned, of: client.accountID,
      ids.merging(account).merging(try decision.teams.webhookMember(client.teamID)))
    guard let accountID = client.accountID else { return }
    let name = PersonName.isUsable(inviter.displayName) ? inviter.displayName : decision.policy.app.name
    try push(
      Announcement.workoutAssigned.rawValue, to: accountID,
      ["inviter": .string(name), "workout": .string(workout.title)], ids
    )
  }

  /// Queues a push message about a security event to the devices of the account.
  /// - Parameter hidesAccount: whether the event must not show whether the account exists. At least one row is then
  ///   written, which may be one that is never sent.
  func push(
    _ event: SecurityEvent, to account: Account?, from origin: EventOrigin, hidesAccount: Bool
  ) throws(Problem) {
    let name = event.name.rawValue
    let texts: JSON = .object([
      "device": origin.device?.name.map(JSON.string), "country": event.country.map(JSON.string),
      "provider": event.provider.map(JSON.string),
    ])
    let data: JSON = ["accountId": JSON(account?.id ?? "")]
    let count = try push(name, to: account?.id ?? "", texts, data)
    guard hidesAccount, count == 0, decision.policy.push?.includes(name) ?? false else { return }
    try queuePush(name, texts, data, of: account?.id, to: decision.newID(), locale: nil, dispatch: .decoy)
  }

  /// Queues a push message to every device of an account.
  /// - Parameters:
  ///   - values: the variables of its texts.
  ///   - data: what the app gets with it: ids, and nothing secret.
  /// - Returns: the number of messages.
  @discardableResult
  private func push(_ event: String, to accountID: String, _ values: JSON, _ data: JSON) throws(Problem) -> Int {
    guard let push = decision.policy.push, push.includes(event) else { return 0 }
    var count = 0
    for address in try decision.tables.pushAddresses.all(of: accountID, now: decision.now)
    where push.uses(address.service) {
      try queuePush(
        event, values, data, of: accountID, to: address.sessionID, locale: address.locale, dispatch: .later
      )
      count += 1
    }
    return count
  }

  private func queuePush(
    _ event: String, _ values: JSON, _ data: JSON, of accountID: String?, to sessionID: String, locale: String?,
    dispatch: Dispatch
  ) throws(Problem) {
    let message: JSON = ["event": .string(event), "values": values, "data": data]
    try queue(
      .push, of: accountID, to: sessionID, locale: locale, message, expiresAt: decision.now + Self.pushLifetime,
      dispatch: dispatch
    )
  }
}
