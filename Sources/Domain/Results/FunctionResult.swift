// SPDX-License-Identifier: Apache-2.0

/// What is written about an event: its result as JSON, or the error. It is not a `Result`, whose `Failure` is an
/// `Error` (Sources/README.md, "Conformances at start-up").
package enum FunctionResult: Equatable, Sendable {
  case success(JSON)
  case failure(ErrorResult)

  /// What is written and stored: the result, or an object with an `error`.
  package var json: JSON {
    switch self {
    case .success(let result): result
    case .failure(let error): ["error": error.json]
    }
  }

  /// Decodes what is stored.
  package init(json: JSON) {
    if let error = json["error"] { self = .failure(ErrorResult(decoding: error)) } else { self = .success(json) }
  }

  /// The HTTP status.
  package var status: Int { error?.status ?? 200 }

  /// The error; nil for a success.
  package var error: ErrorResult? { if case .failure(let error) = self { error } else { nil } }
}
