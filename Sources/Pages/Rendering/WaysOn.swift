// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Identity

/// How the page of a link leads on: a phone to the app first, and a desktop to the browser, with a QR code of the link
/// for the phone. Without a sign-in method in the browser both lead only to the app. The variables of
/// `partials/ways-on.html`.
struct WaysOn: PageModel {
  private let code: String
  private let device: BrowserDevice
  private let appLink: String
  private let stores: StoreLinks
  /// The link of the page.
  private let link: String
  /// Whether people can go on only in the app.
  private let needsApp: Bool

  static let variables: [PageVariable<Self>] = [
    .text("code") { $0.code }, .text("appLink") { $0.appLink },
    .flag("needsApp") { $0.needsApp },
    .all { $0.stores },
    .model("qr") { $0.device == .desktop ? QRCode(Array($0.link.utf8)) : nil },
  ]

  /// - Parameters:
  ///   - page: the page of the link, which is also the path in the app.
  ///   - code: that of the link.
  init(to page: String, _ code: String, _ call: Call, _ environment: Environment) throws(Problem) {
    let app = environment.policy.app
    let base = "\(try environment.publicURL())/"
    let device = BrowserDevice(call)
    needsApp = try !SignInOnPages.isPossible(environment)
    link = OutboxMessage.link(to: page, code: code, from: base)
    var (appLink, playStoreLink) = (app.link(to: page, code: code), app.playStoreURL)
    if device == .android {
      playStoreLink = app.playStoreLink(code: code)
      let inBrowser = needsApp ? link : OutboxMessage.link(to: "invite/accept", code: code, from: base)
      appLink = app.intent(to: page, code: code, fallback: playStoreLink ?? inBrowser)
    }
    (self.code, self.device, self.appLink) = (code, device, appLink)
    stores = StoreLinks(of: app, on: device, inPlayStore: playStoreLink)
  }
}

/// The stores in which a device finds the app. The variables of `partials/app-stores.html`.
struct StoreLinks: PageModel {
  private let appStore: String?
  private let playStore: String?

  static let variables: [PageVariable<Self>] = [
    .flag("hasStores") { $0.appStore != nil || $0.playStore != nil },
    .text("appStoreLink") { $0.appStore }, .text("playStoreLink") { $0.playStore },
  ]

  /// - Parameter playStoreLink: that of the app in Google Play, perhaps with a code.
  init(of app: Policy.App, on device: BrowserDevice, inPlayStore playStoreLink: String?) {
    appStore = device == .android ? nil : app.appStoreURL
    playStore = device == .iPhone ? nil : playStoreLink
  }
}

/// Who invites.
struct ShownInviter: PageModel {
  private let displayName: String
  private let branding: Branding?

  init(_ inviter: Inviter, _ policy: Policy) {
    (displayName, branding) = (policy.name(of: inviter), policy.branding(of: inviter))
  }

  static let variables: [PageVariable<Self>] = [
    .text("displayName") { $0.displayName }, .text("initial") { $0.displayName.initial },
    .json("branding", members: ["name", "color", "logoURL"]) { $0.branding?.json },
  ]
}

extension BrowserDevice {
  init(_ call: Call) { self.init(call.browser, userAgent: call.userAgent) }
}

extension QRCode: PageModel {
  /// The width and the path of the picture that a template draws.
  static let variables: [PageVariable<Self>] = [.number("size") { $0.size + 8 }, .text("path") { $0.path }]
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
