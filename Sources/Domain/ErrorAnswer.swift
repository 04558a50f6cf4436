// SPDX-License-Identifier: Apache-2.0

/// The error that an event is answered with: a problem as RFC 9457 has it, with its message for a person.
public struct ErrorAnswer: Error, Equatable, Sendable {
  public let code: ErrorCode
  /// The `error` member of the answer.
  public let json: JSON
  /// What a page says beside the message.
  public let pageVariables: JSON

  /// - Parameter fieldMessages: one for each of the problem's fields.
  public init(_ problem: Problem, userMessage: String, fieldMessages: [String] = []) {
    self.init(problem, json: problem.json(userMessage: userMessage, fieldMessages: fieldMessages))
  }

  /// The error of a problem that has been put into words before; nil for any other problem.
  public init?(answered problem: Problem) {
    guard let json = problem.answered else { return nil }
    self.init(problem, json: json)
  }

  private init(_ problem: Problem, json: JSON) {
    self.json = json
    code = problem.code
    pageVariables = problem.pageVariables ?? [:]
  }

  /// Decodes an `error` member. A code that this release does not know counts as a refusal all the same.
  fileprivate init(decoding json: JSON) {
    self.json = json
    code = json["code"]?.string.flatMap(ErrorCode.init) ?? .eventInvalid
    pageVariables = [:]
  }

  /// The HTTP status.
  public var status: Int { json["status"]?.integer ?? code.status }
  /// For a developer.
  public var detail: String { json["detail"]?.string ?? "" }
  /// For a person; empty where the error is a bare status.
  public var userMessage: String { json["userMessage"]?.string ?? "" }
  /// In seconds.
  public var retryAfter: Int? { json["retryAfter"]?.integer }
  /// The messages for a person about single fields.
  public var fieldMessages: [String] { (json["errors"]?.array ?? []).compactMap { $0["userMessage"]?.string } }
}

/// What came of an event: the result as JSON, or the error in its place.
public typealias FunctionResult = Result<JSON, ErrorAnswer>

extension Result where Success == JSON, Failure == ErrorAnswer {
  /// The answer as it is written and remembered: the result itself, or an object with an `error`.
  public var json: JSON {
    switch self {
    case .success(let result): result
    case .failure(let error): ["error": error.json]
    }
  }

  /// Decodes an answer that was written.
  public init(json: JSON) {
    if let error = json["error"] { self = .failure(ErrorAnswer(decoding: error)) } else { self = .success(json) }
  }

  /// The HTTP status.
  public var status: Int { error?.status ?? 200 }

  /// The error, where it is one.
  public var error: ErrorAnswer? { if case .failure(let error) = self { error } else { nil } }
}
