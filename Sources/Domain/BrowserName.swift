// SPDX-License-Identifier: Apache-2.0

extension BrowserHeaders {
  /// The browser as its owner calls it, with what it runs on: `Firefox, Windows`. A part that the browser does not say
  /// is left out.
  /// - Returns: nil if neither is known.
  package func name(userAgent: String?) -> String? {
    let userAgent = userAgent ?? ""
    let parts = [Self.browser(in: userAgent), system(userAgent)].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// The first name that the user agent contains: nearly all of them contain `Safari`, and those of Edge and Opera
  /// `Chrome`.
  private static func browser(in userAgent: String) -> String? {
    let names = [
      ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser/", "Samsung Internet"), ("Firefox/", "Firefox"),
      ("FxiOS/", "Firefox"), ("CriOS/", "Chrome"), ("Chrome/", "Chrome"), ("Version/", "Safari"),
    ]
    return names.first { userAgent.contains($0.0) }?.1
  }

  private func system(_ userAgent: String) -> String? {
    let names = [
      ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("CrOS", "ChromeOS"), ("Windows NT", "Windows"),
      ("Macintosh", "Mac"), ("Linux", "Linux"),
    ]
    // A page of a phone may be asked for as on a desktop, so that the hint is nearer to the truth.
    let hinted = platform.map { $0.filter { $0 != "\"" } }
    let hints = ["Windows": "Windows", "macOS": "Mac", "Android": "Android", "Linux": "Linux", "Chrome OS": "ChromeOS"]
    return hinted.flatMap { hints[$0] } ?? names.first { userAgent.contains($0.0) }?.1
  }
}
