// SPDX-License-Identifier: Apache-2.0

import Domain

/// What authenticates people: it verifies ID tokens, passwords and access tokens, and issues access tokens.
package struct Authentication {
  /// Verifies the ID tokens of providers.
  package let idTokens: IDTokenVerifier
  /// The sign-ins of pages at providers.
  package let codeFlow: CodeFlow
  /// Issues and verifies the access tokens of sessions.
  package let accessTokens: AccessTokens
  package let passwordHasher: PasswordHasher
  /// Whether a password, in lower case, is in the list of common passwords.
  package let isCommonPassword: (String) throws(Problem) -> Bool

  package init(
    idTokens: IDTokenVerifier, codeFlow: CodeFlow, accessTokens: AccessTokens, passwordHasher: PasswordHasher,
    isCommonPassword: @escaping (String) throws(Problem) -> Bool
  ) {
    (self.idTokens, self.codeFlow, self.accessTokens) = (idTokens, codeFlow, accessTokens)
    (self.passwordHasher, self.isCommonPassword) = (passwordHasher, isCommonPassword)
  }
}
