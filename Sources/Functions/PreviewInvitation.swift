// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// What the app shows before anybody signs in: who invites, and to what. Nothing is consumed, so that mail scanners
/// may follow the link as often as they like.
public enum PreviewInvitation: Function {
  public static let name = "preview-invitation"

  public struct Event {
    let code: String
  }

  public static func event(from data: Fields) throws(Problem) -> Event { Event(code: try data.text("code")) }

  public static func answer(_ event: Event, _ call: Call, _ environment: Environment) throws(Problem) -> JSON {
    try environment.store.read { (rows) throws(Problem) in
      let offer = try rows.offer(code: event.code)
      try offer.invitation.requirePending(at: environment.now)
      let app = environment.policy.app
      let enabled = environment.policy.providers.values.filter { !$0.audiences.isEmpty }.map(\.name)
      let providers = (enabled + (environment.policy.password == nil ? [] : ["password"])).sorted()
      return [
        "inviter": ["displayName": .string(environment.name(of: offer.inviter))],
        "client": ["name": .string(offer.client.name)],
        "app": .object([
          "name": JSON(app.name), "urlScheme": JSON(app.urlScheme), "appStoreURL": app.appStoreURL.map(JSON.string),
          "playStoreURL": app.playStoreURL.map(JSON.string),
        ]),
        "expiresAt": .string(offer.invitation.expiresAt.rfc3339), "providers": JSON(providers),
      ]
    }
  }
}
