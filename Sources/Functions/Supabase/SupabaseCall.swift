// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// What a client of Supabase Auth asks of a function in addition to the event. The functions see only its
/// `ClientTerms`.
struct SupabaseCall: Sendable {
  /// How the person signs in, as `amr` says it.
  var method: Method
  /// The `user_metadata` of a new account.
  var metadata: JSON?
  /// What it says for the rules of the policy, if a mailed code makes the account.
  var stated: JSON = [:]
  /// Whether a mailed code makes an account of an address without one, when it is asked for, and when it signs in.
  var createsAccount = false
  /// The role of a new account; nil if the policy has only one.
  var newRole: String?
  /// Whether a session begins. If not, the client gets it for a code later.
  var beginsSession = true
  /// What a link in a mail leads to.
  var target = SupabaseTarget()

  /// A value of `amr` (`method` of a session).
  enum Method: String, Sendable {
    case password, otp, oauth, recovery, invite
  }

  /// The same in the words of the functions. A new account may be incomplete. A session begins at once, opens nothing
  /// before the second factor is passed, and does not begin before a required proof of the address.
  var terms: ClientTerms {
    ClientTerms(
      newAccounts: NewAccountTerms(
        role: newRole, omission: .allowed, areMadeByMailedCode: createsAccount, metadata: metadata, stated: stated),
      sessions: SessionTerms(
        begins: beginsSession, mayAwaitFactor: true, requiresProvenAddress: true, method: method.rawValue
      ) { (sessions, session, account, own) throws(Problem) in
        try sessions.supabaseClaims(of: session, account, with: own)
      },
      link: { [target] purpose in
        SupabaseCode.type(of: purpose).map { type in
          MailLink { (code, decision) throws(Problem) in try target.path(code, type, decision) }
        }
      })
  }
}

/// Where a link leads after its button was pressed.
struct SupabaseTarget: Sendable {
  /// An allowed URL; nil for the site.
  var redirect: String?
  /// The SHA-256 of PKCE (RFC 7636), in base64url; nil if the client gets no code.
  var challenge: String?

  /// The link of a mail: the path with its query, relative to `PUBLIC_URL`.
  fileprivate func path(_ code: SignInCode, _ type: String, _ decision: Decision) throws(Problem) -> String {
    let code = SupabaseCode(code, challenge: challenge)
    let query = "token_hash=\(try code.sealed(decision.environment))&type=\(type)"
    return "auth/v1/verify?\(query)" + (redirect.map { "&redirect_to=\($0.percentEncoded)" } ?? "")
  }
}

/// A code of a mail with its address and account, which the link of the mail contains, encrypted: its `token_hash`.
struct SupabaseCode {
  let signInCode: SignInCode
  var challenge: String?

  var purpose: AccountCode.Purpose { signInCode.purpose }

  init(_ signInCode: SignInCode, challenge: String?) { (self.signInCode, self.challenge) = (signInCode, challenge) }

  /// Supabase's name of the purpose in links; nil for purposes that it does not have.
  static func type(of purpose: AccountCode.Purpose) -> String? {
    switch purpose {
    case .verifyEmail: "signup"
    case .resetPassword: "recovery"
    case .changeEmail: "email_change"
    case .signIn: "magiclink"
    case .guardian, .restoreAccount, .resendInvitation, .notMe: nil
    }
  }

  /// The purposes that a `type` of a client may mean.
  static func purposes(of type: String) -> [AccountCode.Purpose] {
    switch type {
    case "signup": [.verifyEmail]
    case "recovery": [.resetPassword]
    case "email_change": [.changeEmail]
    case "magiclink": [.signIn]
    case "email": [.signIn, .verifyEmail]
    default: []
    }
  }

  private static let place = "token_hash"

  func sealed(_ environment: Environment) throws(Problem) -> String {
    let text: JSON = .object([
      "email": .string(signInCode.email.text), "code": .string(signInCode.text),
      "purpose": .string(purpose.rawValue), "account": signInCode.accountID.map(JSON.string),
      "challenge": challenge.map(JSON.string),
    ])
    return try environment.secret.seal(text.text, for: .supabaseLinks, at: Self.place)
  }

  /// Nil for a text that is not such a code.
  init?(sealed text: String, _ environment: Environment) throws(Problem) {
    guard let opened = try environment.secret.opened(text, for: .supabaseLinks, at: Self.place),
      let json = try? JSON(parsing: Array(opened.utf8)), let email = json["email"]?.string.flatMap(EmailAddress.stored),
      let code = json["code"]?.string, let purpose = json["purpose"]?.string.flatMap(AccountCode.Purpose.init)
    else { return nil }
    self.init(
      SignInCode(email: email, text: code, purpose: purpose, accountID: json["account"]?.string, isOfLink: true),
      challenge: json["challenge"]?.string)
  }
}
