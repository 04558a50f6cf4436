// SPDX-License-Identifier: Apache-2.0

/// The policy's `factors`: the kinds of second factors, and who needs one.
package struct FactorRules: Sendable {
  /// Whether people may enroll an app that makes codes (RFC 6238).
  package let totp: Bool
  /// The app as a relying party of WebAuthn; nil if passkeys are off.
  package let passkey: PasskeyRules?
  /// Roles whose accounts can use nothing without a second factor.
  package let requiredFor: [String]

  /// The policy's `factors.passkey`.
  package struct PasskeyRules: Sendable {
    /// The domain that passkeys belong to.
    package let relyingPartyID: String
    /// Where the ceremonies may happen, such as `https://example.org` or `android:apk-key-hash:…`.
    package let origins: [String]
  }

  /// - Throws: `service/misconfigured` if a role needs a factor and none is on or is none of the policy's, or if
  ///   browsers refuse an origin.
  init(_ json: JSON?, _ roles: Policy.Roles) throws(Problem) {
    func strings(_ value: JSON?) -> [String] { value?.array?.compactMap(\.string) ?? [] }
    totp = json?["totp"]?.bool ?? false
    requiredFor = strings(json?["requiredFor"])
    passkey =
      if let settings = json?["passkey"], settings.members != nil {
        try PasskeyRules(relyingPartyID: settings["rpID"]?.string ?? "", checkedOrigins: strings(settings["origins"]))
      } else { nil }
    if let unknown = requiredFor.first(where: { !roles.all.contains($0) }) {
      throw .misconfigured("POLICY_FILE", "/factors/requiredFor: \"\(unknown)\" is not a role of /roles")
    }
    guard requiredFor.isEmpty || totp || passkey != nil else {
      throw .misconfigured("POLICY_FILE", "/factors/requiredFor: no kind of factor is on")
    }
  }
}

extension FactorRules.PasskeyRules {
  /// - Throws: `service/misconfigured` if an origin of a website is not at the domain (WebAuthn, section 5.1.3).
  fileprivate init(relyingPartyID: String, checkedOrigins origins: [String]) throws(Problem) {
    guard relyingPartyID == "localhost" || DomainName.isHostName(relyingPartyID) else {
      throw .misconfigured("POLICY_FILE", "/factors/passkey/rpID: should be a domain such as example.com")
    }
    for (index, origin) in origins.enumerated() {
      guard let host = Self.host(of: origin), host != relyingPartyID, !host.hasSuffix(".\(relyingPartyID)") else {
        continue
      }
      throw .misconfigured("POLICY_FILE", "/factors/passkey/origins/\(index): should be at \(relyingPartyID)")
    }
    self.init(relyingPartyID: relyingPartyID, origins: origins)
  }

  /// The host of a website's origin; nil for an app.
  private static func host(of origin: String) -> Substring? {
    for scheme in ["https://", "http://"] where origin.hasPrefix(scheme) {
      return origin.dropFirst(scheme.count).prefix { $0 != ":" && $0 != "/" }
    }
    return nil
  }
}
