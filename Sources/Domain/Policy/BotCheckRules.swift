// SPDX-License-Identifier: Apache-2.0

/// The policy's `botCheck`: which functions need the token of a vendor that tells people from bots.
package struct BotCheckRules: Sendable {
  /// A vendor with a `siteverify` interface.
  package enum Provider: String, Sendable, CaseIterable { case turnstile, hcaptcha, recaptcha }

  package let provider: Provider
  package let functions: [String]
  /// The lowest accepted score of reCAPTCHA v3.
  package let minimumScore: Double
  /// Whether events are accepted while the vendor cannot be reached.
  package let allowsWhenUnavailable: Bool

  /// - Throws: `service/misconfigured` if the vendor is unknown.
  init(_ json: JSON) throws(Problem) {
    guard let provider = Provider(rawValue: json["provider"]?.string ?? "") else {
      throw .misconfigured("POLICY_FILE", "/botCheck/provider: is unknown")
    }
    self.provider = provider
    let named = json["functions"]?.array?.compactMap(\.string) ?? []
    // They sign in too.
    functions = named + (named.contains("sign-in") ? ["restore-account", "sign-in-with-apple"] : [])
    minimumScore = json["minimumScore"]?.double ?? 0.5
    allowsWhenUnavailable = json["whenUnavailable"] == "allow"
  }
}

extension Policy {
  /// The rules of `botCheck`, if they protect a function; nil for others.
  package func botCheck(of function: String) -> BotCheckRules? {
    botCheck.flatMap { $0.functions.contains(function) ? $0 : nil }
  }
}
