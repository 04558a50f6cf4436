// SPDX-License-Identifier: Apache-2.0

import Domain

// The variables of each kind of mail.

extension OutboxMessage.Kind {
  /// What mails and text messages of the kind say; nil for other messages.
  package var model: (any MailModel.Type)? {
    switch self {
    case .invitation, .resentInvitation, .reminder, .invitationSMS: InvitationMail.self
    case .invitationAccepted, .clientLeft: ClientMail.self
    case .invitationDeclined: DeclinedMail.self
    case .invitationRequested: RequestedMail.self
    case .joinRequest: JoinRequestMail.self
    case .verifyEmail, .confirmEmailChange, .resetPassword, .guardianRequest, .signInCode: CodeMail.self
    case .passwordChanged, .addressProven: AccountMail<NoDetails>.self
    case .newDevice, .accountExported, .accountRestored: AccountMail<EventOrigin>.self
    case .newCountry: AccountMail<NewCountry>.self
    case .accountLocked: AccountMail<AccountLock>.self
    case .emailChangeNotice: AccountMail<NewAddress>.self
    case .addressMoved: AccountMail<MovedAddress>.self
    case .joinAnswer: AccountMail<JoinAnswer>.self
    case .factorAdded, .factorRemoved: AccountMail<FactorChange>.self
    case .providerAdded, .providerRemoved: AccountMail<ProviderChange>.self
    case .accountDeletion, .accountClosed: AccountMail<PlannedDeletion>.self
    case .push, .webhook, .appleExchange, .appleRevocation: nil
    }
  }
}

extension MailModel {
  /// The button, and the stores that are named next to it.
  fileprivate static var links: [MailVariable<Self>] {
    [
      .shown("link") { (mail, context) in mail.path(of: context.kind).map { context.base + $0 } },
      .condition("offersApp") { context in
        let app = context.policy.app
        return context.kind.offersInvitation && (app.appStoreURL != nil || app.playStoreURL != nil)
      },
    ]
  }
}

/// The link with a code, without its beginning.
private func link(of kind: OutboxMessage.Kind, _ code: String, from base: String = "") -> String? {
  kind.page.map { OutboxMessage.link(to: $0, code: code, from: base) }
}

// MARK: Invitations

extension InvitationMail: MailModel {
  package static func variables(of kind: OutboxMessage.Kind) -> [MailVariable<Self>] {
    links + [
      .shown("appLink") { (mail, context) in
        link(of: context.kind, mail.code, from: "\(context.policy.app.urlScheme)://")
      },
      .object("client", .given("name") { $0.client.name }),
      .object(
        "inviter", .given("displayName") { $0.inviter.name }, .given("email") { $0.inviter.email },
        .text("id") { $0.inviterID },
        .object(
          "branding", .given("name") { $0.branding?.name }, .text("color") { $0.branding?.color },
          .text("logoURL") { $0.branding?.logoURL })),
      .shown("expiresOn", isTime: true) { (mail, context) throws(Problem) in
        try context.messages.day(InvitationTerm.lastDay(endingAt: mail.expiresAt), context.language)
      },
      .number("days") { $0.days }, .flag("isOneDay") { $0.days == 1 }, .flag("isForInvitee") { $0.isForInvitee },
      .text("note") { $0.note }, .shown("unsubscribeLink") { (_, context) in context.unsubscribeLink },
    ]
  }

  package func path(of kind: OutboxMessage.Kind) -> String? { link(of: kind, code) }
  package func recipientName(of kind: OutboxMessage.Kind) -> String? { client.name }
  package var sender: MailedInviter? { inviter }
  package var shownBranding: Branding? { branding }
  package var hasPhrases: Bool { isForInvitee }
}

// MARK: Mails to inviters

extension ClientMail: MailModel {
  package static func variables(of kind: OutboxMessage.Kind) -> [MailVariable<Self>] { links + people }

  fileprivate static var people: [MailVariable<Self>] {
    [
      .object("client", .given("name") { $0.client.name }, .given("email") { $0.client.email }),
      .object("inviter", .given("displayName") { $0.inviter.name }),
    ]
  }

  package func path(of kind: OutboxMessage.Kind) -> String? {
    isColleague ? "clients?view=team" : "client?id=\(clientID)"
  }
  package func recipientName(of kind: OutboxMessage.Kind) -> String? { inviter.name }
}

extension DeclinedMail: MailModel {
  package static func variables(of kind: OutboxMessage.Kind) -> [MailVariable<Self>] {
    links + ClientMail.people.of { $0.told } + [.text("note") { $0.note }]
  }

  package func path(of kind: OutboxMessage.Kind) -> String? { told.path(of: kind) }
  package func recipientName(of kind: OutboxMessage.Kind) -> String? { told.recipientName(of: kind) }
}

extension RequestedMail: MailModel {
  package static func variables(of kind: OutboxMessage.Kind) -> [MailVariable<Self>] {
    links + ClientMail.people.of { $0.told }
  }

  package func path(of kind: OutboxMessage.Kind) -> String? { link(of: kind, code) }
  package func recipientName(of kind: OutboxMessage.Kind) -> String? { told.recipientName(of: kind) }
}

extension JoinRequestMail: MailModel {
  package static func variables(of kind: OutboxMessage.Kind) -> [MailVariable<Self>] {
    links + [
      .object("account", .given("displayName") { $0.account.name }, .given("email") { $0.account.email }),
      .object("inviter", .given("displayName") { $0.inviter.name }), .object("joinLink", .given("name") { $0.link }),
    ]
  }

  package func path(of kind: OutboxMessage.Kind) -> String? { "clients?view=requests" }
  package func recipientName(of kind: OutboxMessage.Kind) -> String? { inviter.name }
}

// MARK: Mails about accounts

extension CodeMail: MailModel {
  package static func variables(of kind: OutboxMessage.Kind) -> [MailVariable<Self>] {
    let variables: [MailVariable<Self>] =
      links + [
        .object("account", .given("displayName") { $0.account.name }, .given("email") { $0.account.email }),
        .time("when") { $0.when },
      ]
    if kind == .signInCode { return variables + [.text("code") { $0.code }, .number("minutes") { $0.minutes }] }
    let lifetime: [MailVariable<Self>] = [
      .given("newEmail") { $0.address }, .number("hours") { $0.hours }, .flag("isOneHour") { $0.hours == 1 },
    ]
    if kind == .guardianRequest { return variables + lifetime }
    // A client of Supabase Auth takes what is typed.
    return variables + lifetime
      + [.text("code") { $0.code }, .text("typedCode") { mail in mail.path.map { _ in mail.code } }]
  }

  /// The link for a client of Supabase Auth is one of its own routes.
  package func path(of kind: OutboxMessage.Kind) -> String? { path ?? link(of: kind, code) }

  package func recipientName(of kind: OutboxMessage.Kind) -> String? { kind == .resetPassword ? account.name : nil }
}

/// The variables of a mail to the owner of an account, in addition to the account and the time.
package protocol AccountMailModel: AccountMailDetails {
  static var variables: [MailVariable<Self>] { get }
  /// The page that the button of a mail without a code opens.
  var page: String? { get }
  var sender: MailedInviter? { get }
}

extension AccountMailModel {
  package var page: String? { nil }
  package var sender: MailedInviter? { nil }
}

extension AccountMail: MailModel where Details: AccountMailModel {
  package static func variables(of kind: OutboxMessage.Kind) -> [MailVariable<Self>] {
    // Somebody whose account was closed has nothing to open.
    var variables = kind == .accountClosed ? [] : links
    if kind.isSecurityNotice { variables.append(.ofAllMails("resetLink")) }
    variables += [
      .object("account", .given("displayName") { $0.account.name }, .given("email") { $0.account.email }),
      .time("when") { $0.when },
    ]
    return variables + Details.variables.of { $0.details }
  }

  package func path(of kind: OutboxMessage.Kind) -> String? { code.flatMap { link(of: kind, $0) } ?? details.page }
  package func recipientName(of kind: OutboxMessage.Kind) -> String? { account.name }
  package var sender: MailedInviter? { details.sender }
}

extension NoDetails: AccountMailModel { package static var variables: [MailVariable<Self>] { [] } }

extension EventOrigin: AccountMailModel {
  package static var variables: [MailVariable<Self>] {
    [
      .object(
        "device", .given("name") { $0.device?.name },
        .given("platform") { $0.device?.platform.map(Device.name(ofPlatform:)) }),
      .given("address") { $0.address },
    ]
  }
}

extension NewCountry: AccountMailModel {
  package static var variables: [MailVariable<Self>] {
    EventOrigin.variables.of { $0.origin } + [
      .shown("country", isGiven: true) { (mail, context) in CountryNames.name(of: mail.country, context.language) }
    ]
  }
}

extension FactorChange: AccountMailModel {
  package static var variables: [MailVariable<Self>] {
    EventOrigin.variables.of { $0.origin } + [.object("factor", .given("name") { $0.name })]
  }
}

extension ProviderChange: AccountMailModel {
  package static var variables: [MailVariable<Self>] {
    EventOrigin.variables.of { $0.origin } + [
      .text("provider") { $0.method.displayName }, .flag("isPassword") { $0.method == .password },
    ]
  }
}

extension NewAddress: AccountMailModel {
  package static var variables: [MailVariable<Self>] {
    [.given("newEmail") { $0.address }, .flag("isChanged") { $0.isChanged }]
  }
}

extension MovedAddress: AccountMailModel {
  package static var variables: [MailVariable<Self>] {
    [.given("newEmail") { $0.address }, .flag("isLost") { $0.isLost }]
  }
}

extension AccountLock: AccountMailModel {
  package static var variables: [MailVariable<Self>] { [.number("minutes") { $0.minutes }] }
}

extension PlannedDeletion: AccountMailModel {
  package static var variables: [MailVariable<Self>] { [.day("deletesOn") { $0.deletesAt }] }
}

extension JoinAnswer: AccountMailModel {
  package static var variables: [MailVariable<Self>] {
    [.object("inviter", .given("displayName") { $0.inviter.name }), .flag("isApproved") { $0.isApproved }]
  }

  /// Somebody whose request was declined has nothing to open.
  package var page: String? { isApproved ? "account/workouts" : nil }
  package var sender: MailedInviter? { inviter }
}
