// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// An inviter adds clients and invites them. Each client gets a record and a mail or text message with a code, or the
/// inviter gets the link to pass on.
package enum SendInvitation: Function {
  package static let name = "send-invitation"

  package struct Event {
    let recipients: Recipients
    let days: Int?
    /// Nil if the event does not say: false for a new invitation, unchanged for a resent one.
    let allowOtherEmail: Bool?
    let channel: Invitation.Channel
    /// Whether a text message's code is also sent by mail.
    let alsoByMail: Bool
    /// The role of the accounts that accept; nil for the invitee's.
    let role: String?
    /// The role in the team that the event asks for; nil if it asks for none.
    let askedTeamRole: Team.Role?
    /// The inviter's own text for the clients.
    let note: String?
    /// What the acceptance gives to the app.
    let data: Change<JSON>
    let returnURL: String?
    /// Whether an address that looks mistyped is asked about instead of invited.
    let confirmsAddress: Bool

    /// Whether the event has a list. Each client of a list has its own result.
    var isBulk: Bool { if case .list = recipients { true } else { false } }
    var byLink: Bool { channel == .link }
    var sendsCopy: Bool { channel == .sms && alsoByMail }

    /// The role in the team that the invitation gives. Without teams in the policy, an invited inviter gets a team of
    /// its own.
    func teamRole(_ policy: Policy) -> Team.Role? {
      policy.hasTeams && role == policy.roles.inviter ? askedTeamRole ?? .member : nil
    }
  }

  enum Recipients {
    case one(Recipient)
    /// The unvalidated clients of a list. Each is validated separately.
    case list([JSON])
  }

  package struct Output: SendingOutput {
    /// One result per recipient.
    var results: [Result<RecipientResult, ErrorResult>]
    let isBulk: Bool
    let now: Timestamp

    package var json: JSON {
      let results = results.map { result in
        switch result {
        case .success(let result): result.json(at: now)
        case .failure(let error): FunctionResult.failure(error).json
        }
      }
      return isBulk ? ["results": .array(results)] : results[0]
    }

    var sent: [SentInvitation] { results.compactMap { try? $0.get().sent } }

    func amended(
      _ amend: (SentInvitation) throws(Problem) -> SentInvitation
    ) throws(Problem) -> Self {
      var amended = self
      amended.results = try results.map { (result) throws(Problem) in
        guard case .success(.sent(let sent)) = result else { return result }
        return .success(.sent(try amend(sent)))
      }
      return amended
    }
  }

  /// The result of one recipient that is not refused.
  enum RecipientResult {
    case sent(SentInvitation)
    /// The address was asked about, and nothing was stored or sent.
    case unsent(suggestion: String, message: String)

    var sent: SentInvitation? { if case .sent(let sent) = self { sent } else { nil } }

    func json(at now: Timestamp) -> JSON {
      switch self {
      case .unsent(let suggestion, let message):
        ["status": "unsent", "suggestion": .string(suggestion), "message": .string(message)]
      case .sent(let sent):
        JSON.object([
          "client": sent.client.json, "resent": sent.isResent ? true : nil, "data": sent.invitation.data,
          "returnURL": sent.invitation.returnURL.map(JSON.string),
        ]).merging(sent.json(at: now))
      }
    }
  }

  package static func event(from data: Fields) throws(Problem) -> Event {
    let recipients: Recipients =
      if let list = data.json("clients")?.array { .list(list) } else {
        .one(try Recipient(try data.fields("client"), at: "/client"))
      }
    return Event(
      recipients: recipients, days: data.optionalInteger("days"), allowOtherEmail: data.json("allowOtherEmail")?.bool,
      channel: channel(in: data) ?? .mail, alsoByMail: data.flag("alsoByMail"), role: data.optionalText("role"),
      askedTeamRole: data.optionalText("teamRole").flatMap(Team.Role.init), note: data.optionalText("note"),
      data: data.change("data") { $0 }, returnURL: data.optionalText("returnURL"),
      confirmsAddress: data.flag("confirmAddress"))
  }

  static func channel(in data: Fields) -> Invitation.Channel? {
    data.optionalText("deliver").flatMap(Invitation.Channel.init)
  }

  package static func badFields(in data: Fields, _ rules: AccountFieldRules) -> [Problem.Field] {
    let ofClient = data.optionalFields("client").map {
      Recipient.badFields(of: $0, at: "/client", by: channel(in: data) ?? .mail, rules.policy)
    }
    let wrongCopy = Problem.Field(pointer: "/alsoByMail", detail: "should be given only with deliver \"sms\"")
    let copy = data.flag("alsoByMail") && channel(in: data) != .sms ? [wrongCopy] : []
    let client = data.optionalFields("client")
    let copyGoesNowhere = data.flag("alsoByMail") && client.map { !$0.has("email") } ?? false
    return rules.brokenNote(in: data) + rules.brokenReturnURL(in: data) + (ofClient ?? []) + copy
      + (copyGoesNowhere ? [.missing("/client/email", .invalidEmail)] : [])
  }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    let days = event.days ?? environment.policy.invitation.days
    guard days <= environment.policy.invitation.days else {
      throw .invalid("/days", .eventInvalid, "the policy allows at most \(environment.policy.invitation.days) days")
    }
    if let wrong = environment.policy.wrongInvitedRole(event.role, at: "/role") { throw .broken([wrong]) }
    if event.askedTeamRole != nil, event.role != environment.policy.roles.inviter {
      throw .invalid(
        "/teamRole", .eventInvalid, "needs the role \"\(environment.policy.roles.inviter)\", which people in teams have"
      )
    }
    let recipients =
      switch event.recipients {
      case .one(let recipient): [Result<Recipient, Problem>.success(recipient)]
      case .list(let list): try Recipient.all(of: list, by: event.channel, environment)
      }
    let locales = recipients.compactMap { try? $0.get() }.map { $0.locale ?? call.caller?.locale }
    try event.channel.requireSettings(isResent: false, locales: locales, environment)
    if event.sendsCopy {
      try Invitation.Channel.mail.requireSettings(isResent: false, locales: locales, environment)
    }

    return try Output.decideWithDeliveries(call, environment) { (decision) throws(Problem) in
      let inviter = try decision.requireCaller()
      try inviter.requireVerifiedInviter()
      // Only owners invite owners.
      if event.askedTeamRole == .owner { _ = try decision.teams.of(inviter).owned() }
      var batch = try InvitationBatch(event: event, days: days, inviter: inviter, decision)
      return Output(results: try batch.results(for: recipients), isBulk: event.isBulk, now: decision.now)
    }
  }
}
