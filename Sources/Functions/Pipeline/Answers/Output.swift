// SPDX-License-Identifier: Apache-2.0

import Domain

/// What a function says to a granted event, with typed members. Functions/README.md has this and the words next to it.
package protocol FunctionOutput {
  /// The result as a JSON object with the members that functions.json describes.
  var json: JSON { get }
  /// The refusal that a page shows with more than its message; nil for a granted event.
  var refusedPage: RefusedPage? { get }
}

extension FunctionOutput {
  package var refusedPage: RefusedPage? { nil }
}

/// A refusal whose page says more than its message, such as who made the invitation that has expired.
package struct RefusedPage {
  package let problem: Problem
  /// The variables of the page, except the message.
  package let variables: JSON

  package init(_ problem: Problem, _ variables: JSON) { (self.problem, self.variables) = (problem, variables) }
}

/// An output that consists of a message for a person.
package struct MessageOutput: FunctionOutput {
  let message: String

  package var json: JSON { ["message": .string(message)] }
}

/// An output in another JSON format than functions.json describes.
package struct JSONDocument: FunctionOutput {
  package let json: JSON

  init(_ json: JSON) { self.json = json }
}

/// The output of a function that refuses every event.
extension Never: FunctionOutput {
  package var json: JSON { switch self {} }
}
