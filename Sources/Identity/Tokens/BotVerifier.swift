// SPDX-License-Identifier: Apache-2.0

import Domain
import HTTP

/// Asks the vendor of the policy's `botCheck` about a token. Turnstile ("Validate the token"), hCaptcha ("Verify the
/// user response server side") and reCAPTCHA v3 ("Site verify") document the same interface, `siteverify`.
package struct BotVerifier {
  let rules: BotCheckRules
  let secret: String
  let url: String
  /// The websites on which a token may be made; nil for any.
  let hosts: [String]?
  let traceparent: String?

  /// - Parameter secret: the vendor's secret key (`BOT_CHECK_SECRET`).
  package init(_ rules: BotCheckRules, secret: String, url: String, hosts: [String]?, traceparent: String?) {
    self.rules = rules
    self.secret = secret
    self.url = url
    self.hosts = hosts
    self.traceparent = traceparent
  }

  /// What the vendor says about a token.
  package enum Verdict: Equatable, Sendable {
    case person
    /// The reason is for the log.
    case bot(String)
  }

  /// Asks about a token. A vendor accepts a token once.
  /// - Throws: `service/unavailable` if the vendor does not answer; `service/misconfigured` if it does not accept the
  ///   secret.
  package func verdict(on token: String, for function: String, by deadline: Deadline) throws(Problem) -> Verdict {
    let form = formEncoded([("secret", secret), ("response", token)])
    let response = try HTTPClient().post(url, form: form, traceparent: traceparent, by: deadline)
    // A server before the vendor's refuses a token that no widget makes. This is not an outage.
    if [400, 403, 413, 414, 431].contains(response.status), (try? JSON(parsing: response.body)) == nil {
      return .bot("the vendor answers with status \(response.status)")
    }
    guard response.status < 500, response.status != 429, let answer = try? JSON(parsing: response.body),
      let isAccepted = answer["success"]?.bool
    else {
      throw .unavailable("the bot check has failed", cause: "\(url) answered with status \(response.status)")
    }
    let errors = answer["error-codes"]?.array?.compactMap(\.string) ?? []
    if let error = errors.first(where: ["missing-input-secret", "invalid-input-secret"].contains) {
      throw .misconfigured("BOT_CHECK_SECRET", "\(rules.provider.rawValue) does not accept it: \(error)")
    }
    if errors.contains("internal-error") {
      throw .unavailable("the bot check has failed", cause: "\(url) answered with internal-error")
    }
    guard isAccepted else { return .bot(errors.isEmpty ? "not accepted" : errors.joined(separator: ", ")) }
    return flaw(in: answer, for: function).map(Verdict.bot) ?? .person
  }

  /// Why the answer is not about a person who calls this function; nil if it is.
  private func flaw(in answer: JSON, for function: String) -> String? {
    // A token of another function, or of another website with the same key, could be passed on.
    if let action = text("action", of: answer), !Self.isSame(action, function) { return "the token is for \(action)" }
    // hCaptcha's native SDKs say their own hosts, or `not-provided`.
    if rules.provider != .hcaptcha, let host = text("hostname", of: answer)?.lowercased(), let hosts,
      !hosts.contains(host)
    {
      return "the token is from \(host)"
    }
    // hCaptcha's score is a risk, and only reCAPTCHA v3 has one that rises with trust.
    guard rules.provider == .recaptcha, let score = answer["score"]?.double else { return nil }
    return score < rules.minimumScore ? "its score is \(score)" : nil
  }

  /// Android apps have no hostname, and widgets without an action give an empty one.
  private func text(_ name: String, of answer: JSON) -> String? {
    answer[name]?.string.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// reCAPTCHA's actions have no hyphens, so `sign_up` is the action of `sign-up`.
  private static func isSame(_ action: String, _ function: String) -> Bool {
    let plain = { (text: String) in text.utf8.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: "-") : $0 } }
    return plain(action) == plain(function)
  }
}
