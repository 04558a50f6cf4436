import Domain
import Identity
import Storage

/// An inviter sends an invitation again: with a new code and term, and the old code opens nothing any more.
public enum ResendInvitation: Function {
  public static let name = "resend-invitation"

  public struct Event {
    let invitationID: String
    /// The inviter's own words to whom it invites.
    let note: String?
  }

  public static func event(from data: Fields) throws(Problem) -> Event {
    Event(invitationID: try data.text("invitationId"), note: data.optionalText("note"))
  }

  public static func badFields(in data: Fields, _ rules: AccountFieldRules) -> [Problem.Field] { rules.note(in: data) }

  public static func answer(_ event: Event, _ call: Call, _ environment: Environment) throws(Problem) -> JSON {
    let inviter = try call.requireCaller()
    try environment.requireCourier().check(.resentInvitation, locales: [inviter.locale])
    var sent: (mail: OutboxMail, invitation: Invitation)?
    let decided = try environment.decide(call, settling: Environment.settling) { (rows) throws(Problem) in
      let invitation = try rows.invitation(id: event.invitationID, of: inviter)
      var offer = try rows.offer(invitation)
      let recipients = environment.recipients(of: offer.client, bySMS: false)
      try environment.require(.invite, of: inviter.id, rows)
      try environment.require(recipients, rows)
      let renewed = try decide(invitation, days: environment.policy.invitation.days, now: environment.now)

      let code = environment.newInvitationCode()
      try rows.cancelMail(ofInvitations: [invitation.id], at: environment.now)
      try rows.save(
        renewed, codeHash: hashed(code),
        remindAt: environment.policy.invitation.reminder(of: renewed, after: environment.now), now: environment.now)
      try environment.count(.invite, of: inviter.id, rows)
      try environment.count(recipients, rows)
      try environment.audit(call, "invitation.resent", inviter: inviter.id, subject: invitation.id, rows)
      offer.invitation = renewed
      let mail = try environment.queueInvitation(
        .resentInvitation, offer, code: code, note: event.note, isTaken: true, rows)
      sent = (mail, renewed)
      return try result(renewed, nil, call, environment)
    }
    guard case .now = decided, case (let mail, var invitation)? = sent else { return decided.answer }
    return try environment.sendPromised([mail], call) { (deliveries) throws(Problem) in
      let promised = deliveries[mail.id]
      invitation.delivery = promised?.delivery
      return try result(invitation, promised, call, environment)
    } ?? decided.answer
  }

  /// The invitation as it is from now on: the term that it was given at first counts no longer.
  static func decide(_ invitation: Invitation, days: Int, now: Timestamp) throws(Problem) -> Invitation {
    let status = invitation.status(at: now)
    guard status == .pending || status == .expired else {
      throw Problem(.invitationNotPending, "the invitation is \(status.rawValue)")
    }
    var renewed = invitation
    renewed.storedStatus = .pending
    renewed.delivery = .queued
    renewed.sentAt = now
    renewed.expiresAt = now + .days(days)
    renewed.resendCount += 1
    return renewed
  }

  private static func result(
    _ invitation: Invitation, _ promised: Promised?, _ call: Call, _ environment: Environment
  ) throws(Problem) -> JSON {
    let ordinary =
      switch invitation.delivery {
      case .sent: "invitationResent"
      case .failed: "invitationResendFailed"
      default: "invitationRequeued"
      }
    let message = promised?.message("invitationResend") ?? ordinary
    return [
      "invitation": invitation.json(at: environment.now),
      "message": .string(
        try environment.messages.text(message, ["email": invitation.email.text], call.language)),
    ]
  }
}
