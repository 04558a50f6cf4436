// SPDX-License-Identifier: Apache-2.0

/// How people sign in: with an identity provider of the policy, or in one of Vestibule's own ways. Events, results and
/// the audit log call it `provider`.
package struct SignInMethod: Equatable, Sendable {
  /// The provider's name in the policy, or that of an own way.
  package let name: String

  package init(_ name: String) { self.name = name }

  package static let password = SignInMethod("password")
  /// A code that is mailed to the person's address.
  package static let mailedCode = SignInMethod("email")
  package static let passkey = SignInMethod("passkey")
  package static let apple = SignInMethod("apple")

  /// Those that are not identity providers.
  package static let own = [password, mailedCode, passkey]

  /// The name in texts.
  package var displayName: String {
    // Not a Substring (Sources/README.md, "Conformances at start-up").
    name.prefix(1).uppercased() + String(name.dropFirst())
  }
}
