// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions

/// The answer of a `BrowserPage` between its function and its renderer, which is JSON as that of every function. This
/// is the only place that knows the names of its members.
struct PageAnswer {
  /// The folder of the templates; nil for that of the page.
  var template: String?
  /// The section of the templates; empty for an answer without a page.
  var section = ""
  var variables: JSON = [:]
  /// The `id`s of the fields of a refused form that are wrong.
  var refusedFields: [String] = []
  /// The address of the next page.
  var location: String?
  /// The `Set-Cookie` headers.
  var cookies: [String] = []
  var clearsCache = false
  var download: HTMLPage.Download?
  /// Why the form was refused.
  var error: JSON?

  init() {}

  init(_ json: JSON) {
    template = json["template"]?.string
    section = json["section"]?.string ?? ""
    variables = json["variables"] ?? [:]
    refusedFields = (json["refusedFields"]?.array ?? []).compactMap(\.string)
    location = json["location"]?.string
    cookies = (json["cookies"]?.array ?? []).compactMap(\.string)
    clearsCache = json["clearsCache"] == true
    download = json["download"].flatMap(HTMLPage.Download.init)
    error = json["error"]
  }

  var json: JSON {
    .object([
      "template": template.map(JSON.string), "section": JSON(section), "variables": variables,
      "refusedFields": refusedFields.isEmpty ? nil : JSON(refusedFields), "location": location.map(JSON.string),
      "cookies": cookies.isEmpty ? nil : JSON(cookies), "clearsCache": clearsCache ? true : nil,
      "download": download?.json, "error": error,
    ])
  }

  /// A page with the headers of the answer.
  func page(_ status: Int, _ html: String = "", contentSecurityPolicy: String? = nil) -> HTMLPage {
    var page = HTMLPage(status: status, html: html, contentSecurityPolicy: contentSecurityPolicy)
    (page.cookies, page.clearsCache, page.location, page.download) = (cookies, clearsCache, location, download)
    return page
  }
}
