// SPDX-License-Identifier: Apache-2.0

import Domain

/// Makes the pages that a browser is shown. Those are the only answers that need templates.
public protocol PageMaker {
  /// Reads what the pages of a function are made from, before its event is looked at: a code must not be used up for a
  /// page that cannot be made.
  /// - Throws: `service/misconfigured` naming file and line.
  func check(
    _ function: any PageFunction.Type, _ policy: Policy, _ language: LanguageTag) throws(Problem)

  /// An answer as a page: `status`, `html` and `contentSecurityPolicy`. A person is owed one even where templates or the
  /// policy are wrong.
  /// - Parameter policy: nil where it could not be read.
  func page(
    of function: any PageFunction.Type, _ result: FunctionResult, to data: JSON, _ policy: Policy?,
    _ language: LanguageTag
  ) -> JSON
}
