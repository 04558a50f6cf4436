// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Identity

/// The sign-in methods of the policy that a page offers.
struct SignInMethods: PageModel {
  private(set) var hasPassword: Bool
  private(set) var hasCodes: Bool
  let hasSignUp: Bool
  private(set) var hasPasskeys: Bool
  let providers: [Provider]

  static let variables: [PageVariable<Self>] = [
    .flag("hasPassword") { $0.hasPassword }, .flag("hasCodes") { $0.hasCodes },
    .flag("hasForm") { $0.hasPassword || $0.hasCodes }, .flag("hasSignUp") { $0.hasSignUp },
    .flag("hasOtherWays") { !$0.providers.isEmpty || $0.hasPasskeys }, .flag("hasPasskeys") { $0.hasPasskeys },
    .flag("hasProviders") { !$0.providers.isEmpty },
    .list("providers") { $0.providers.map(OfferedProvider.init) },
  ]

  /// - Parameter function: the function that takes what a provider answers.
  init<F: Function>(_ environment: Environment, by function: F.Type) throws(Problem) {
    let (policy, url) = (environment.policy, try environment.publicURL())
    hasPassword = policy.takesPasswords(for: function)
    hasCodes = policy.hasSignInCodes && !policy.isProtected(SignIn.self) && !policy.isProtected(RequestSignIn.self)
    hasSignUp = !policy.roles.signUp.isEmpty
    hasPasskeys =
      policy.takesPasskeys(for: PasskeyOptions.self, at: url) && policy.takesPasskeys(for: SignIn.self, at: url)
    providers = policy.isProtected(function) ? [] : try environment.authentication.codeFlow.offered(by: policy)
  }

  /// The methods with which `sign-up-page` makes an account: it has no codes and no passkeys.
  static func ofNewAccounts(_ environment: Environment) throws(Problem) -> SignInMethods {
    var methods = try SignInMethods(environment, by: SignIn.self)
    methods.hasPassword = environment.policy.takesPasswords(for: SignUp.self)
    (methods.hasCodes, methods.hasPasskeys) = (false, false)
    return methods
  }

  /// Whether there are none, so that people need the app.
  var isEmpty: Bool { !hasPassword && !hasCodes && !hasPasskeys && providers.isEmpty }

  /// Whether these have a way that a page without codes and passkeys lacks.
  /// - Parameter known: the methods that the page offers.
  func hasMore(than known: SignInMethods) -> Bool {
    hasCodes || hasPasskeys || hasPassword && !known.hasPassword || providers.count > known.providers.count
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

/// The sign-in in a browser.
package enum SignInOnPages {
  /// Whether somebody can sign in, or accept what a code offers, on a page. If not, pages lead to the app.
  package static func isPossible(_ environment: Environment) throws(Problem) -> Bool {
    if try !SignInMethods(environment, by: SignIn.self).isEmpty { return true }
    return try !SignInMethods(environment, by: AcceptInvitation.self).isEmpty
  }
}

extension Policy {
  /// Whether it has passwords, and no check for bots that pages cannot pass.
  fileprivate func takesPasswords<F: Function>(for function: F.Type) -> Bool {
    password != nil && !isProtected(function)
  }

  /// Whether pages can use passkeys with a function: the policy has them for the origin of the pages, and no check for
  /// bots that pages cannot pass.
  /// - Parameter publicURL: that of the pages.
  func takesPasskeys<F: Function>(for function: F.Type, at publicURL: String) -> Bool {
    let origins = factors.passkey?.origins ?? []
    return origins.contains(FormToken.origin(of: publicURL)) && !isProtected(function)
  }

  /// Whether it protects a function by a check for bots, which pages do not have.
  fileprivate func isProtected<F: Function>(_ function: F.Type) -> Bool { botCheck(of: F.name) != nil }

  /// - Throws: `auth/bot-suspected` if a check for bots, which pages do not have, protects the function.
  func requireUnprotected<F: Function>(_ function: F.Type) throws(Problem) {
    guard botCheck(of: F.name) != nil else { return }
    throw Problem(
      .botSuspected, "the policy protects \(F.name) by a check for bots, which pages do not have",
      message: Problem.Message("page"))
  }
}
