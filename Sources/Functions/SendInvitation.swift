// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// An inviter adds clients and invites them: each gets a record, a code and a mail with it, or the inviter gets the
/// link to pass on.
public enum SendInvitation: Function {
  public static let name = "send-invitation"

  public struct Event {
    let invited: Invited
    let days: Int?
    let allowOtherEmail: Bool
    let channel: Invitation.Channel
    /// The inviter's own words to whom it invites.
    let note: String?

    /// Whether they came as a list, so that each has a result of its own.
    var isBulk: Bool { if case .list = invited { true } else { false } }
    var byLink: Bool { channel == .link }
  }

  enum Invited {
    case one(Recipient)
    /// As they came: each is judged by itself.
    case list([JSON])
  }

  public static func event(from data: Fields) throws(Problem) -> Event {
    let invited: Invited =
      if let list = data.json("clients")?.array { .list(list) } else {
        .one(try Recipient(try data.fields("client"), at: "/client"))
      }
    return Event(
      invited: invited, days: data.optionalInteger("days"), allowOtherEmail: data.flag("allowOtherEmail"),
      channel: channel(in: data) ?? .mail, note: data.optionalText("note"))
  }

  static func channel(in data: Fields) -> Invitation.Channel? {
    data.optionalText("deliver").flatMap(Invitation.Channel.init)
  }

  public static func badFields(in data: Fields, _ rules: AccountFieldRules) -> [Problem.Field] {
    let ofClient = data.optionalFields("client").map {
      Recipient.badFields(of: $0, at: "/client", by: channel(in: data) ?? .mail, rules.policy)
    }
    return rules.note(in: data) + (ofClient ?? [])
  }

  public static func answer(_ event: Event, _ call: Call, _ environment: Environment) throws(Problem) -> JSON {
    let inviter = try call.requireCaller()
    let days = event.days ?? environment.policy.invitation.days
    guard days <= environment.policy.invitation.days else {
      throw .invalid("/days", .eventInvalid, "the policy allows \(environment.policy.invitation.days) days at most")
    }
    let recipients =
      switch event.invited {
      case .one(let recipient): [Result<Recipient, Problem>.success(recipient)]
      case .list(let list): try environment.recipients(list, by: event.channel)
      }
    let locales = recipients.compactMap { try? $0.get() }.map { $0.locale ?? inviter.locale }
    try environment.requireWay(event.channel, isResent: false, locales: locales)

    var made: [Made] = []
    let settling = event.byLink ? nil : event.isBulk ? environment.leaseTime : Environment.settling
    let decided = try environment.decide(call, settling: settling) { (rows) throws(Problem) in
      try inviter.requireVerifiedInviter()
      let decisions = try decide(recipients, event, inviter, environment, rows)
      made = try decisions.map { (decision) throws(Problem) in
        try make(decision, event, days: days, inviter, call, environment, rows)
      }
      return try result(made, event, call, environment)
    }
    guard case .now = decided else { return decided.answer }
    return try environment.sendPromised(made.compactMap(\.mail), call) { (deliveries) throws(Problem) in
      try result(made.map { $0.after(deliveries) }, event, call, environment)
    } ?? decided.answer
  }

  enum Decision {
    /// For a client record that is new, or one whose invitation had been revoked.
    case invite(Client, earlier: Invitation?)
    case refuse(Problem)
  }

  /// Looks at one recipient after the other, so that the second of two equal addresses is the duplicate.
  private static func decide(
    _ recipients: [Result<Recipient, Problem>], _ event: Event, _ inviter: Account, _ environment: Environment,
    _ rows: Transaction
  ) throws(Problem) -> [Decision] {
    var room = Room(invites: try environment.allowance(.invite, of: inviter.id, rows))
    return try recipients.map { (recipient) throws(Problem) in
      do throws(Problem) {
        return try decide(try recipient.get(), event, inviter, &room, environment, rows)
      } catch {
        guard error.isRefusal else { throw error }
        return .refuse(error)
      }
    }
  }

  /// What those before in the same call have left.
  private struct Room {
    var invites: Allowance
    /// The addresses, to tell duplicates by.
    var taken: Set<String> = []
    /// How many go to each of `recipientKeys`.
    var counts: [String: Int] = [:]
  }

  private static func decide(
    _ recipient: Recipient, _ event: Event, _ inviter: Account, _ room: inout Room, _ environment: Environment,
    _ rows: Transaction
  ) throws(Problem) -> Decision {
    try environment.requireAllowedDomain(recipient)
    let existing = try rows.client(of: inviter.id, email: recipient.email)
    let earlier = try existing.flatMap { (client) throws(Problem) in try rows.invitation(ofClient: client.id) }
    let isRepeated = !room.taken.insert(recipient.email.key).inserted
    guard !isRepeated, earlier.map({ $0.storedStatus == .revoked }) ?? true else {
      throw Problem(.clientDuplicate, "this inviter has a client of that address already")
    }
    guard room.invites.left > 0 else { throw Environment.exceeded(.invite, room.invites) }
    let client = recipient.client(existing, of: inviter, environment)
    let keys = environment.recipientKeys(of: inviter, client.email, phone: client.phone, event.channel)
    for key in keys {
      let own = try environment.allowance(.inviteRecipient, of: key, rows)
      guard own.left > room.counts[key] ?? 0 else { throw Environment.exceeded(.inviteRecipient, own) }
    }
    room.invites.left -= 1
    for key in keys { room.counts[key, default: 0] += 1 }
    return .invite(client, earlier: earlier)
  }

  /// One recipient's part of the result, and the mail that it was promised.
  private struct Made {
    var result: Result<(client: Client, invitation: Invitation), Problem>
    var mail: OutboxMessage?
    var link: String?
    var promised: Promised?

    func after(_ deliveries: [String: Promised]) -> Made {
      guard case .success((let client, var invitation)) = result, let mail, let promised = deliveries[mail.id] else {
        return self
      }
      invitation.delivery = promised.delivery
      return Made(result: .success((client, invitation)), mail: mail, link: link, promised: promised)
    }
  }

  private static func make(
    _ decision: Decision, _ event: Event, days: Int, _ inviter: Account, _ call: Call, _ environment: Environment,
    _ rows: Transaction
  ) throws(Problem) -> Made {
    let (client, earlier): (Client, Invitation?)
    switch decision {
    case .refuse(let problem):
      guard event.isBulk else { throw problem }
      return Made(result: .failure(problem))
    case .invite(let invited, let revoked): (client, earlier) = (invited, revoked)
    }
    let now = environment.now
    let invitation = Invitation(
      id: earlier?.id ?? environment.newID(), clientID: client.id, inviterID: inviter.id, email: client.email,
      channel: event.channel, delivery: event.byLink ? nil : .queued, allowOtherEmail: event.allowOtherEmail,
      sentAt: now, expiresAt: now + .days(days), resendCount: earlier?.resendCount ?? 0)
    let code = environment.newInvitationCode()
    if earlier == nil { try rows.insert(client) } else { try rows.update(client) }
    try rows.save(
      invitation, codeHash: hashed(code),
      remindAt: environment.policy.invitation.reminder(of: invitation, after: now), now: now)
    try environment.count(.invite, of: inviter.id, rows)
    for key in environment.recipientKeys(of: inviter, client.email, phone: client.phone, event.channel) {
      try environment.count(.inviteRecipient, of: key, rows)
    }
    try environment.audit(call, "invitation.sent", inviter: inviter.id, subject: invitation.id, rows)
    if event.byLink {
      return Made(result: .success((client, invitation)), link: try environment.invitationLink(code))
    }
    let offer = Offer(invitation: invitation, client: client, inviter: inviter)
    let mail = try environment.queueInvitation(
      .invitation(by: event.channel, isResent: false), offer, code: code, note: event.note, isTaken: true, rows)
    return Made(result: .success((client, invitation)), mail: mail)
  }

  private static func result(
    _ made: [Made], _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> JSON {
    let results = try made.map { (each) throws(Problem) -> JSON in
      switch each.result {
      case .failure(let problem): return try environment.answer(problem, call.language)
      case .success(let (client, invitation)):
        let message = try environment.message(
          invitation, client, each.promised, isResent: false, call.language)
        return .object([
          "client": client.json, "invitation": invitation.json(at: environment.now),
          "message": JSON(message), "link": each.link.map(JSON.string),
        ])
      }
    }
    return event.isBulk ? ["results": .array(results)] : results[0]
  }
}
