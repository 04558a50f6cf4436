// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Identity

/// The sign-in methods of the policy that a page offers.
struct SignInMethods: PageModel {
  var hasPassword: Bool
  let hasCodes: Bool
  let hasSignUp: Bool
  let hasPasskeys: Bool
  let providers: [Provider]

  static let variables: [PageVariable<Self>] = [
    .flag("hasPassword") { $0.hasPassword }, .flag("hasCodes") { $0.hasCodes },
    .flag("hasForm") { $0.hasPassword || $0.hasCodes }, .flag("hasSignUp") { $0.hasSignUp },
    .flag("hasOtherWays") { !$0.providers.isEmpty || $0.hasPasskeys }, .flag("hasPasskeys") { $0.hasPasskeys },
    .flag("hasProviders") { !$0.providers.isEmpty },
    .list("providers") { $0.providers.map(OfferedProvider.init) },
  ]

  /// - Parameter function: the function that takes what a provider answers.
  init<F: Function>(_ request: PageRequest, by function: F.Type) throws(Problem) {
    let policy = request.environment.policy
    hasPassword = request.takesPasswords(for: function)
    hasCodes =
      policy.hasSignInCodes && !request.isProtected(SignIn.self) && !request.isProtected(RequestSignIn.self)
    hasSignUp = !policy.roles.signUp.isEmpty
    hasPasskeys = request.takesPasskeys(for: PasskeyOptions.self) && request.takesPasskeys(for: SignIn.self)
    providers = request.isProtected(function) ? [] : try request.offeredProviders
  }
}

/// A provider with the mark of its brand, `partials/provider-mark.html`.
struct OfferedProvider: PageModel {
  let provider: Provider

  static let variables: [PageVariable<Self>] = [
    .text("name") { $0.provider.name }, .text("label") { $0.provider.method.displayName },
    .json("mark", members: ["google", "apple", "microsoft", "facebook"]) {
      .object(JSON.Members([($0.provider.name, true)]))
    },
  ]
}

extension PageRequest {
  /// Whether the policy has passwords, and no check for bots that pages cannot pass.
  func takesPasswords<F: Function>(for function: F.Type) -> Bool {
    environment.policy.password != nil && !isProtected(function)
  }

  /// Whether the policy protects a function by a check for bots, which pages do not have.
  func isProtected<F: Function>(_ function: F.Type) -> Bool {
    environment.policy.botCheck(of: F.name) != nil
  }
}

extension Policy {
  /// - Throws: `auth/bot-suspected` if a check for bots, which pages do not have, protects the function.
  func requireUnprotected<F: Function>(_ function: F.Type) throws(Problem) {
    guard botCheck(of: F.name) != nil else { return }
    var problem = Problem(
      .botSuspected, "the policy protects \(F.name) by a check for bots, which pages do not have")
    problem.variant = "page"
    throw problem
  }
}
