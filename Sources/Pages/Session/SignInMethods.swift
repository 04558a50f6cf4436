// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions

extension PageRequest {
  /// The sign-in methods of the policy that a page offers, as variables.
  /// - Parameter function: the function that takes what a provider answers.
  func signInMethods<F: Function>(by function: F.Type) throws(Problem) -> JSON {
    let providers = isProtected(function) ? [] : try offeredProviders
    let hasPassword = takesPasswords(for: function)
    let hasCodes =
      environment.policy.hasSignInCodes && !isProtected(SignIn.self) && !isProtected(RequestSignIn.self)
    return .object([
      "hasPassword": .bool(hasPassword), "hasCodes": .bool(hasCodes), "hasForm": .bool(hasPassword || hasCodes),
      "hasSignUp": .bool(!environment.policy.roles.signUp.isEmpty),
      "providers": Self.variables(of: providers), "hasProviders": providers.isEmpty ? nil : true,
      "hasPasskeys": .bool(takesPasskeys(for: PasskeyOptions.self) && takesPasskeys(for: SignIn.self)),
    ])
  }

  /// Whether the policy has passwords, and no check for bots that pages cannot pass.
  func takesPasswords<F: Function>(for function: F.Type) -> Bool {
    environment.policy.password != nil && !isProtected(function)
  }

  /// Whether the policy protects a function by a check for bots, which pages do not have.
  func isProtected<F: Function>(_ function: F.Type) -> Bool {
    environment.policy.botCheck?.functions.contains(F.name) ?? false
  }
}
