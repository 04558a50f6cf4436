// SPDX-License-Identifier: Apache-2.0

import Domain
import Pages

/// What the preview of the theme shows, in groups, with a line about what each page and mail is for.
struct ThemeIndex {
  struct Group {
    /// Of its heading.
    let id: String
    let title: String
    var entries: [Entry]
  }

  struct Entry {
    /// Of the folder of templates.
    let name: String
    /// What it is for; nil for a mail, which has a subject.
    var purpose: String? = nil
    var kind: OutboxMessage.Kind? = nil
  }

  /// The pages, and those that are not named here.
  static var pages: [Group] {
    let known = Set(named.flatMap { $0.entries.map(\.name) })
    let others = PageRenderer.templates.filter { !known.contains($0) }.sorted().map { Entry(name: $0) }
    return others.isEmpty ? named : named + [Group(id: "others", title: "Other pages", entries: others)]
  }

  /// What the page of a function is for; nil if it is not named here.
  static func purpose(of function: String) -> String? {
    let page = function.hasSuffix("-page") ? String(function.dropLast("-page".count)) : function
    return named.lazy.flatMap(\.entries).first { $0.name == page }?.purpose
  }

  static var mails: [Group] {
    let groups = [
      ("mail-invitations", "Mails: invitations", PreviewedKinds.all.filter(\.offersInvitation)),
      ("mail-inviters", "Mails: notices to inviters", PreviewedKinds.all.filter { inviters.contains($0) }),
      ("mail-codes", "Mails: sign-in and account", PreviewedKinds.all.filter { isAboutAccount($0) }),
      ("mail-security", "Mails: security notices", PreviewedKinds.all.filter(\.isSecurityNotice)),
    ]
    return groups.map { id, title, kinds in
      Group(id: id, title: title, entries: kinds.map { Entry(name: $0.rawValue, kind: $0) })
    }
  }

  private static let inviters: [OutboxMessage.Kind] = [
    .invitationAccepted, .invitationDeclined, .invitationRequested, .clientLeft, .joinRequest,
  ]

  private static func isAboutAccount(_ kind: OutboxMessage.Kind) -> Bool {
    !kind.offersInvitation && !inviters.contains(kind) && !kind.isSecurityNotice
  }

  private static func group(_ id: String, _ title: String, _ entries: KeyValuePairs<String, String>) -> Group {
    Group(id: id, title: title, entries: entries.map { Entry(name: $0.key, purpose: $0.value) })
  }

  private static let named = [
    group(
      "invitation", "Invitation",
      [
        "invite": "Behind the link of an invitation: who invites, and how to go on.",
        "join": "Behind a link that many people may use, and where a short code is typed.",
        "accept": "The invited person chooses how to sign in, and accepts.",
        "decline": "The invited person declines.",
        "request": "The invitation has ended: the person asks for a new one.",
        "guardian": "A parent or guardian agrees, refuses or withdraws.",
        "unsubscribe": "An address gets no more invitations.",
      ]),
    group(
      "sign-in", "Sign-in",
      [
        "sign-in": "Signing in, with the methods of the policy.",
        "sign-up": "Creating an account without an invitation.",
        "sign-in-code": "Behind the link of a mail with a code.",
        "verify-email": "Verifying an address, or refusing it.",
        "reset-password": "Asking for a link, and choosing a new password.",
        "oauth-callback": "The way back from Google and others.",
        "supabase-verify": "Behind the links of mails to clients of Supabase Auth.",
        "next": "What an account still needs after a sign-in.",
        "leaving": "Leads back to the website that people came from.",
        "sign-out": "Signing out in the browser.",
      ]),
    group(
      "account", "Account",
      [
        "account": "Name, address and consent.",
        "security": "Password, sign-in methods, second steps and devices.",
        "account-data": "Downloading the data, and deleting the account.",
        "workouts": "The workouts that inviters have assigned.",
        "not-me": "Behind the button of every security notice: ends all sessions.",
        "restore-account": "Undoes the deletion of an account.",
      ]),
    group(
      "clients", "Client list",
      [
        "clients": "An inviter's clients, their invitations, and links to join.",
        "client": "One client: invitation, delivery and workouts.",
        "members": "The accounts that an inviter sees.",
        "resend": "Behind the mail in which somebody asks for a new invitation.",
      ]),
    group("errors", "Errors", ["error": "What a web server shows, such as for an unknown path."]),
  ]
}
