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
  package static let repeated = PersonForm.repeated + ["email"]
  package static let identifying = ["as", "return"]

  package static func show(_ request: PageRequest) throws(Problem) -> PageResponse {
    let roles = request.environment.policy.roles.signUp
    guard !roles.isEmpty else { return PageResponse("isClosed") }
    let chosen = request.text("role") ?? request.text("as")
    // The role is asked for only if neither the policy nor the link decides it.
    let isAsked = roles.count > 1 && !roles.contains(request.text("as") ?? "")
    let names = try request.environment.messages.roles(request.call.language)
    let options = roles.map { role -> JSON in
      ["value": .string(role), "label": names[role] ?? .string(role), "isChosen": .bool(role == chosen)]
    }
    return PageResponse(
      "isAsked",
      try request.signInMethods(by: SignIn.self).merging([
        "person": PersonForm(request: request).variables(),
        "hasPassword": .bool(request.takesPasswords(for: SignUp.self)),
        "roles": isAsked ? ["items": .array(options)] : .null,
      ]))
  }

  package static func act(_ request: PageRequest) throws(Problem) -> PageResponse {
    let roles = request.environment.policy.roles.signUp
    let role = request.text("role") ?? request.text("as") ?? (roles.count == 1 ? roles[0] : "")
    switch request.action {
    case "sign-up":
      let event = request.texts("email", "password").merging(PersonForm(request: request).members)
      return try SignInPage.signedIn(request, try request.perform(SignUp.self, event.merging(["role": .string(role)])))
    case "provider": return try request.beginning(.signIn(role: role.isEmpty ? nil : role))
    default: return try show(request)
    }
  }
}
