// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// What the app shows before the person signs in: the inviter, the app and the expiry time. It uses nothing up, so mail
/// scanners may follow the link any number of times.
package enum PreviewInvitation: Function {
  package static let name = "preview-invitation"

  package struct Event {
    let code: PresentedCode
  }

  package struct Output: FunctionOutput {
    let inviterName: String
    let branding: Branding?
    /// Nil if the policy has no teams.
    let team: TeamName?
    /// What the inviter calls the person; nil for a link by which many join.
    let clientName: String?
    let joinLink: JoinLink?
    let app: Policy.App
    let expiresAt: Timestamp
    /// The methods with which the person can accept.
    let providers: [String]

    package var json: JSON {
      .object([
        "inviter": .object(["displayName": JSON(inviterName), "branding": branding?.json]),
        "team": team?.json,
        "client": clientName.map { ["name": .string($0)] },
        "joinLink": joinLink.map {
          .object(["name": $0.name.map(JSON.string), "approval": .bool($0.needsApproval), "isFull": .bool($0.isFull)])
        },
        "app": .object([
          "name": JSON(app.name), "urlScheme": JSON(app.urlScheme), "appStoreURL": app.appStoreURL.map(JSON.string),
          "playStoreURL": app.playStoreURL.map(JSON.string),
        ]),
        "expiresAt": .string(expiresAt.rfc3339), "providers": JSON(providers),
      ])
    }
  }

  package static func event(from data: Fields) throws(Problem) -> Event { Event(code: try data.presentedCode("code")) }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    let offer = try event.code.offer(seenBy: call, environment)
    try offer.requireAcceptable(environment.policy, at: environment.now)
    offer.noteFirstView(environment)
    let providers = try offer.providers(environment)
    return .answered(Output(offer, providers, environment.policy))
  }
}

extension PreviewInvitation.Output {
  fileprivate init(_ offer: CodeOffer, _ providers: [String], _ policy: Policy) {
    let inviter = offer.inviter
    switch offer {
    case .invitation(let details):
      (clientName, joinLink, expiresAt) = (details.client.name, nil, details.invitation.expiresAt)
    case .joinLink(let details): (clientName, joinLink, expiresAt) = (nil, details.link, details.link.expiresAt)
    }
    (inviterName, branding, team) = (policy.name(of: inviter), policy.branding(of: inviter), inviter.team)
    (app, self.providers) = (policy.app, providers)
  }
}

extension CodeOffer {
  /// The methods with which a person can accept the offer: the identity providers and `password`, and with a mailed
  /// code for an address without an account also `email` and `passkey`.
  package func providers(_ environment: Environment) throws(Problem) -> [String] {
    let policy = environment.policy
    var found = policy.enabledProviders.map(\.name)
    if policy.password != nil { found.append("password") }
    let methods = [policy.hasSignInCodes ? "email" : nil, policy.factors.passkey == nil ? nil : "passkey"]
    if let address = mailedAddress, methods.contains(where: { $0 != nil }) {
      let hasAccount = try environment.store.readAtOnce { (transaction) throws(Problem) in
        try transaction.accounts.find(email: address) != nil
      }
      if !hasAccount { found += methods.compactMap { $0 } }
    }
    return found.sorted()
  }
}
