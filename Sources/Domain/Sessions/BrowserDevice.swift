// SPDX-License-Identifier: Apache-2.0

/// What a browser runs on, as far as it says: an app can be opened on a phone or a tablet, and a code scanned from a
/// desktop. Browsers on an iPad say that they run on a Mac.
package enum BrowserDevice: Equatable, Sendable {
  case android, iPhone, otherPhone, desktop, unknown

  /// Client hints take precedence (User-Agent Client Hints, sections 3.4 and 3.6), because the user agent may be
  /// reduced.
  package init(_ browser: BrowserHeaders, userAgent: String?) {
    switch (browser.isMobile, browser.platformName) {
    case (_, "Android"): self = .android
    case (_, "iOS"): self = .iPhone
    case ("?1", _): self = .otherPhone
    case ("?0", "Windows"), ("?0", "macOS"), ("?0", "Linux"), ("?0", "Chrome OS"), ("?0", "Chromium OS"):
      self = .desktop
    default: self = Self.named(in: userAgent ?? "")
    }
  }

  /// The first name that the user agent contains: that of Android contains `Linux` too.
  private static func named(in userAgent: String) -> BrowserDevice {
    let names: [(String, BrowserDevice)] = [
      ("Android", .android), ("iPhone", .iPhone), ("iPad", .iPhone), ("iPod", .iPhone), ("Mobile", .otherPhone),
      ("Windows NT", .desktop), ("Macintosh", .desktop), ("CrOS", .desktop), ("Linux", .desktop), ("X11", .desktop),
    ]
    return names.first { userAgent.contains($0.0) }?.1 ?? .unknown
  }
}
