// SPDX-License-Identifier: Apache-2.0

/// The rules of a policy for the data of accounts: for what people type when they sign up, and what they change later.
package struct AccountRules: Sendable {
  package let roles: Roles
  package let email: EmailRules
  package let profile: ProfileRules
  /// The rules for passwords; nil if the policy does not enable passwords.
  package let password: PasswordRules?
  package let consent: ConsentRules

  /// The policy's `roles`: the roles of inviters and invitees, and who may sign up.
  package struct Roles: Sendable {
    package let inviter: String
    package let invitee: String
    /// Roles that a person may take without an invitation.
    package let signUp: [String]
    /// The role of a stored account that has none.
    package let legacy: String?

    /// Every role that an account can have, each once, in the order of the policy.
    package var all: [String] {
      ([inviter, invitee] + signUp + [legacy].compactMap(\.self)).reduce(into: []) { roles, role in
        if !roles.contains(role) { roles.append(role) }
      }
    }
  }

  /// The policy's `email`: the allowed domains, and whether an address must be verified.
  package struct EmailRules: Sendable {
    /// In ASCII, like the domains of addresses that they are compared with. Nil allows any domain.
    package let allowedDomains: [String]?
    package let verificationRequired: Bool

    package init(allowedDomains: [String]?, verificationRequired: Bool) {
      self.allowedDomains = allowedDomains
      self.verificationRequired = verificationRequired
    }

    /// Whether a new account may have the address.
    package func allows(_ email: EmailAddress) -> Bool {
      allowedDomains?.contains(email.asciiDomain) ?? true
    }
  }

  /// Whether an account must have a value, as the policy's `profile` says, or cannot have it (`off`).
  package enum Presence: String, Sendable { case required, optional, off }
}

/// Why the rules of a policy cannot be used.
package struct PolicyFault: Error, Sendable {
  /// The place in the policy, and what is wrong there.
  package let detail: String

  init(_ detail: String) { self.detail = detail }
}

extension AccountRules {
  /// Reads the rules of a policy that has passed its schema, with defaults filled in.
  package init(_ json: JSON) throws(PolicyFault) {
    func strings(_ value: JSON?) -> [String]? { value?.array?.compactMap(\.string) }
    roles = Roles(
      inviter: json["roles"]?["inviter"]?.string ?? "", invitee: json["roles"]?["invitee"]?.string ?? "",
      signUp: strings(json["roles"]?["signUp"]) ?? [], legacy: json["roles"]?["legacy"]?.string)
    guard roles.inviter.isEmpty || roles.inviter != roles.invitee else {
      throw PolicyFault("/roles/invitee: should not be the inviter's role")
    }
    email = EmailRules(
      allowedDomains: try strings(json["email"]?["allowedDomains"])?.map(Self.domain),
      verificationRequired: json["email"]?["verification"] == "required")
    profile = try ProfileRules(json["profile"])
    password = (json["providers"]?["password"]).map(PasswordRules.init)
    consent = ConsentRules(json["consent"])
  }

  private static func domain(_ text: String) throws(PolicyFault) -> String {
    guard let ascii = DomainName.host(text) else {
      throw PolicyFault("/email/allowedDomains: \"\(text)\" is not a domain such as example.com")
    }
    return ascii
  }
}
