// SPDX-License-Identifier: Apache-2.0

import Domain

/// Checks what the server tells the phones and the browsers of an app.
extension Diagnosis {
  /// Apps whose links open a browser, because a part of the configuration is missing.
  func appLinkFindings(_ policy: Policy) -> [Finding] {
    let wrong = wrongAppleApps(policy) + wrongAndroidApps(policy.app)
    return wrong.map { .warning("app links", $0.message, advice: $0.advice) }
  }

  private func wrongAppleApps(_ policy: Policy) -> [(message: String, advice: String)] {
    let app = policy.app
    let advice = "Add the team id, a dot and the bundle id."
    if app.appleAppIDs.isEmpty {
      guard app.appStoreURL != nil || !app.bundleIDs.isEmpty || policy.appleClient != nil else { return [] }
      return [("links do not open the iOS app: /app/appleAppIDs is empty", advice)]
    }
    let halves = app.appleAppIDs.filter { !Self.isAppleAppID($0) }.map {
      ("\($0) in /app/appleAppIDs has no team id, or no bundle id", advice)
    }
    let lacking = app.bundleIDs.filter { id in !app.appleAppIDs.contains { $0.hasSuffix(".\(id)") } }
    return halves + lacking.map { ("no entry of /app/appleAppIDs ends with .\($0)", advice) }
  }

  /// Whether a text is a team id (ten capital letters and digits), a dot and a bundle id.
  private static func isAppleAppID(_ text: String) -> Bool {
    let team = text.prefix { $0 != "." }
    let bundle = text.dropFirst(team.count + 1)
    return team.utf8.count == 10 && !bundle.isEmpty
      && team.utf8.allSatisfy { (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) }
  }

  private func wrongAndroidApps(_ app: Policy.App) -> [(message: String, advice: String)] {
    if app.androidApps.isEmpty, app.playStoreURL != nil {
      return [
        (
          "links do not open the Android app: /app/androidApps is empty",
          "Add the package and the fingerprints of its certificates."
        )
      ]
    }
    let advice = "Add the SHA-256 of each certificate that signs it, in hexadecimal with colons."
    let without = app.androidApps.filter(\.fingerprints.isEmpty).map { ("\($0.package) has no fingerprints", advice) }
    let wrong = app.androidApps.filter { !$0.fingerprints.allSatisfy(Self.isFingerprint) }
    return without + wrong.map { ("a fingerprint of \($0.package) is not a SHA-256", advice) }
  }

  /// Whether a text is 32 bytes in hexadecimal with colons.
  private static func isFingerprint(_ text: String) -> Bool {
    let bytes = text.split(separator: ":", omittingEmptySubsequences: false)
    return bytes.count == 32 && bytes.allSatisfy { $0.utf8.count == 2 && UInt8($0, radix: 16) != nil }
  }

  /// Pages of the app on another server, which browsers do not let call this one.
  func corsFindings(_ policy: Policy) -> [Finding] {
    guard policy.corsOrigins.isEmpty else { return [] }
    let places = [
      ("/app/returnURLs", policy.app.returnURLs), ("/factors/passkey/origins", policy.factors.passkey?.origins ?? []),
    ]
    let own = (try? settings.publicURL()).flatMap(Self.origin)
    var found: [(origin: String, place: String)] = []
    for (place, urls) in places {
      for origin in urls.compactMap(Self.origin) where origin != own && !found.contains(where: { $0.origin == origin })
      {
        found.append((origin, place))
      }
    }
    return found.map {
      .warning(
        "cors", "/cors/origins is empty, so pages of \($0.origin) (\($0.place)) cannot call functions",
        advice: "Add the origin, unless its pages call no function themselves.")
    }
  }

  /// Scheme, host and port of a web page; nil for the origin of an app.
  private static func origin(of url: String) -> String? {
    let parts = url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count >= 3, parts[0] == "https:" || parts[0] == "http:" else { return nil }
    return parts.prefix(3).joined(separator: "/").lowercased()
  }
}
