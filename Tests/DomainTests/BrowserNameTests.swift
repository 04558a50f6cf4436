// SPDX-License-Identifier: Apache-2.0

import Domain
import Testing

@Suite("Names of browsers") struct BrowserNameTests {
  @Test(
    "A browser is named as its owner calls it, with its system",
    arguments: [
      ("Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0", "Firefox, Windows"),
      (
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 "
          + "Edg/142.0.0.0", "Edge, Windows"
      ),
      (
        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15",
        "Safari, Mac"
      ),
      (
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0 "
          + "Mobile/15E148 Safari/604.1", "Chrome, iPhone"
      ),
      (
        "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 "
          + "Mobile Safari/537.36", "Samsung Internet, Android"
      ),
      (
        "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36", "Chrome, ChromeOS"
      ),
      (
        "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 OPR/110.0",
        "Opera, Linux"
      ),
    ])
  func name(_ userAgent: String, _ expected: String) {
    // The order of names matters: nearly every browser calls itself others too.
    #expect(BrowserHeaders().name(userAgent: userAgent) == expected)
  }

  @Test func `a part that a browser does not say is left out`() {
    #expect(BrowserHeaders().name(userAgent: "Mozilla/5.0 (Windows NT 10.0)") == "Windows")
    #expect(BrowserHeaders(platform: "\"macOS\"").name(userAgent: nil) == "Mac")
    #expect(BrowserHeaders(platform: "\"Fuchsia\"").name(userAgent: "curl/8.0") == nil)
    #expect(BrowserHeaders().name(userAgent: "") == nil)
  }

  @Test(
    "A browser that is built on another one is not called by its name",
    arguments: [
      "Chrome/142.0.0.0 Safari/537.36 Vivaldi/7.6", "Chrome/140.0.0.0 YaBrowser/25.8 Safari/537.36",
      "Version/18.6 Mobile/15E148 DuckDuckGo/7 Safari/605.1.15", "Mobile/15E148 [FBAN/FBIOS;FBAV/500.0]",
      "HeadlessChrome/142.0.0.0 Safari/537.36", "Version/12.16", "Mobile/15E148",
    ])
  func unknown(_ products: String) {
    let userAgent = "Mozilla/5.0 (X11; Linux x86_64; Build/1) AppleWebKit/537.36 (KHTML, like Gecko) \(products)"
    #expect(BrowserHeaders().name(userAgent: userAgent) == "Linux")
  }

  @Test func `the hint takes precedence, because a user agent may be reduced`() {
    let headers = BrowserHeaders(platform: "\"Chrome OS\"")
    #expect(headers.name(userAgent: "Mozilla/5.0 (X11; Linux x86_64) Chrome/142.0.0.0") == "Chrome, ChromeOS")
  }
}
