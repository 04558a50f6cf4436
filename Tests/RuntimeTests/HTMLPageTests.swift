// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Testing

@testable import Runtime

@Suite("Pages")
struct HTMLPageTests {
  private func response(_ answer: JSON, error: ErrorResult? = nil) -> HTTPResponse {
    let request = HTTPRequest(
      method: "GET", path: "/jwks", query: "", headers: [:], peer: nil, isSecure: true,
      body: { _ throws(Problem) in [] })
    let answer = HTMLPage(answer).map(PlatformResponse.init) ?? PlatformResponse(json: answer)
    return HTTPExchange<Jwks>(request, Service(courier: nil))
      .response(to: EventOutcome(answer: answer, error: error, exitStatus: 0), language: LanguageTag("en"))
  }

  private func value(_ name: String, _ response: HTTPResponse) -> String? {
    let values = response.headers.filter { $0.name == name }
    #expect(values.count < 2)
    return values.first?.value
  }

  @Test("a page is the body of its response")
  func page() {
    let answer: JSON = ["status": 410, "html": "<!doctype html><p>Zu spät"]
    let response = response(answer)
    #expect(response.status == 410 && response.body == Array("<!doctype html><p>Zu spät".utf8))
    #expect(value("Content-Type", response) == "text/html; charset=utf-8")
    #expect(value("Location", response) == nil)
    #expect(value("X-Frame-Options", response) == "DENY")
  }

  @Test("a page loads only its own styles, which are allowed by their hash")
  func styles() {
    let none = "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    #expect(value("Content-Security-Policy", response(["html": "<p>x"])) == "default-src 'none'; \(none)")
    // printf 'p{color:red}' | openssl dgst -sha256 -binary | base64
    let styled = response(["html": "<style>p{color:red}</style><p>x"])
    #expect(
      value("Content-Security-Policy", styled)
        == "default-src 'none'; style-src 'sha256-p0bF+un5yUb9MBO6xRb8kPHlY2BdpHVtLiFkDrZPF64='; \(none)")
  }

  @Test("a function may extend what its page loads, but never allow framing")
  func ownPolicy() {
    let answer: JSON = [
      "html": "<p>x", "contentSecurityPolicy": "default-src 'none'; form-action 'self' https://a.example",
    ]
    #expect(
      value("Content-Security-Policy", response(answer))
        == "default-src 'none'; form-action 'self' https://a.example; base-uri 'none'; frame-ancestors 'none'")
  }

  @Test("a location is 303 and contains no line break")
  func location() {
    let answer: JSON = ["status": 200, "html": "", "location": "/done?a=b\r\nSet-Cookie: x=ü"]
    let response = response(answer)
    #expect(response.status == 303)
    #expect(value("Location", response) == "/done?a=b%0D%0ASet-Cookie:%20x=%C3%BC")
    let policy: JSON = ["html": "", "contentSecurityPolicy": "default-src 'none'\r\nSet-Cookie: x"]
    #expect(value("Content-Security-Policy", self.response(policy))?.contains("\r") == false)
  }

  @Test("a page of an error has the error's headers")
  func refused() {
    let error = ErrorResult(Problem(.tooManyRequests, "no", retryAfter: .seconds(7)), userMessage: "Later")
    let response = response(["status": 429, "html": "<p>Later"], error: error)
    #expect(response.status == 429 && value("Retry-After", response) == "7")
    #expect(value("Cache-Control", response) == "no-store")
  }

  @Test("a page of an error has the user message, escaped")
  func error() {
    let page = HTMLPage(status: 404, message: "<script>&", language: "de")
    #expect(page.status == 404 && page.html.contains("lang=\"de\"") && page.html.contains("<p>&lt;script>&amp;</p>"))
  }
}
