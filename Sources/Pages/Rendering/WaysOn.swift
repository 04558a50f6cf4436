// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Identity

/// How the page of a link leads on: a phone to the app first, and a desktop to the browser, with a QR code of the link for
/// the phone. The variables of `partials/ways-on.html`.
struct WaysOn {
  let json: JSON

  /// - Parameters:
  ///   - page: the page of the link, which is also the path in the app.
  ///   - code: that of the link.
  init(to page: String, _ code: String, _ call: Call, _ environment: Environment) throws(Problem) {
    let app = environment.policy.app
    let base = "\(try environment.publicURL())/"
    let device = BrowserDevice(call)
    var (appLink, playStoreLink) = (app.link(to: page, code: code), app.playStoreURL)
    if device == .android {
      playStoreLink = app.playStoreLink(code: code)
      let fallback = playStoreLink ?? OutboxMessage.link(to: "invite/accept", code: code, from: base)
      appLink = app.intent(to: page, code: code, fallback: fallback)
    }
    let link = OutboxMessage.link(to: page, code: code, from: base)
    let appStoreLink = device == .android ? nil : app.appStoreURL
    if device == .iPhone { playStoreLink = nil }
    json = .object([
      "code": .string(code), "isDesktop": .bool(device == .desktop), "appLink": .string(appLink),
      "hasStores": appStoreLink == nil && playStoreLink == nil ? nil : true,
      "appStoreLink": appStoreLink.map(JSON.string), "playStoreLink": playStoreLink.map(JSON.string),
      "qr": device == .desktop ? QRCode(Array(link.utf8))?.variables : nil,
    ])
  }
}

extension BrowserDevice {
  init(_ call: Call) { self.init(call.browser, userAgent: call.userAgent) }
}

extension QRCode {
  /// The width and the path of the picture that a template draws.
  var variables: JSON { ["size": JSON(size + 8), "path": .string(path)] }
}

extension Policy.App {
  /// The link that opens the app with the same code.
  func link(to page: String, code: String) -> String {
    OutboxMessage.link(to: page, code: code, from: "\(urlScheme)://")
  }

  /// The same link for browsers on Android, which open another page if the app is not installed
  /// (https://developer.chrome.com/docs/android/intents).
  /// - Parameter fallback: the URL of that page.
  fileprivate func intent(to page: String, code: String, fallback: String) -> String {
    let package = androidApps.count == 1 ? "package=\(androidApps[0].package);" : ""
    return OutboxMessage.link(to: page, code: code, from: "intent://")
      + "#Intent;scheme=\(urlScheme);\(package)S.browser_fallback_url=\(fallback.percentEncoded);end"
  }

  /// The app's page in Google Play, which gives the code to the app once it is installed (Play Install Referrer).
  fileprivate func playStoreLink(code: String) -> String? {
    guard let url = playStoreURL, url.hasPrefix("https://play.google.com/") else { return playStoreURL }
    let referrer = "referrer=\("code=\(code)".percentEncoded)"
    return "\(url)\(url.contains("?") ? "&" : "?")\(referrer)"
  }
}
