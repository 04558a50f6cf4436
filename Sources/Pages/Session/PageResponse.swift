// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions

/// The answer of a page: a section of its templates with variables, or the address of the next page.
package struct PageResponse: FunctionOutput {
  /// The folder of the templates; nil for that of the page.
  var template: String?
  let section: String
  private(set) var variables: JSON
  /// The address of the next page.
  let location: String?
  /// The `Set-Cookie` headers.
  var cookies: [String] = []
  /// A file that the browser saves instead of showing a page.
  private(set) var download: (name: String, json: JSON)?
  /// Whether the browser forgets the pages that it has cached.
  var clearsCache = false

  package private(set) var refusedPage: RefusedPage?

  /// Where the person wants to go, if the request does not say it.
  var returnTo: String?

  /// Why the form was refused; nil if none was.
  var refusal: ErrorResult?

  /// Nil for an answer that shows no page, or the page of a refusal.
  var frame: PageFrame?

  /// A section of the page's templates.
  init<Section: PageFlag>(_ section: Section, _ variables: JSON = [:]) {
    self.init(section: section.rawValue, variables)
  }

  private init(section: String, _ variables: JSON) {
    (self.section, self.variables, location) = (section, variables, nil)
  }

  /// Leads to another page of this service.
  /// - Parameter location: an absolute URL, as `PageRequest.url` makes it.
  init(location: String) { (section, variables, self.location) = ("", [:], location) }

  /// The page of a refusal.
  init(refusedPage: RefusedPage) {
    (section, variables, location, self.refusedPage) = ("", refusedPage.variables, nil, refusedPage)
  }

  /// The same page with further variables.
  func merging(_ others: JSON) -> PageResponse {
    var output = self
    output.variables = variables.merging(others)
    return output
  }

  /// Leads to another site. The policy for forms does not allow a redirection there.
  static func leaving(to url: String) -> PageResponse {
    var output = PageResponse(section: "isLeaving", ["refreshURL": .string(url)])
    output.template = "leaving"
    return output
  }

  /// Leads to where the person wants to go.
  static func returning(to url: ReturnURL) -> PageResponse {
    url.isOwn ? PageResponse(location: url.text) : .leaving(to: url.text)
  }

  /// A file in JSON that the browser saves.
  static func download(_ json: JSON, name: String) -> PageResponse {
    var output = PageResponse(section: "", [:])
    output.download = (name, json)
    return output
  }

  package var json: JSON {
    var answer = PageAnswer()
    (answer.template, answer.section) = (template, section)
    answer.variables = (frame?.menu ?? [:]).merging(variables).merging(frame?.variables ?? [:])
    answer.refusedFields = frame?.refusedFields?.all.map(\.id) ?? []
    (answer.location, answer.cookies, answer.clearsCache) = (location, cookies, clearsCache)
    answer.download = download.map { .init(name: $0.name, type: "application/json", text: $0.json.text + "\n") }
    answer.error = refusal?.json
    return answer.json
  }
}
