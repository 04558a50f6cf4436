// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Storage

/// The page after a sign-in: what an account still needs before it can be used, and then where to go.
package enum NextPage: BrowserPage {
  package static let name = "next-page"
  package static let page = "next"
  package static let path = "account/next"
  package static let repeated = PersonForm.repeated
  package static let identifying = ["return"]

  package static func show(_ request: PageRequest) throws(Problem) -> PageResponse {
    let account = try request.caller
    let accountState = request.environment.policy.accountState(of: account, on: request.environment.now)
    var variables: JSON = .object([
      "account": [
        "displayName": .string(account.displayName), "email": account.email.map { .string($0.text) } ?? .null,
      ],
      "isDesktop": .bool(BrowserDevice(request.call) == .desktop),
      "hours": JSON(AccountCode.Purpose.verifyEmail.lifetime.secondsRoundedUp / 3600),
      "guardianAddress": account.consent.guardianEmail.map {
        .string(account.emailVerified ? $0.text : $0.masked)
      },
    ]).merging(request.doneVariables(["sent", "asked", "guardian"])).merging(try joined(request))
    switch accountState.state {
    case .emailNotVerified: return PageResponse("isUnverified", variables)
    case .incomplete:
      variables = variables.merging(["person": PersonForm(request: request).variables(for: accountState.missing)])
        .merging(try ProofForm(request: request).variables(for: accountState.missing))
      return PageResponse("isIncomplete", variables)
    case .guardianPending: return PageResponse("isGuardianPending", variables)
    case .factorRequired: return PageResponse("isFactorRequired", variables)
    case .signedIn:
      guard let returnURL = request.returnURL, !request.isForm else { return PageResponse("isReady", variables) }
      return .returning(to: returnURL)
    }
  }

  /// The inviter whose invitation the person has just accepted.
  private static func joined(_ request: PageRequest) throws(Problem) -> JSON {
    guard !request.isForm, request.text("done") == "joined", let id = request.text("clientId") else { return [:] }
    let clients = try request.read(GetAccount.self).clients
    guard let inviter = clients.first(where: { $0.client.id == id })?.inviter else { return [:] }
    return ["joined": ["inviterName": .string(inviter.displayName)]]
  }

  package static func act(_ request: PageRequest) throws(Problem) -> PageResponse {
    switch request.action {
    case "complete":
      let event = PersonForm(request: request).members.merging(ProofForm(request: request).members)
      try request.perform(CompleteAccount.self, event)
    case "guardian":
      guard let address = request.text("guardianEmail") else {
        throw .invalid([.missing("/consent/guardianEmail", .eventInvalid)])
      }
      let known = try request.caller.consent.guardianEmail
      try request.perform(CompleteAccount.self, ["consent": ["guardianEmail": .string(address)]])
      // Nobody is asked twice at the same address.
      let isAsked = EmailAddress(address).map { !$0.isSameMailbox(as: known) } ?? false
      return request.again(done: isAsked ? "guardian" : nil)
    case "verify":
      guard let email = try request.caller.email else { break }
      try request.perform(VerifyEmail.self, ["email": .string(email.text)])
      return request.again(done: "sent")
    default: break
    }
    return request.again()
  }
}
