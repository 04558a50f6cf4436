// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

extension SignIn {
  /// How an event proves who the person is.
  enum Proof {
    /// The challenge of `passkey-options`, and the answer of the authenticator. The transaction verifies it.
    case passkey(challenge: [UInt8], credential: JSON)
    case credential(PresentedCredential)
  }

  /// What an event without a passkey says about who the person is.
  ///
  /// `AcceptInvitation` and `Reauthenticate` have such a type too, and one for the verified credential. They share the
  /// verifiers (`environment.authentication`, `PasswordCheck`), but not the cases: with one type for all, each function
  /// would have to refuse the credentials that its events cannot have.
  enum PresentedCredential {
    case identity(PresentedIdentity)
    case password(PasswordLogin, String)
    case code(SignInCode)
    /// The code of the mail about a deletion.
    case deletionCode(String)
    /// An account that has proven who it is before, with what may be used once.
    case account(String, SingleUseToken)

    /// Whether a failed attempt counts for the limits of sign-ins. A mailed code has its own five attempts, so
    /// nobody is locked out of their password.
    var countsAsGuess: Bool {
      switch self {
      case .code, .account: false
      case .identity, .password, .deletionCode: true
      }
    }
  }

  /// The member of an event that says who the person is.
  enum CredentialMember: String, CaseIterable {
    case identity, code, passkey, password

    init(in data: Fields) { self = Self.allCases.first { data.has($0.rawValue) } ?? .password }

    /// The members of a credential that do not go with this one: what they say would be ignored.
    private var excluded: [String] {
      switch self {
      case .identity: ["code", "passkey", "email", "username", "password"]
      case .code: ["passkey", "username", "password"]
      case .passkey: ["email", "username", "password"]
      case .password: []
      }
    }

    /// The fields of an event that do not go with its credential.
    static func mixed(in data: Fields) -> [Problem.Field] {
      let member = Self(in: data)
      return member.excluded.filter(data.has).map {
        Problem.Field(pointer: "/\($0)", detail: "does not go with \(member.rawValue)")
      }
    }
  }

  static func proof(in data: Fields) throws(Problem) -> Proof {
    switch CredentialMember(in: data) {
    case .identity: return .credential(.identity(try data.fields("identity").presentedIdentity()))
    case .code: return .credential(.code(SignInCode(email: try data.email("email"), text: try data.text("code"))))
    case .passkey:
      let passkey = try data.fields("passkey")
      return .passkey(challenge: try passkey.challenge("challenge"), credential: passkey.json("credential") ?? .null)
    case .password: return .credential(.password(try data.passwordLogin(), try data.text("password")))
    }
  }

  /// The verified credential. It is verified before the transaction, which must not wait for keys or a hash.
  enum VerifiedCredential {
    case identity(Identity)
    case password(PasswordCheck)
    /// A code is verified in the transaction, because it can be used once.
    case code(SignInCode)
    case deletionCode(String)
    case account(String, SingleUseToken)
  }

  /// The event with its verified credential.
  package struct Verified: VerifiedEvent {
    let credential: VerifiedCredential
    let tokenPlace: String
    let role: String?
    let statement: StatedConsent
    let device: Device?
    let restores: Bool
  }

  static func verify(
    _ credential: PresentedCredential, on device: Device?, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Result<VerifiedCredential, Problem> {
    switch credential {
    case .identity(let presented):
      return try environment.authentication.idTokens.verified(presented).map(VerifiedCredential.identity)
    case .password(let login, let password):
      return .success(.password(try PasswordCheck.verifying(password, of: login, on: device, call, environment)))
    case .code(let code):
      if code.purpose == .signIn { try environment.policy.requireSignInCodes() }
      return .success(.code(code))
    case .deletionCode(let code): return .success(.deletionCode(code))
    case .account(let id, let token): return .success(.account(id, token))
    }
  }
}

extension Result where Success == SignIn.VerifiedCredential {
  /// The account whose password is tried; nil for other credentials.
  var guessed: GuessedAccount? {
    if case .success(.password(let check)) = self { check.guessed } else { nil }
  }
}

extension SignIn.Verified {
  init(_ event: SignIn.Event, _ credential: SignIn.VerifiedCredential) {
    self.init(
      credential: credential, tokenPlace: event.tokenPlace, role: event.role, statement: event.statement,
      device: event.device,
      restores: event.restores)
  }

  package init(_ data: Fields) throws(Problem) {
    let credential: SignIn.VerifiedCredential =
      if let identity = data.optionalFields("identity") {
        .identity(try Identity(stored: identity))
      } else if let code = data.optionalFields("code") {
        .code(try SignInCode(stored: code))
      } else if let code = data.optionalText("deletionCode") {
        .deletionCode(code)
      } else {
        .password(try PasswordCheck(stored: try data.fields("password")))
      }
    self.init(
      credential: credential, tokenPlace: try data.text("tokenPlace"), role: data.optionalText("as"),
      statement: try data.statement(), device: try data.optionalDevice("device"), restores: data.flag("restore"))
  }

  package var json: JSON {
    let verified: JSON =
      switch credential {
      case .identity(let identity): ["identity": identity.stored]
      case .password(let check): ["password": check.stored]
      case .code(let code): ["code": code.stored]
      case .deletionCode(let code): ["deletionCode": .string(code)]
      // It never waits for a challenge, because its clients get a session that awaits the second factor.
      case .account: [:]
      }
    let members: JSON = .object([
      "tokenPlace": JSON(tokenPlace), "as": role.map(JSON.string), "device": device?.stored,
      "restore": restores ? true : nil,
    ])
    return verified.merging(members).merging(statement.members)
  }
}
