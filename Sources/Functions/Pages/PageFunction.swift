// SPDX-License-Identifier: Apache-2.0

import Domain

/// A function that a browser calls: what comes of an event is shown as a page, made from `templates/pages`.
///
/// A page decides nothing. It calls what the API's function calls, and says here which section of its template has the
/// words for what came of it.
public protocol PageFunction: Function {
  /// The folder of its templates.
  static var page: String { get }
  /// The section for a granted event.
  static var granted: String { get }
  /// The sections for refusals. For any other, and where there is no answer, the error page has words.
  static var refused: [ErrorCode: String] { get }
  /// What of the event's data the page says again, such as a code that its form sends.
  static var repeated: [String] { get }
  /// Where its form is sent, seen from its own address: `PUBLIC_URL` may have a path.
  static var action: String { get }
}

extension PageFunction {
  public static var refused: [ErrorCode: String] { [:] }
  public static var repeated: [String] { [] }
  public static var action: String { "\(page)/confirm" }
}

extension Environment {
  /// Where the same code leads in the app.
  func appLink(to page: String, code: String) -> String {
    OutboxMessage.link(to: page, code: code, from: "\(policy.app.urlScheme)://")
  }
}
