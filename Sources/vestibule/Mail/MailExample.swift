// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Configuration
import Delivery
import Domain

/// Example values for previews: fictional people and a fixed timestamp, so that two previews differ only if a
/// template or the policy differs.
struct MailExample {
  enum Variant: String, CaseIterable, ExpressibleByArgument { case plain, long, rtl, emoji }

  static let timestamp = Timestamp(milliseconds: 1_795_268_220_000)
  static let sender = EmailAddress("hello@example.com")!
  /// Of the fictional people.
  private static let zone = "Europe/Berlin"
  private static let code = "K7QW2MZ4XPA3JD6VYH5TBNRLEGCS2OUF"
  private static let unsubscribeToken = String(repeating: "k5TgQz0dVw8LmRp3", count: 6)

  private let people: People
  private let patch: JSON
  private let appName: String
  /// Whether inviters may add a note to a mail.
  private let allowsNote: Bool
  private let allowsBranding: Bool
  /// The sign-in method of the mails about one.
  private let provider: String

  init(_ variant: Variant, _ policy: Policy, patch: JSON) {
    people = People(variant)
    appName = policy.app.name
    allowsNote = policy.invitation.allowNote
    allowsBranding = policy.invitation.branding
    provider = policy.providers.keys.min() ?? "password"
    self.patch = patch
  }

  /// - Throws: if the patch removes a value without which a text of the mail would be empty.
  func content(of kind: OutboxMessage.Kind, locale: String) throws(Failure) -> MailContent {
    guard let model = kind.model else { preconditionFailure("previews are of mails and text messages") }
    let values = Self.values(of: kind, people.speaking(locale)).json
    let stored = StoredMail(
      kind, values.patched(with: policyPatch(of: kind)).patched(with: patch), appName: appName,
      recipient: recipient(of: kind))
    do throws(MissingMailValue) {
      return try MailContent(id: "preview-\(kind.rawValue)", locale: locale, model, stored)
    } catch {
      throw .unreadable("the mail \(kind.rawValue) needs \(error.pointer)")
    }
  }

  /// Removes what the policy does not allow.
  private func policyPatch(of kind: OutboxMessage.Kind) -> JSON {
    switch kind {
    case .providerAdded, .providerRemoved: ["provider": .string(provider)]
    case _ where kind.offersInvitation:
      .object([
        "note": allowsNote ? nil : .null, "inviter": allowsBranding ? nil : ["branding": .null],
      ])
    default: [:]
    }
  }

  private func recipient(of kind: OutboxMessage.Kind) -> String {
    switch kind {
    case .invitationSMS: "+15550100123"
    case .invitationAccepted, .invitationDeclined, .invitationRequested, .clientLeft, .joinRequest: people.inviterEmail
    case .confirmEmailChange: people.newEmail
    case .guardianRequest: "guardian@example.com"
    default: people.email
    }
  }

  static func values(of kind: OutboxMessage.Kind, _ people: People = People(.plain)) -> any MailValues {
    let origin = EventOrigin(device: MailedDevice(name: people.device, platform: "iOS 20.1"), address: "2001:db8::7:31")
    switch kind {
    case .invitation, .resentInvitation, .reminder, .invitationSMS: return invitation(kind, people)
    case .joinRequest:
      return JoinRequestMail(account: people.account, inviter: people.inviter, link: people.linkName)
    case .joinAnswer: return notice(kind, people, JoinAnswer(people.inviter, isApproved: true))
    case .invitationAccepted, .clientLeft: return people.told
    case .invitationDeclined: return DeclinedMail(people.told, note: people.refusal)
    case .invitationRequested: return RequestedMail(people.told, code: code)
    case .verifyEmail, .resetPassword, .confirmEmailChange, .guardianRequest, .signInCode:
      let isShort = kind == .signInCode
      let hours = kind == .resetPassword ? 1 : 24
      return CodeMail(
        code: isShort ? "K7QW-2MZ4" : code, account: people.account, address: people.newEmail, hours: hours,
        minutes: isShort ? 10 : 60 * hours, when: timestamp, timeZone: zone, path: nil)
    case .accountDeletion: return notice(kind, people, PlannedDeletion(at: timestamp + .days(30)))
    case .accountClosed: return notice(kind, people, PlannedDeletion(at: timestamp + .days(7)))
    case .addressMoved: return notice(kind, people, MovedAddress(people.newAddress, isLost: true))
    case .emailChangeNotice: return notice(kind, people, NewAddress(people.newAddress, isChanged: false))
    case .newDevice, .accountExported, .accountRestored: return notice(kind, people, origin)
    case .newCountry: return notice(kind, people, NewCountry(origin, country: "ES"))
    case .factorAdded, .factorRemoved: return notice(kind, people, FactorChange(origin, name: people.device))
    case .providerAdded, .providerRemoved: return notice(kind, people, ProviderChange(origin, SignInMethod("google")))
    case .passwordChanged, .addressProven: return notice(kind, people, NoDetails())
    case .accountLocked: return notice(kind, people, AccountLock(minutes: 15))
    case .push, .webhook, .appleExchange, .appleRevocation: preconditionFailure("previews are of mails")
    }
  }

  private static func notice<Details>(
    _ kind: OutboxMessage.Kind, _ people: People, _ details: Details
  ) -> AccountMail<Details> {
    AccountMail(people.account, when: timestamp, timeZone: zone, code: kind.page == nil ? nil : code, details)
  }

  private static func invitation(_ kind: OutboxMessage.Kind, _ people: People) -> InvitationMail {
    let days = kind == .reminder ? 7 : 30
    return InvitationMail(
      code: code, unsubscribeToken: kind == .invitationSMS ? nil : unsubscribeToken,
      client: MailedClient(name: people.name, email: nil),
      inviter: MailedInviter(name: people.inviterName, email: people.inviterEmail),
      inviterID: "01990000-0000-7000-8000-000000000000",
      branding: Branding(["name": .string(people.brand), "color": "#0b6e4f", "logoURL": "https://example.com/logo.png"]
      ),
      isForInvitee: true, note: people.note, expiresAt: InvitationTerm.end(sentAt: timestamp, days: days), days: days)
  }

  /// Reads a patch for the example.
  /// - Throws: if it is not a JSON object, or has a member that no mail uses.
  static func patch(inFile path: String) throws(Failure) -> JSON {
    let content: [UInt8]
    do { content = try readFile(path) } catch {
      throw .unreadable("\(path) does not exist or cannot be read")
    }
    let patch: JSON
    do { patch = try JSON(parsing: content) } catch {
      throw .unreadable("\(path) is not JSON: \(error.reason), at byte \(error.offset)")
    }
    guard patch.members != nil else { throw .unreadable("\(path) is not a JSON object") }
    let known = PreviewedKinds.all.reduce(into: JSON.object([:])) {
      $0 = $0.patched(with: values(of: $1).json)
    }
    if let unknownMember = patch.unknownMember(to: known) {
      throw .unreadable("\(path): no mail uses \(unknownMember)")
    }
    return patch
  }
}

/// The people of an example.
struct People {
  var name = "Kim Lee"
  var email = "kim@example.com"
  var newEmail = "kim.lee@example.org"
  var inviterName = "Ada Byron"
  var inviterEmail = "ada@example.com"
  var brand = "Byron Strength"
  var device = "Kim's iPhone"
  /// Of a link by which people join.
  var linkName = "Monday course"
  var note = "I look forward to working with you!\nBring water and shoes."
  /// Why somebody declines.
  var refusal = "Thank you, but I already have a coach."

  init(_ variant: MailExample.Variant) {
    switch variant {
    case .plain: break
    case .long:
      name = "Maximiliane-Wilhelmina von Hohenzollern-Sigmaringen y Fernández de la Vega-Santamaría"
      email = "maximiliane-wilhelmina.von.hohenzollern-sigmaringen.y.fernandez@mail.department.example.com"
      newEmail = "m.w.von-hohenzollern-sigmaringen-y-fernandez-de-la-vega@another.department.example.org"
      inviterName = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"
      inviterEmail = "donaudampfschifffahrtselektrizitaetenhauptbetriebswerk@example.com"
      brand = "Donaudampfschifffahrtsgesellschaftskraftraum und Gymnastikhalle"
      device = "Maximiliane-Wilhelmina von Hohenzollern-Sigmaringens großes iPad Pro mit Tastatur"
      note = String(repeating: "There is a lot to say about this, and it goes on and on. ", count: 8)
      refusal = note
    case .rtl:
      name = "نور الهدى عبد الرحمن"
      email = "nour@example.com"
      inviterName = "יעל בן־דוד"
      inviterEmail = "yael@example.com"
      brand = "כושר יעל"
      device = "آيفون نور (2)"
      note = "אשמח לעבוד איתך!\nيرجى إحضار الماء والحذاء (رقم 2)."
      refusal = "شكرا، لدي مدرب بالفعل."
    case .emoji:
      name = "Kim 👩🏽‍🚀👨‍👩‍👧‍👦 Lee 🏳️‍🌈"
      inviterName = "🏋️‍♀️ Coach Ada ❤️‍🔥"
      brand = "💪 Ada ✨"
      device = "📱 Kim's Phone ✨"
      note = "Let's go! 💪🏿🇩🇪🇪🇸"
    }
  }

  var account: MailedAccount { MailedAccount(name: name, email: email) }
  var inviter: MailedInviter { MailedInviter(name: inviterName) }
  var newAddress: EmailAddress { EmailAddress(newEmail) ?? MailExample.sender }
  var told: ClientMail {
    ClientMail(
      client: MailedClient(name: name, email: email), clientID: "01990000-0000-7000-8000-000000000001", inviter: inviter
    )
  }

  /// The same people, who write in the language of a mail; names of all kinds keep their notes.
  func speaking(_ locale: String) -> People {
    let plain = People(.plain)
    var other = self
    guard note == plain.note else { return other }
    switch LanguageTag(locale).chain.last {
    case "de":
      other.note = "Ich freue mich auf die Zusammenarbeit!\nBring bitte Wasser und Sportschuhe mit."
      other.refusal = "Danke, aber ich habe schon einen Coach."
      other.device = "iPhone von Kim"
      other.linkName = "Montagskurs"
    case "es":
      other.note = "¡Tengo muchas ganas de empezar contigo!\nTrae agua y zapatillas."
      other.refusal = "Gracias, pero ya tengo coach."
      other.device = "iPhone de Kim"
      other.linkName = "Curso de los lunes"
    default: break
    }
    return other
  }
}

extension JSON {
  /// Applies a JSON merge patch (RFC 7396).
  fileprivate func patched(with patch: JSON) -> JSON {
    guard case .object(let changes) = patch else { return patch }
    var members = members ?? Members()
    for (name, value) in changes.pairs {
      members[name] = value == .null ? nil : (members[name] ?? .null).patched(with: value)
    }
    return .object(members)
  }

  /// The JSON pointer of a member that this value has and the known one does not.
  fileprivate func unknownMember(to known: JSON, at pointer: String = "") -> String? {
    for (name, value) in members?.pairs ?? [] {
      guard let other = known[name] else { return "\(pointer)/\(name)" }
      if let unknownMember = value.unknownMember(to: other, at: "\(pointer)/\(name)") { return unknownMember }
    }
    return nil
  }
}
