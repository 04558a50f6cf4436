// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions

/// A function that a browser calls. Its result is shown as a page, rendered from `templates/pages`.
///
/// Nearly every page makes no decisions of its own (README.md names the others). It calls the same code as the API's
/// function, and selects the section of its template for each result.
package protocol PageFunction: Function {
  /// The folder of its templates.
  static var page: String { get }
  /// The names of the variables that its templates may use, besides those of every page (`PageVariables`). An item may
  /// have several, separated by spaces.
  static var variables: [String] { get }
  /// The section with which the page begins, whose headline and subtext the policy can replace; nil if there is none.
  static var beginning: String? { get }
  /// The section for a granted event.
  static var granted: String { get }
  static func section(for result: JSON) -> String
  /// The sections for refusals. The error page shows all other errors.
  static var refused: [ErrorCode: String] { get }
  /// Whether a program has sent the data, and gets JSON.
  static func isOfProgram(_ data: JSON) -> Bool
  /// The members of the event's data that the page repeats, such as the code for its form.
  static var repeated: [String] { get }
  /// Whether it is a `BrowserPage`. Not a dynamic cast (Sources/README.md, "Conformances at start-up").
  static var isOfSession: Bool { get }
  /// Whether it has a field for a password, and so the script that can show it.
  static var asksForPassword: Bool { get }
  /// Whether it shows a link to pass on, and so the script that copies it.
  static var showsLink: Bool { get }
  /// Whether a function of the API has the same route. Web servers lead forms to the page and JSON to the function.
  static var sharesRoute: Bool { get }
  /// The URL of its form, relative to the page, because `PUBLIC_URL` may have a path.
  static var action: String { get }
}

extension PageFunction {
  package static func presentation(_ settings: PageSettings) -> (any Presentation)? {
    PageRenderer(of: self, settings)
  }

  package static var beginning: String? { nil }
  package static var isOfSession: Bool { false }
  package static var asksForPassword: Bool { false }
  package static var showsLink: Bool { false }
  package static var sharesRoute: Bool { false }
  package static func isOfProgram(_ data: JSON) -> Bool { false }
  package static func section(for result: JSON) -> String { granted }
  package static var refused: [ErrorCode: String] { [:] }
  package static var repeated: [String] { [] }
  /// The default is the page itself.
  package static var action: String { page }
}
