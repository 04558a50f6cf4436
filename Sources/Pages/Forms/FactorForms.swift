// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Identity
import Storage

// The forms of second factors and passkeys. `partials/passkey.html` has the form of a passkey: its script passes the
// options to the browser, and the browser's answer to the field `credential`.

extension PageRequest {
  /// Whether this page can use passkeys with a function.
  func takesPasskeys<F: Function>(for function: F.Type) -> Bool {
    environment.policy.takesPasskeys(for: function, at: publicURL)
  }

  /// The answer of an authenticator. The schema refuses a text that is not JSON.
  var credential: JSON? { text("credential").map { (try? JSON(parsing: $0)) ?? .string($0) } }
}

/// The form of a passkey, `partials/passkey.html`.
struct PasskeyForm: PageModel {
  /// The method of `navigator.credentials`.
  enum Ceremony: String { case create, get }

  let ceremony: Ceremony
  let options: JSON
  /// The `action` of the form.
  let formAction: String
  /// Whether the browser asks at once, because the person has just chosen it.
  let starts: Bool
  /// Whether the browser only offers passkeys in the field of the name.
  var isConditional = false
  var challenge: String?
  var factorID: String?

  static let variables: [PageVariable<Self>] = [
    .object(
      "passkey", .text("ceremony") { $0.ceremony.rawValue }, .text("options") { $0.options.text },
      .text("formAction") { $0.formAction }, .flag("starts") { $0.starts },
      .flag("isConditional") { $0.isConditional }),
    .text("challenge") { $0.challenge }, .text("factorId") { $0.factorID },
  ]
}

extension PasskeyForm {
  /// The form of a sign-in.
  /// - Parameter begun: the result of `passkey-options`.
  init(begun: JSON, isConditional: Bool = false) {
    self.init(
      ceremony: .get, options: begun["options"] ?? [:], formAction: "use-passkey", starts: !isConditional,
      isConditional: isConditional, challenge: begun["challenge"]?.string)
  }
}

// MARK: A sign-in with a passkey

extension PageRequest {
  /// The form with which a browser offers passkeys in the field of the name, before the person has chosen a method
  /// (WebAuthn Level 3, "conditional mediation"); nil if there is none. Without it the page has the other methods.
  var offeredPasskey: PasskeyForm? {
    get throws(Problem) {
      guard takesPasskeys(for: PasskeyOptions.self), takesPasskeys(for: SignIn.self) else { return nil }
      do throws(Problem) {
        return PasskeyForm(begun: try perform(PasskeyOptions.self), isConditional: true)
      } catch {
        // Such as too many challenges for one address.
        guard error.isRefusal else { throw error }
        return nil
      }
    }
  }

  /// The event of `sign-in`.
  var passkeyLogin: JSON {
    let passkey = texts("challenge").merging(.object(["credential": credential ?? .null]))
    return texts("as").merging(["passkey": passkey])
  }
}

// MARK: The challenge of a second factor

extension PageRequest {
  /// The challenge of the form, if it can still be answered.
  var openChallenge: FactorChallenge? {
    get throws(Problem) {
      guard let challenge = try? data.challenge("challenge") else { return nil }
      do throws(Problem) {
        return try environment.read(call) { (decision) throws(Problem) in
          FactorChallenge(try decision.challenges.output(ofChallenge: challenge).json)
        }
      } catch {
        guard error.code == .codeExpired else { throw error }
        return nil
      }
    }
  }

  /// The event of `answer-challenge`. Six digits are a code of an app, and anything else is a recovery code.
  var factor: JSON {
    get throws(Problem) {
      if let credential {
        let id = try factorID(of: credential).map(JSON.string)
        return texts("challenge").merging(.object(["credential": credential, "factorId": id]))
      }
      let code = text("code") ?? ""
      let digits = code.filter { !$0.isWhitespace }
      guard digits.count == 6, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else {
        return texts("challenge").merging(["recoveryCode": .string(code)])
      }
      return texts("challenge", "factorId").merging(["code": .string(digits)])
    }
  }

  /// The factor that a passkey is; nil if it is unknown.
  private func factorID(of credential: JSON) throws(Problem) -> String? {
    guard let id = try? PublicKeyCredential(credential).id else { return nil }
    return try environment.readAtOnce(call) { (decision) throws(Problem) in
      try decision.factors.id(ofPasskey: id)
    }
  }
}

/// The forms with which a person answers a challenge.
struct FactorForm: PageModel {
  let challenge: FactorChallenge
  let request: PageRequest

  private var apps: [FactorChallenge.Choice] { challenge.factors.filter { $0.type == .totp } }

  static let variables: [PageVariable<Self>] = [
    .text("challenge") { $0.challenge.code }, .flag("hasApps") { !$0.apps.isEmpty },
    // With several factors an answer says which one it is of.
    .text("onlyApp") { $0.apps.count == 1 && $0.challenge.factors.count > 1 ? $0.apps[0].id : nil },
    .object("apps", .list("items") { $0.choices }), .all { $0.passkey },
  ]

  private var passkey: PasskeyForm? {
    guard request.takesPasskeys(for: AnswerChallenge.self), let options = challenge.options else { return nil }
    return PasskeyForm(ceremony: .get, options: options, formAction: "factor", starts: false)
  }

  /// The apps among which the person chooses; nil if there is no choice.
  private var choices: [AppChoice]? {
    guard apps.count > 1 else { return nil }
    return apps.map { AppChoice(app: $0, isChosen: $0.id == request.text("factorId")) }
  }

  private struct AppChoice: PageModel {
    let app: FactorChallenge.Choice
    let isChosen: Bool

    static let variables: [PageVariable<Self>] = [
      .text("id") { $0.app.id }, .text("name") { $0.app.name }, .flag("isChosen") { $0.isChosen },
    ]
  }
}
