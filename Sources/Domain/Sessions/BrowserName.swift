// SPDX-License-Identifier: Apache-2.0

extension BrowserHeaders {
  /// The browser as its owner calls it, with what it runs on: `Firefox, Windows`. A part that is unknown is left out: a
  /// browser that is built on another one has a name of its own.
  /// - Returns: nil if neither is known.
  package func name(userAgent: String?) -> String? {
    let userAgent = userAgent ?? ""
    let parts = [Self.browser(in: userAgent), system(userAgent)].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// The names by which a browser calls itself (RFC 9110, section 10.1.5), without versions and comments.
  private static func products(in userAgent: String) -> [Substring] {
    var depth = 0
    let outside = userAgent.filter { character in
      if character == "(" { depth += 1 }
      defer { if character == ")" { depth -= 1 } }
      return depth == 0
    }
    return outside.split(separator: " ").map { $0.prefix { $0 != "/" } }
  }

  private static func browser(in userAgent: String) -> String? {
    let names = [
      "Edg": "Edge", "EdgA": "Edge", "EdgiOS": "Edge", "OPR": "Opera", "SamsungBrowser": "Samsung Internet",
      "Firefox": "Firefox", "FxiOS": "Firefox", "CriOS": "Chrome",
    ]
    // What nearly all browsers call themselves.
    let common = ["Mozilla", "Gecko", "AppleWebKit", "Chrome", "Safari", "Version", "Mobile"]
    let products = products(in: userAgent)
    let own = products.filter { product in
      !common.contains { $0 == product } && !(product.first?.isNumber ?? false)
    }
    if let name = own.last { return own.count == 1 ? names[String(name)] : nil }
    if products.contains("Chrome") { return "Chrome" }
    return products.contains("Version") && products.contains("Safari") ? "Safari" : nil
  }

  /// The hint takes precedence, because a user agent may be reduced.
  private func system(_ userAgent: String) -> String? {
    let hints = ["Windows": "Windows", "macOS": "Mac", "Android": "Android", "Linux": "Linux", "Chrome OS": "ChromeOS"]
    if let hinted = platformName.flatMap({ hints[$0] }) { return hinted }
    // That of Android contains `Linux` too.
    let names = [
      ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("CrOS", "ChromeOS"), ("Windows NT", "Windows"),
      ("Macintosh", "Mac"), ("Linux", "Linux"),
    ]
    return names.first { userAgent.contains($0.0) }?.1
  }
}
