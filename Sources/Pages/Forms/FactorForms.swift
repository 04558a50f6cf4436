// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Identity
import Storage

// The forms of second factors and passkeys. `partials/passkey.html` has the form of a passkey: its script passes the
// options to the browser, and the browser's answer to the field `credential`.

extension PageRequest {
  /// Whether a page can use passkeys with a function: the policy has them for the origin of the pages, and no check for
  /// bots that pages cannot pass.
  func takesPasskeys<F: Function>(for function: F.Type) -> Bool {
    let origins = environment.policy.factors.passkey?.origins ?? []
    return origins.contains(FormToken.origin(of: publicURL)) && !isProtected(function)
  }

  /// The variables of a passkey's form.
  /// - Parameters:
  ///   - ceremony: the method of `navigator.credentials`: `create` or `get`.
  ///   - starts: whether the browser asks at once, because the person has just chosen it.
  ///   - isConditional: whether the browser only offers passkeys in the field of the name.
  static func passkeyForm(
    _ ceremony: String, _ options: JSON, action: String, starts: Bool, isConditional: Bool = false
  ) -> JSON {
    [
      "passkey": [
        "ceremony": .string(ceremony), "options": .string(options.text), "formAction": .string(action),
        "starts": .bool(starts), "isConditional": .bool(isConditional),
      ]
    ]
  }

  /// The answer of an authenticator. What is not JSON is refused by the schema.
  var credential: JSON? { text("credential").map { (try? JSON(parsing: $0)) ?? .string($0) } }
}

// MARK: A sign-in with a passkey

extension PageRequest {
  /// - Parameter begun: the result of `passkey-options`.
  func passkeyForm(_ begun: JSON) -> JSON {
    Self.passkeyForm("get", begun["options"] ?? [:], action: "use-passkey", starts: true)
      .merging(.object(["challenge": begun["challenge"]]))
  }

  /// The form with which a browser offers passkeys in the field of the name, before the person has chosen a method
  /// (WebAuthn Level 3, "conditional mediation"). Without it the page has the other methods.
  var offeredPasskey: JSON {
    get throws(Problem) {
      guard takesPasskeys(for: PasskeyOptions.self), takesPasskeys(for: SignIn.self) else { return [:] }
      let begun: JSON
      do throws(Problem) { begun = try perform(PasskeyOptions.self) } catch {
        // Such as too many challenges for one address.
        guard error.isRefusal else { throw error }
        return [:]
      }
      return Self.passkeyForm(
        "get", begun["options"] ?? [:], action: "use-passkey", starts: false, isConditional: true
      ).merging(.object(["challenge": begun["challenge"]]))
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
  /// The challenge of the form, if it can still be answered: the result of the function that gave it.
  var openChallenge: JSON? {
    get throws(Problem) {
      guard let challenge = try? data.challenge("challenge") else { return nil }
      do throws(Problem) {
        return try environment.read(call) { (decision) throws(Problem) in
          try decision.challenges.output(ofChallenge: challenge)
        }.json
      } catch {
        guard error.code == .codeExpired else { throw error }
        return nil
      }
    }
  }

  /// The variables of the forms with which a person answers a challenge.
  /// - Parameter question: the result that contains the challenge.
  func factorForm(_ question: JSON) -> JSON {
    let factors = question["factors"]?.array ?? []
    let apps = factors.filter { $0["type"] == "totp" }
    let options = takesPasskeys(for: AnswerChallenge.self) ? question["options"] : nil
    return .object([
      "challenge": question["challenge"], "hasApps": .bool(!apps.isEmpty),
      // With several factors an answer says which one it is of.
      "onlyApp": apps.count == 1 && factors.count > 1 ? apps[0]["id"] : nil,
      "apps": apps.count < 2
        ? nil
        : [
          "items": .array(
            apps.map { app in
              .object(["id": app["id"], "name": app["name"], "isChosen": .bool(app["id"]?.string == text("factorId"))])
            })
        ],
    ]).merging(options.map { Self.passkeyForm("get", $0, action: "factor", starts: false) } ?? [:])
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
    guard let id = try? PresentedCredential(credential).id else { return nil }
    return try environment.store.readAtOnce { (transaction) throws(Problem) in
      try transaction.factors.find(credentialID: id.base64URL)?.id
    }
  }
}
