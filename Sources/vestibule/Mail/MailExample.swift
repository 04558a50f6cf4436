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
  private static let zone: JSON = "Europe/Berlin"
  private static let code = "K7QW2MZ4XPA3JD6VYH5TBNRLEGCS2OUF"
  private static let unsubscribeToken = String(repeating: "k5TgQz0dVw8LmRp3", count: 6)

  private let people: People
  private let patch: JSON
  /// Whether inviters may add a note to a mail.
  private let allowsNote: Bool
  private let allowsBranding: Bool
  /// The sign-in method of the mails about one.
  private let provider: String

  init(_ variant: Variant, _ policy: Policy, patch: JSON) {
    people = People(variant)
    allowsNote = policy.invitation.allowNote
    allowsBranding = policy.invitation.branding
    provider = policy.providers.keys.min() ?? "password"
    self.patch = patch
  }

  func content(of kind: OutboxMessage.Kind, locale: String) -> MailContent {
    MailContent(
      id: "preview-\(kind.rawValue)", kind: kind, locale: locale, recipient: recipient(of: kind),
      values: Self.values(of: kind, people.speaking(locale)).patched(with: policyPatch(of: kind)).patched(with: patch),
      unsubscribeToken: kind.offersInvitation && kind != .invitationSMS ? Self.unsubscribeToken : nil)
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

  private static func values(of kind: OutboxMessage.Kind, _ people: People) -> JSON {
    let account: JSON = ["displayName": .string(people.name), "email": .string(people.email)]
    let told: JSON = ["account": account, "when": .string(timestamp.rfc3339), "timeZone": zone]
    let notice = kind.isSecurityNotice ? told.merging(["code": .string(code)]) : told
    switch kind {
    case .invitation, .resentInvitation, .reminder, .invitationSMS:
      return invitation(people, days: kind == .reminder ? 7 : 30)
    case .joinRequest:
      return [
        "account": account, "inviter": ["displayName": .string(people.inviterName)],
        "joinLink": ["name": .string(people.linkName)],
      ]
    case .joinAnswer:
      return notice.merging(["inviter": ["displayName": .string(people.inviterName)], "isApproved": true])
    case .invitationAccepted, .invitationDeclined, .invitationRequested, .clientLeft:
      return [
        "client": ["name": .string(people.name), "email": .string(people.email)],
        "inviter": ["displayName": .string(people.inviterName)], "code": .string(code),
        "clientId": "01990000-0000-7000-8000-000000000001", "note": .string(people.refusal),
      ]
    case .verifyEmail, .resetPassword, .confirmEmailChange, .guardianRequest:
      let hours = kind == .resetPassword ? 1 : 24
      return [
        "code": .string(code), "account": account, "newEmail": .string(people.newEmail), "hours": JSON(hours),
        "isOneHour": .bool(hours == 1), "when": .string(timestamp.rfc3339), "timeZone": zone,
      ]
    case .signInCode: return notice.merging(["code": "K7QW-2MZ4", "minutes": 10])
    case .accountDeletion:
      return notice.merging(["code": .string(code), "deletesAt": .string((timestamp + .days(30)).rfc3339)])
    case .accountClosed: return notice.merging(["deletesAt": .string((timestamp + .days(7)).rfc3339)])
    case .addressMoved: return notice.merging(["newEmail": .string(people.newEmail), "isLost": true])
    case .emailChangeNotice: return notice.merging(["newEmail": .string(people.newEmail)])
    case .newDevice, .accountExported, .accountRestored: return notice.merging(origin(people))
    case .newCountry: return notice.merging(origin(people)).merging(["country": "ES"])
    case .factorAdded, .factorRemoved:
      return notice.merging(origin(people)).merging(["factor": ["name": .string(people.device)]])
    case .providerAdded, .providerRemoved: return notice.merging(origin(people)).merging(["provider": "google"])
    case .passwordChanged, .addressProven: return notice
    case .accountLocked: return notice.merging(["minutes": 15])
    case .push, .webhook, .appleExchange, .appleRevocation: return [:]
    }
  }

  private static func invitation(_ people: People, days: Int) -> JSON {
    [
      "code": .string(code), "client": ["name": .string(people.name)],
      "inviter": [
        "displayName": .string(people.inviterName), "email": .string(people.inviterEmail),
        "id": "01990000-0000-7000-8000-000000000000",
        "branding": ["name": .string(people.brand), "color": "#0b6e4f", "logoURL": "https://example.com/logo.png"],
      ],
      "expiresAt": .string(InvitationTerm.end(sentAt: timestamp, days: days).rfc3339), "days": JSON(days),
      "isForInvitee": true, "note": .string(people.note),
    ]
  }

  private static func origin(_ people: People) -> JSON {
    ["device": ["name": .string(people.device), "platform": "iOS 20.1"], "address": "2001:db8::7:31"]
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
    let known = OutboxMessage.Kind.allCases.reduce(into: JSON.object([:])) {
      $0 = $0.patched(with: values(of: $1, People(.plain)))
    }
    if let unknownMember = patch.unknownMember(to: known) {
      throw .unreadable("\(path): no mail uses \(unknownMember)")
    }
    return patch
  }
}

/// The people of an example.
private struct People {
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
