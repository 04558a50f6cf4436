// SPDX-License-Identifier: Apache-2.0

/// The error with which an event is answered: problem details (RFC 9457) with a message for the user.
public struct ErrorAnswer: Error, Equatable, Sendable {
  public let code: ErrorCode
  /// The `error` member of the answer.
  public let json: JSON
  /// The variables of an error page, except the message.
  public let pageVariables: JSON

  /// - Parameter fieldMessages: one for each field of the problem.
  public init(_ problem: Problem, userMessage: String, fieldMessages: [String] = []) {
    self.init(problem, json: problem.json(userMessage: userMessage, fieldMessages: fieldMessages))
  }

  /// The error of a problem that already has its answer; nil for other problems.
  public init?(answered problem: Problem) {
    guard let json = problem.answered else { return nil }
    self.init(problem, json: json)
  }

  private init(_ problem: Problem, json: JSON) {
    self.json = json
    code = problem.code
    pageVariables = problem.pageVariables ?? [:]
  }

  /// Decodes an `error` member. An unknown code counts as a refusal.
  fileprivate init(decoding json: JSON) {
    self.json = json
    code = json["code"]?.string.flatMap(ErrorCode.init) ?? .eventInvalid
    pageVariables = [:]
  }

  /// The HTTP status.
  public var status: Int { json["status"]?.integer ?? code.status }
  /// For a developer.
  public var detail: String { json["detail"]?.string ?? "" }
  /// For the user; empty if the error has no message.
  public var userMessage: String { json["userMessage"]?.string ?? "" }
  /// In seconds.
  public var retryAfter: Int? { json["retryAfter"]?.integer }
  /// The messages for the user about single fields.
  public var fieldMessages: [String] { (json["errors"]?.array ?? []).compactMap { $0["userMessage"]?.string } }
}

/// The result of an event as JSON, or the error.
public typealias FunctionResult = Result<JSON, ErrorAnswer>

extension Result where Success == JSON, Failure == ErrorAnswer {
  /// The answer that is written and stored: the result, or an object with an `error`.
  public var json: JSON {
    switch self {
    case .success(let result): result
    case .failure(let error): ["error": error.json]
    }
  }

  /// Decodes a stored answer.
  public init(json: JSON) {
    if let error = json["error"] { self = .failure(ErrorAnswer(decoding: error)) } else { self = .success(json) }
  }

  /// The HTTP status.
  public var status: Int { error?.status ?? 200 }

  /// The error; nil for a success.
  public var error: ErrorAnswer? { if case .failure(let error) = self { error } else { nil } }
}
