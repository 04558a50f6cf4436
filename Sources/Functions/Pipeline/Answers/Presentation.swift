// SPDX-License-Identifier: Apache-2.0

import Domain

/// How the answers of a function are shown to a person. It is nil for functions whose result is the answer.
package protocol Presentation {
  /// Reads the templates before an event is decided, so that no code is used up for a page that cannot be rendered.
  /// - Throws: `service/misconfigured` naming file and line.
  func check(_ policy: Policy, _ language: LanguageTag) throws(Problem)

  /// An answer as a page. It never fails: a person gets a page even if templates or the policy are wrong.
  /// - Parameters:
  ///   - refused: the page of a refusal, if it says more than the message.
  ///   - policy: nil if it could not be read.
  /// - Returns: nil if a program has sent the data, which gets the result.
  func page(
    _ result: FunctionResult, _ refused: RefusedPage?, to data: JSON, _ policy: Policy?, _ language: LanguageTag
  ) -> HTMLPage?
}
