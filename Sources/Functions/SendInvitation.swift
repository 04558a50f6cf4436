import Domain
import Identity
import Storage

/// An inviter adds clients and invites them: each gets a record, a code and a mail with it, or the inviter gets the
/// link to pass on.
public enum SendInvitation: Function {
  public static let name = "send-invitation"

  public struct Event {
    let recipients: [Recipient]
    /// Whether they came as a list, so that each has a result of its own.
    let isBulk: Bool
    let days: Int?
    let allowOtherEmail: Bool
    let delivery: Delivery
    /// The inviter's own words to whom it invites.
    let note: String?
    var byLink: Bool { delivery == .link }

    enum Delivery: String { case mail, link, sms }
  }

  struct Recipient {
    let name: String
    let email: EmailAddress
    let phone: String?
    let notes: String?
    let locale: String?

    init(_ data: Fields) throws(Problem) {
      name = try data.text("name")
      email = try data.email("email")
      phone = data.optionalText("phone")
      notes = data.optionalText("notes")
      locale = data.optionalText("locale")
    }
  }

  public static func event(from data: Fields) throws(Problem) -> Event {
    let list = data.optionalList("clients")
    let fields = if let list { list } else { [try data.fields("client")] }
    return Event(
      recipients: try fields.map { (fields) throws(Problem) in try Recipient(fields) }, isBulk: list != nil,
      days: data.optionalInteger("days"), allowOtherEmail: data.flag("allowOtherEmail"),
      delivery: data.optionalText("deliver").flatMap(Event.Delivery.init) ?? .mail, note: data.optionalText("note"))
  }

  public static func badFields(in data: Fields, _ rules: AccountFieldRules) -> [Problem.Field] {
    rules.note(in: data) + (data.optionalText("deliver") == "sms" ? phones(in: data, rules) : [])
  }

  /// A text message needs a number for everybody.
  private static func phones(in data: Fields, _ rules: AccountFieldRules) -> [Problem.Field] {
    let clients: [(String, Fields)] =
      data.optionalList("clients")?.enumerated().map { ("/clients/\($0)", $1) }
      ?? data.optionalFields("client").map { [("/client", $0)] } ?? []
    return clients.filter { rules.policy.profile.phoneNumber($1.optionalText("phone")) == nil }.map { place, _ in
      Problem.Field(
        pointer: place + "/phone", code: .invalidPhoneNumber,
        detail: "should be a telephone number, such as +1 555 123 4567, to send a text message to")
    }
  }

  public static func answer(_ event: Event, _ call: Call, _ environment: Environment) throws(Problem) -> JSON {
    let inviter = try call.requireCaller()
    let days = event.days ?? environment.policy.invitation.days
    guard days <= environment.policy.invitation.days else {
      throw .invalid("/days", .eventInvalid, "the policy allows \(environment.policy.invitation.days) days at most")
    }
    if event.byLink {
      _ = try environment.publicURL()
    } else {
      let kind: OutboxMail.Kind = event.delivery == .sms ? .invitationSMS : .invitation
      try environment.requireCourier().check(kind, locales: event.recipients.map { $0.locale ?? inviter.locale })
    }
    var made: [Made] = []
    let settling = event.byLink ? nil : event.isBulk ? environment.leaseTime : Environment.settling
    let decided = try environment.decide(call, settling: settling) { (rows) throws(Problem) in
      let recipients = event.recipients
      let decisions = try decide(recipients, event.delivery, inviter, environment, rows)
      made = try zip(recipients, decisions).map { (recipient, decision) throws(Problem) in
        try make(decision, recipient, event, days: days, inviter, call, environment, rows)
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
  /// - Throws: what is wrong with the only recipient there is.
  private static func decide(
    _ recipients: [Recipient], _ delivery: Event.Delivery, _ inviter: Account, _ environment: Environment,
    _ rows: Transaction
  ) throws(Problem) -> [Decision] {
    var left = try environment.allowance(.invite, of: inviter.id, rows)
    var taken: Set<String> = []
    // Several of one call may have the same number.
    var counted: [String: Int] = [:]
    var decisions: [Decision] = []
    for recipient in recipients {
      let existing = try rows.client(of: inviter.id, email: recipient.email)
      let earlier = try existing.flatMap { (client) throws(Problem) in try rows.invitation(ofClient: client.id) }
      let client = recipient.client(existing, of: inviter, environment)
      let subjects = environment.recipients(of: client, bySMS: delivery == .sms)
      let own = try environment.usedUp(subjects, counted, rows)
      let isRepeated = !taken.insert(recipient.email.key).inserted
      if isRepeated || earlier.map({ $0.storedStatus != .revoked }) ?? false {
        decisions.append(.refuse(Problem(.clientDuplicate, "this inviter has a client of that address already")))
      } else if left.left == 0 {
        decisions.append(.refuse(Environment.exceeded(.invite, left)))
      } else if let own {
        decisions.append(.refuse(Environment.exceeded(.inviteRecipient, own)))
      } else {
        left.left -= 1
        for (_, subject) in subjects { counted[subject, default: 0] += 1 }
        decisions.append(.invite(client, earlier: earlier))
      }
    }
    return decisions
  }

  /// One recipient's part of the result, and the mail that it was promised.
  private struct Made {
    var result: Result<(client: Client, invitation: Invitation), Problem>
    var mail: OutboxMail?
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
    _ decision: Decision, _ recipient: Recipient, _ event: Event, days: Int, _ inviter: Account, _ call: Call,
    _ environment: Environment, _ rows: Transaction
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
      delivery: event.byLink ? nil : .queued, allowOtherEmail: event.allowOtherEmail, sentAt: now,
      expiresAt: now + .days(days), resendCount: earlier?.resendCount ?? 0)
    let code = environment.newInvitationCode()
    if earlier == nil { try rows.insert(client) } else { try rows.update(client) }
    try rows.save(
      invitation, codeHash: hashed(code),
      remindAt: event.byLink ? nil : environment.policy.invitation.reminder(of: invitation, after: now),
      now: now)
    try environment.count(.invite, of: inviter.id, rows)
    try environment.count(environment.recipients(of: client, bySMS: event.delivery == .sms), rows)
    try environment.audit(call, "invitation.sent", inviter: inviter.id, subject: invitation.id, rows)
    if event.byLink {
      let link = OutboxMail.link(to: "invite", code: code, from: try environment.publicURL() + "/")
      return Made(result: .success((client, invitation)), link: link)
    }
    let offer = Offer(invitation: invitation, client: client, inviter: inviter)
    let mail = try environment.queueInvitation(
      event.delivery == .sms ? .invitationSMS : .invitation, offer, code: code, note: event.note, isTaken: true, rows)
    return Made(result: .success((client, invitation)), mail: mail)
  }

  private static func result(
    _ made: [Made], _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> JSON {
    let results = try made.map { (each) throws(Problem) -> JSON in
      switch each.result {
      case .failure(let problem): return try environment.answer(problem, call.language)
      case .success(let (client, invitation)):
        let ordinary =
          switch invitation.delivery {
          case nil: "invitationLinkMade"
          case .sent: "invitationSent"
          case .failed: "invitationFailed"
          default: "invitationQueued"
          }
        let message = each.promised?.message("invitation") ?? ordinary
        return .object([
          "client": client.json, "invitation": invitation.json(at: environment.now),
          "message": JSON(try environment.messages.text(message, ["email": client.email.text], call.language)),
          "link": each.link.map(JSON.string),
        ])
      }
    }
    return event.isBulk ? ["results": .array(results)] : results[0]
  }
}

extension SendInvitation.Recipient {
  /// The client as this event describes them: a new record, or the one that is there.
  fileprivate func client(_ existing: Client?, of inviter: Account, _ environment: Environment) -> Client {
    Client(
      id: existing?.id ?? environment.newID(), inviterID: inviter.id, accountID: existing?.accountID, name: name,
      email: existing?.email ?? email, phone: phone ?? existing?.phone, notes: notes ?? existing?.notes,
      locale: locale ?? existing?.locale, createdAt: existing?.createdAt ?? environment.now)
  }
}
