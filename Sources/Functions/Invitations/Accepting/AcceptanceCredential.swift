// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

extension AcceptInvitation {
  /// What an event says about who the person is.
  enum PresentedCredential {
    case identity(PresentedIdentity)
    /// The address and password of an existing account.
    case password(EmailAddress, String)
    case newPassword(NewPasswordAccount)
    case mail(displayName: String?)
    /// The challenge of `passkey-options`, and the answer to its options.
    case passkey(NewPasskey, displayName: String?)
    /// The session of the call.
    case session
  }

  /// The members of an event that say who the person is. At most one is given.
  enum CredentialMember: String, CaseIterable {
    case identity, password, newPassword, byMail, passkey

    static func all(in data: Fields) -> [Self] {
      allCases.filter { $0 == .byMail ? data.flag($0.rawValue) : data.has($0.rawValue) }
    }

    /// Nil if the ID token names its provider.
    var method: SignInMethod? {
      switch self {
      case .identity: nil
      case .password, .newPassword: .password
      case .passkey: .passkey
      case .byMail: .mailedCode
      }
    }
  }

  static func credential(in data: Fields) throws(Problem) -> PresentedCredential {
    let name = data.optionalText("displayName")
    switch CredentialMember.all(in: data).first {
    case .identity: return .identity(try data.fields("identity").presentedIdentity())
    case .password: return .password(try data.email("email"), try data.text("password"))
    case .newPassword: return .newPassword(try NewPasswordAccount(data))
    case .passkey:
      let passkey = try data.fields("passkey")
      let new = NewPasskey(challenge: try passkey.challenge("challenge"), credential: passkey.json("credential") ?? [:])
      return .passkey(new, displayName: name)
    case .byMail: return .mail(displayName: name)
    case nil: return .session
    }
  }

  /// Verifies the credential, before the transaction.
  static func verify(
    _ event: CodeEvent, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Result<VerifiedCredential, Problem> {
    switch event.credential {
    case .identity(let presented):
      return try environment.authentication.idTokens.verified(presented).map(VerifiedCredential.identity)
    case .password(let email, let password):
      // Without a pending invitation no password is verified, so that nobody can guess passwords here.
      guard try event.code.isAcceptable(on: event.device, call, environment) else {
        return .success(.password(PasswordCheck(.email(email), GuessedAccount(email))))
      }
      return .success(
        .password(try PasswordCheck.verifying(password, of: .email(email), on: event.device, call, environment)))
    case .newPassword(let new):
      try environment.policy.requirePasswords()
      let isAcceptable = try event.code.isAcceptable(on: event.device, call, environment)
      return .success(
        .newPassword(new, hash: isAcceptable ? try environment.authentication.passwordHasher.hash(new.password) : ""))
    case .mail(let name): return .success(.mail(displayName: name))
    case .passkey(let passkey, let name): return .success(.passkey(passkey, displayName: name))
    case .session: return .success(.session(hasCode: true))
    }
  }
}

extension AcceptInvitation {
  /// The verified credential. It is verified before the transaction, which must not wait for keys or a hash.
  enum VerifiedCredential {
    case identity(Identity)
    /// The password of an existing account.
    case password(PasswordCheck)
    case newPassword(NewPasswordAccount, hash: String)
    /// Nothing but the mailed code, for a new account without a password.
    case mail(displayName: String?)
    /// A new passkey, for a new account without a password.
    case passkey(NewPasskey, displayName: String?)
    /// The session of the call.
    /// - Parameter hasCode: whether the event has the code, and not only the id of an invitation to a proven address.
    case session(hasCode: Bool)
  }
}

extension AcceptInvitation.VerifiedCredential {
  /// The account whose password is tried; nil for other credentials.
  var guessed: GuessedAccount? { if case .password(let check) = self { check.guessed } else { nil } }

  /// The stored form, without secrets; nil for a new account, which has no second factor, and for a session.
  var stored: JSON? {
    switch self {
    case .identity(let identity): ["identity": identity.stored]
    case .password(let check): ["password": check.stored]
    case .newPassword, .mail, .passkey, .session: nil
    }
  }

  init(stored: Fields) throws(Problem) {
    self =
      if let identity = stored.optionalFields("identity") {
        .identity(try Identity(stored: identity))
      } else {
        .password(try PasswordCheck(stored: try stored.fields("password")))
      }
  }
}

extension AcceptInvitation {
  /// The event with its verified credential.
  package struct Verified: VerifiedEvent {
    let code: PresentedCode
    let credential: VerifiedCredential
    let statement: StatedConsent
    let device: Device?

    init(_ event: CodeEvent, _ credential: VerifiedCredential) {
      (code, statement, device) = (event.code, event.statement, event.device)
      self.credential = credential
    }

    package init(_ data: Fields) throws(Problem) {
      code = try data.presentedCode("code")
      credential = try VerifiedCredential(stored: data)
      statement = try data.statement()
      device = try data.optionalDevice("device")
    }

    package var json: JSON {
      let members: JSON = .object(["code": JSON(code.text), "device": device?.stored])
      return (credential.stored ?? [:]).merging(members).merging(statement.members)
    }
  }
}
