// SPDX-License-Identifier: Apache-2.0

import Domain

/// A page for a browser, with the headers that it needs. Runners that answer HTTP send it, others print its JSON.
package struct HTMLPage: Equatable, Sendable {
  package var status: Int
  package var html: String
  /// What the page may load; nil for what every page may (`Runtime`).
  package var contentSecurityPolicy: String?
  /// After how many seconds a form may be sent again.
  package var retryAfter: Int?
  /// The `Set-Cookie` headers.
  package var cookies: [String] = []
  /// Whether the browser forgets the pages that it has cached.
  package var clearsCache = false
  /// Where the browser is led instead of showing a page.
  package var location: String?
  /// What the browser saves instead of showing a page.
  package var download: Download?
  /// Whether the templates could be read. If not, the page says only that something is wrong, and a repetition of the
  /// event gets its page.
  package var isRendered = true

  /// A file that the browser saves.
  package struct Download: Equatable, Sendable {
    package let name: String
    /// The media type.
    package let type: String
    package let text: String

    package init(name: String, type: String, text: String) { (self.name, self.type, self.text) = (name, type, text) }
  }

  package init(status: Int, html: String, contentSecurityPolicy: String? = nil) {
    (self.status, self.html, self.contentSecurityPolicy) = (status, html, contentSecurityPolicy)
  }

  /// The page as a result: `html`, with its `status` and what else it has.
  package var json: JSON {
    .object([
      "status": JSON(status), "html": .string(html), "contentSecurityPolicy": contentSecurityPolicy.map(JSON.string),
      "retryAfter": retryAfter.map { JSON($0) }, "cookies": cookies.isEmpty ? nil : JSON(cookies),
      "clearsCache": clearsCache ? true : nil, "location": location.map(JSON.string), "download": download?.json,
    ])
  }

  /// The page of a result; nil for a result that is none.
  package init?(_ result: JSON) {
    guard let html = result["html"]?.string else { return nil }
    self.init(
      status: result["status"]?.integer ?? 200, html: html,
      contentSecurityPolicy: result["contentSecurityPolicy"]?.string)
    retryAfter = result["retryAfter"]?.integer
    cookies = (result["cookies"]?.array ?? []).compactMap(\.string)
    clearsCache = result["clearsCache"] == true
    location = result["location"]?.string
    download = result["download"].flatMap(Download.init)
  }
}

extension HTMLPage.Download {
  package var json: JSON { ["name": .string(name), "type": .string(type), "text": .string(text)] }

  package init?(_ json: JSON) {
    guard let name = json["name"]?.string, let type = json["type"]?.string, let text = json["text"]?.string else {
      return nil
    }
    self.init(name: name, type: type, text: text)
  }
}
