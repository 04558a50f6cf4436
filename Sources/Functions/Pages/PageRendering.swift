// SPDX-License-Identifier: Apache-2.0

import Domain

/// Renders pages for browsers. Only pages need templates.
package protocol PageRendering {
  /// Reads the templates of a function before its event is decided: a code must not be used up for a page that cannot
  /// be rendered.
  /// - Throws: `service/misconfigured` naming file and line.
  func check(
    _ function: any PageFunction.Type, _ policy: Policy, _ language: LanguageTag) throws(Problem)

  /// An answer as a page: `status`, `html` and `contentSecurityPolicy`. It never fails: a person gets a page even if
  /// templates or the policy are wrong.
  /// - Parameter policy: nil if it could not be read.
  func page(
    of function: any PageFunction.Type, _ result: FunctionResult, to data: JSON, _ policy: Policy?,
    _ language: LanguageTag
  ) -> JSON
}
