// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain
import Identity

extension Settings {
  /// The verifier of the policy's `botCheck`; nil if the policy has none.
  /// - Throws: `service/misconfigured` for a missing secret or a wrong URL.
  package func botVerifier(_ policy: Policy, traceparent: String? = nil) throws(Problem) -> BotVerifier? {
    guard let rules = policy.botCheck else { return nil }
    guard let secret = try self["BOT_CHECK_SECRET"] else {
      throw .misconfigured("BOT_CHECK_SECRET", "is unset; the policy's botCheck needs the vendor's secret key")
    }
    let (base, path) = rules.provider.siteverify
    return BotVerifier(
      rules, secret: secret, url: try vendorURL("BOT_CHECK_API_URL", base, path, allowsPlain: true),
      hosts: try botCheckHosts(policy), traceparent: traceparent)
  }

  /// The hosts of `PUBLIC_URL` and of the origins that may call functions; nil for any.
  private func botCheckHosts(_ policy: Policy) throws(Problem) -> [String]? {
    guard let url = try self["PUBLIC_URL"], !policy.corsOrigins.contains("*") else { return nil }
    return ([url] + policy.corsOrigins).map { host(ofURL: $0).lowercased() }
  }
}

extension BotCheckRules.Provider {
  /// The documented URL.
  fileprivate var siteverify: (base: String, path: String) {
    switch self {
    case .turnstile: ("https://challenges.cloudflare.com", "/turnstile/v0/siteverify")
    case .hcaptcha: ("https://api.hcaptcha.com", "/siteverify")
    case .recaptcha: ("https://www.google.com", "/recaptcha/api/siteverify")
    }
  }
}
