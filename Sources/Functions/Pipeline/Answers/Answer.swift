// SPDX-License-Identifier: Apache-2.0

import Domain

/// An output, and how it came about. A refusal is thrown, also a remembered one.
///
/// `Output` is a `FunctionOutput`. It is not declared here (Sources/README.md, "Conformances at start-up").
package enum Answer<Output> {
  /// The event was decided now, by `decide`, which has remembered the answer.
  case decided(Output)
  /// The event was decided now: it waits for the account's second factor.
  case challenged(ChallengeOutput)
  /// The event was answered now without `decide`, such as a list, with something of the given teams.
  case answered(Output, of: [String] = [])
  /// The event was decided before, with this result.
  case remembered(JSON)
}

extension Answer {
  /// The answer with another output.
  package func map<Other>(_ convert: (Output) -> Other) -> Answer<Other> {
    switch self {
    case .decided(let output): .decided(convert(output))
    case .challenged(let output): .challenged(output)
    case .answered(let output, let teams): .answered(convert(output), of: teams)
    case .remembered(let json): .remembered(json)
    }
  }
}

extension Answer where Output: FunctionOutput {
  /// The result as JSON.
  package var json: JSON {
    switch self {
    case .decided(let output), .answered(let output, _): output.json
    case .challenged(let output): output.json
    case .remembered(let json): json
    }
  }
}
