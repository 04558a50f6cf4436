// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions

/// The page that creates an account, with a password or at a provider, in a role that the policy allows for sign-up.
package enum SignUpPage: BrowserPage {
  package static let name = "sign-up-page"
  package static let page = "sign-up"
  package static let path = "account/sign-up"
  package static let asksTimeZone = true
  package static let asksForPassword = true
  package static let repeated = PersonForm.repeated + ["email", "role"]
  package static let identifying = ["as", "return"]

  package static func asksForConsent(_ request: PageRequest) -> Bool { request.form(Form.self) == .signUp }

  package static var beginning: String? { Section.isAsked.rawValue }

  private enum Section: String, PageFlag { case isAsked, isClosed }

  private enum Form: String {
    case provider
    case signUp = "sign-up"
  }

  package static var variables: [String] {
    [Section.names, SignInMethods.names, AppNeeded.names, AskedPerson.names, AskedRole.names]
      + PageVariables.ofPasswords
      + form(
        errors: "role", "email", "password", "displayName", "username", "phone", "birthDate", "guardianEmail", "version"
      )
  }

  package static func show(_ request: PageRequest) throws(Problem) -> PageResponse {
    let roles = request.environment.policy.roles.signUp
    guard !roles.isEmpty else { return PageResponse(Section.isClosed) }
    let chosen = request.text("role") ?? request.text("as")
    // The role is asked for only if neither the policy nor the link decides it.
    let isAsked = roles.count > 1 && !roles.contains(request.text("as") ?? "")
    let environment = request.environment
    let methods = try SignInMethods.ofNewAccounts(environment)
    let needsApp = AppNeeded(
      isForNewAccounts: methods.isEmpty, isForAll: try SignInMethods(environment, by: SignIn.self).isEmpty)
    return try request.page(
      Section.isAsked, methods, needsApp, PersonForm(request: request).askedOfNewAccount(),
      AskedRole(choices: isAsked ? try request.choices(of: roles, chosen: chosen) : nil))
  }

  package static func act(_ request: PageRequest) throws(Problem) -> PageResponse {
    let roles = request.environment.policy.roles.signUp
    let role = request.text("role") ?? request.text("as") ?? (roles.count == 1 ? roles[0] : "")
    switch request.form(Form.self) {
    case .signUp:
      let event = request.texts("email", "password").merging(PersonForm(request: request).members)
      return try SignInPage.signedIn(request, try request.perform(SignUp.self, event.merging(["role": .string(role)])))
    case .provider: return try request.beginning(.signIn(role: role.isEmpty ? nil : role))
    case nil: return try show(request)
    }
  }
}

/// What people can do only in the app.
private struct AppNeeded: PageModel {
  let isForNewAccounts: Bool
  /// Whether they sign in there too.
  let isForAll: Bool

  static let variables: [PageVariable<Self>] = [
    .flag("needsApp") { $0.isForNewAccounts }, .flag("needsAppToSignIn") { $0.isForAll },
  ]
}

/// The field of the role; nil if it is not asked.
private struct AskedRole: PageModel {
  let choices: [RoleChoice]?

  static let variables: [PageVariable<Self>] = [.object("roles", .list("items") { $0.choices })]
}
