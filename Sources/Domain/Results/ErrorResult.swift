// SPDX-License-Identifier: Apache-2.0

/// The error of a result: problem details (RFC 9457) with a message for the user.
package struct ErrorResult: Error, Equatable, Sendable {
  package let code: ErrorCode
  /// The `error` member of the result.
  package let json: JSON

  /// - Parameter fieldMessages: one for each field of the problem.
  package init(_ problem: Problem, userMessage: String, fieldMessages: [String] = []) {
    self.init(problem, json: problem.json(userMessage: userMessage, fieldMessages: fieldMessages))
  }

  /// The error of a problem that already has its result; nil for other problems.
  package init?(answered problem: Problem) {
    guard let json = problem.answered else { return nil }
    self.init(problem, json: json)
  }

  private init(_ problem: Problem, json: JSON) {
    self.json = json
    code = problem.code
  }

  /// Decodes an `error` member. An unknown code counts as a refusal.
  init(decoding json: JSON) {
    self.json = json
    code = json["code"]?.string.flatMap(ErrorCode.init) ?? .eventInvalid
  }

  /// The HTTP status.
  package var status: Int { json["status"]?.integer ?? code.status }
  /// For a developer.
  package var detail: String { json["detail"]?.string ?? "" }
  /// For the user; empty if the error has no message.
  package var userMessage: String { json["userMessage"]?.string ?? "" }
  /// Whether the same event may succeed later.
  package var isRetryable: Bool { json["retryable"]?.bool ?? code.isRetryable }
  /// In seconds.
  package var retryAfter: Int? { json["retryAfter"]?.integer }
  /// The messages for the user about single fields.
  package var fieldMessages: [String] { (json["errors"]?.array ?? []).compactMap { $0["userMessage"]?.string } }
}

extension Messages {
  /// The error for a refusal or a failure.
  package func answer(_ problem: Problem, _ language: LanguageTag) throws(Problem) -> ErrorResult {
    if let answered = ErrorResult(answered: problem) { return answered }
    let message = try text(of: problem, language)
    var fields: [String] = []
    for field in problem.fields { fields.append(try text(of: field, language)) }
    return ErrorResult(problem, userMessage: message, fieldMessages: fields)
  }
}
