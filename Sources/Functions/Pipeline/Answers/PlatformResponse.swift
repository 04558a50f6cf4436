// SPDX-License-Identifier: Apache-2.0

import Domain

/// A result in the format that the sender of the event expects, with the status of HTTP.
package struct PlatformResponse {
  private let content: Content
  /// The status of the HTTP response.
  package let status: Int
  /// Whether no person sees the page, so it is JSON.
  package var isReadByProgram = false

  private enum Content {
    case json(JSON)
    case page(HTMLPage)
  }

  package init(json: JSON, status: Int = 200) { (content, self.status) = (.json(json), status) }

  package init(_ page: HTMLPage) { (content, status) = (.page(page), page.status) }

  /// The result in the format of functions.json.
  package init(_ result: FunctionResult) { self.init(json: result.json, status: result.status) }

  /// The content as JSON, also of a page.
  package var json: JSON {
    switch content {
    case .json(let json): json
    case .page(let page): page.json
    }
  }

  /// The page; nil for JSON.
  package var page: HTMLPage? { if case .page(let page) = content { page } else { nil } }
}
