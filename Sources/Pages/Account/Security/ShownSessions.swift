// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions

/// The sessions of apps and browsers.
struct ShownSessions: PageModel {
  let known: ListSessions.Output
  let language: LanguageTag

  static let variables: [PageVariable<Self>] = [
    .list("sessions") { shown in
      shown.known.sessions.enumerated().map { index, session in
        ShownSession(
          index: index, session: session, isCurrent: session.id == shown.known.own?.id, language: shown.language)
      }
    },
    .flag("hasOtherSessions") { $0.known.sessions.count > 1 },
  ]
}

private struct ShownSession: PageModel {
  let index: Int
  let session: Session
  let isCurrent: Bool
  let language: LanguageTag

  static let variables: [PageVariable<Self>] = [
    .text("id") { $0.session.id }, .text("htmlID") { "session-\($0.index)" }, .flag("isCurrent") { $0.isCurrent },
    .flag("isBrowser") { $0.session.isBrowser },
    .text("deviceName") { $0.session.shownName },
    .text("address") { $0.session.address },
    .text("country") { shown in shown.session.country.map { CountryNames.name(of: $0, shown.language) } },
    .recentTime("usedAt") { $0.session.lastUsedAt },
  ]
}

extension Session {
  fileprivate var isBrowser: Bool { cookieHash != nil }

  /// The browser, or what the app calls the device, or else its platform as people call it.
  var shownName: String? {
    isBrowser ? browserName : device.flatMap { $0.name ?? $0.platform.map(Device.name(ofPlatform:)) }
  }
}
