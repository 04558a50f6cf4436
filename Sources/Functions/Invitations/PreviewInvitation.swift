// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// What the app shows before the person signs in: the inviter, the app and the expiry time. It uses nothing up, so mail
/// scanners may follow the link any number of times.
package enum PreviewInvitation: Function {
  package static let name = "preview-invitation"

  package struct Event {
    let code: String
  }

  package struct Output: FunctionOutput {
    let inviterName: String
    let branding: Branding?
    let clientName: String
    let app: Policy.App
    let expiresAt: Timestamp
    /// The methods that the person can sign in with.
    let providers: [String]

    package var json: JSON {
      [
        "inviter": .object(["displayName": JSON(inviterName), "branding": branding?.json]),
        "client": ["name": .string(clientName)],
        "app": .object([
          "name": JSON(app.name), "urlScheme": JSON(app.urlScheme), "appStoreURL": app.appStoreURL.map(JSON.string),
          "playStoreURL": app.playStoreURL.map(JSON.string),
        ]),
        "expiresAt": .string(expiresAt.rfc3339), "providers": JSON(providers),
      ]
    }
  }

  package static func event(from data: Fields) throws(Problem) -> Event { Event(code: try data.text("code")) }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    let offer = try environment.store.readAtOnce { (transaction) throws(Problem) in
      try transaction.invitations.offer(code: event.code)
    }
    try offer.requireTakeable(environment.policy, at: environment.now)
    environment.noteFirstView(of: offer.invitation)
    let enabled = environment.policy.providers.values.filter { !$0.audiences.isEmpty }.map(\.name)
    let providers = (enabled + (environment.policy.password == nil ? [] : ["password"])).sorted()
    return .answered(
      Output(
        inviterName: environment.policy.name(of: offer.inviter),
        branding: environment.policy.branding(of: offer.inviter),
        clientName: offer.client.name, app: environment.policy.app, expiresAt: offer.invitation.expiresAt,
        providers: providers))
  }
}
