// SPDX-License-Identifier: Apache-2.0

/// A service that delivers push messages to devices.
package enum PushService: String, CaseIterable, Sendable {
  /// Apple Push Notification service.
  case apns
  /// Firebase Cloud Messaging.
  case fcm
}

/// Where a push message goes: the app on the device of a session.
package struct PushAddress: Equatable, Sendable {
  package var sessionID: String
  package var service: PushService
  /// The keyed hash of the device's token.
  package var tokenHash: String
  /// The device's token, encrypted for this session.
  package var sealedToken: String
  /// The language of the account.
  package var locale: String?

  package init(
    sessionID: String, service: PushService, tokenHash: String, sealedToken: String, locale: String? = nil
  ) {
    self.sessionID = sessionID
    self.service = service
    self.tokenHash = tokenHash
    self.sealedToken = sealedToken
    self.locale = locale
  }
}

/// The policy's `push`: the services, and the events about which people get push messages.
package struct PushRules: Sendable {
  package let apns: APNs?
  /// The Firebase project of the app; nil if messages do not go through Firebase.
  package let fcmProjectID: String?
  private let events: [String]?

  /// The policy's `push.apns`.
  package struct APNs: Sendable {
    package let teamID: String
    package let keyID: String
    /// The bundle id of the app.
    package let topic: String
    /// Whether devices run builds for development, which have another server.
    package let isSandbox: Bool
  }

  init?(_ json: JSON?) {
    guard let json else { return nil }
    apns = json["apns"].map {
      APNs(
        teamID: $0["teamID"]?.string ?? "", keyID: $0["keyID"]?.string ?? "", topic: $0["topic"]?.string ?? "",
        isSandbox: $0["sandbox"]?.bool ?? false)
    }
    fcmProjectID = json["fcm"]?["projectID"]?.string
    events = json["events"]?.array?.compactMap(\.string)
  }

  /// Whether people get a push message about an event.
  package func includes(_ event: String) -> Bool { events?.contains(event) ?? true }

  /// Whether messages go through a service.
  package func uses(_ service: PushService) -> Bool {
    switch service {
    case .apns: apns != nil
    case .fcm: fcmProjectID != nil
    }
  }
}
