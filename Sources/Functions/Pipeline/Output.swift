// SPDX-License-Identifier: Apache-2.0

import Domain

/// The result of a function.
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

/// The answer to a granted event. A refusal is thrown, also a remembered one.
///
/// `Output` is a `FunctionOutput`. It is not declared here (Sources/README.md, "Conformances at start-up").
package enum Answer<Output> {
  /// The event was decided now, by `decide`, which has remembered the answer.
  case decided(Output)
  /// The event was decided now: it waits for the account's second factor.
  case challenged(ChallengeOutput)
  /// The event was answered now without `decide`, such as a list.
  case answered(Output)
  /// The event was decided before, with this result.
  case remembered(JSON)
}

extension Answer {
  /// The answer with another output.
  package func map<Other>(_ convert: (Output) -> Other) -> Answer<Other> {
    switch self {
    case .decided(let output): .decided(convert(output))
    case .challenged(let output): .challenged(output)
    case .answered(let output): .answered(convert(output))
    case .remembered(let json): .remembered(json)
    }
  }
}

extension Answer where Output: FunctionOutput {
  /// The result as JSON.
  package var json: JSON {
    switch self {
    case .decided(let output), .answered(let output): output.json
    case .challenged(let output): output.json
    case .remembered(let json): json
    }
  }
}

/// An answer in the format that the sender of the event expects.
package struct PlatformAnswer {
  private let content: Content
  /// The status of the HTTP response.
  package let status: Int
  /// Whether no person sees the answer of a page, so that it is JSON.
  package var isForProgram = false

  private enum Content {
    case json(JSON)
    case page(HTMLPage)
  }

  package init(json: JSON, status: Int = 200) { (content, self.status) = (.json(json), status) }

  package init(_ page: HTMLPage) { (content, status) = (.page(page), page.status) }

  /// The answer in the format of functions.json.
  package init(_ result: FunctionResult) { self.init(json: result.json, status: result.status) }

  /// The answer as JSON, also of a page.
  package var json: JSON {
    switch content {
    case .json(let json): json
    case .page(let page): page.json
    }
  }

  /// The page; nil for an answer in JSON.
  package var page: HTMLPage? { if case .page(let page) = content { page } else { nil } }
}

/// A result that consists of a message for a person.
package struct MessageOutput: FunctionOutput {
  let message: String

  package var json: JSON { ["message": .string(message)] }
}

/// A result in another JSON format than functions.json describes.
package struct JSONDocument: FunctionOutput {
  package let json: JSON

  init(_ json: JSON) { self.json = json }
}

/// The result of a function that refuses every event.
extension Never: FunctionOutput {
  package var json: JSON { switch self {} }
}
