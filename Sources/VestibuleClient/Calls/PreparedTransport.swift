// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A transport that reaches no server, for tests and previews: each function gives the answer that is prepared for it.
///
/// ```swift
/// let transport = PreparedTransport()
///   .answering(ListWorkoutsRequest.self) { _ in ListWorkoutsResult(workouts: []) }
///   .refusing(SignInRequest.self, with: Problem(.authWrongPassword, status: 401, userMessage: "Wrong password."))
/// let server = VestibuleServer(baseURL: URL(string: "https://app.example.com")!, transport: transport, retries: .none)
/// ```
///
/// A function without an answer fails as without a connection. A later answer for a function replaces an earlier one.
public struct PreparedTransport: Transport {
  private var answers: [String: @Sendable (TransportRequest) async throws -> TransportResponse] = [:]

  /// A transport without answers.
  public init() {}

  /// This transport, with the answer to a function.
  /// - Parameters:
  ///   - request: the type of the request, which decides the function.
  ///   - answer: makes the answer. An error that it throws is a lost connection, except ``VestibuleError/refused(_:)``.
  public func answering<Request: FunctionRequest>(
    _ request: Request.Type, _ answer: @escaping @Sendable (Request) async throws -> Request.Answer
  ) -> PreparedTransport {
    adding(Request.function) { sent in
      let request = try JSONDecoder.vestibule().decode(Request.self, from: try sent.members())
      do {
        let answer = try await answer(request)
        return TransportResponse(status: 200, body: try JSONEncoder.vestibule().encode(answer))
      } catch VestibuleError.refused(let problem) {
        return try TransportResponse(problem)
      }
    }
  }

  /// This transport, with a refusal of a function.
  public func refusing<Request: FunctionRequest>(
    _ request: Request.Type, with problem: Problem
  ) -> PreparedTransport {
    adding(Request.function) { _ in try TransportResponse(problem) }
  }

  private func adding(
    _ function: FunctionCall, _ answer: @escaping @Sendable (TransportRequest) async throws -> TransportResponse
  ) -> PreparedTransport {
    var added = self
    added.answers[function.path] = answer
    return added
  }

  /// Gives the answer of the function to which a request goes.
  public func send(_ request: TransportRequest) async throws -> TransportResponse {
    // The base URL may have a path too.
    guard let path = answers.keys.first(where: request.url.path.hasSuffix), let answer = answers[path] else {
      throw URLError(.notConnectedToInternet)
    }
    return try await answer(request)
  }
}

extension Problem {
  /// Creates a problem for a test or a preview. An app shows its message and decides by its code.
  /// - Parameters:
  ///   - code: such as ``ErrorCode/authWrongPassword``.
  ///   - status: the HTTP status.
  ///   - userMessage: the text for the person.
  ///   - retryAfter: the seconds to wait; not nil means that a later attempt may succeed.
  public init(_ code: ErrorCode, status: Int = 400, userMessage: String = "", retryAfter: Int? = nil) {
    self.init(
      type: "urn:vestibule:\(code.rawValue)", status: status, code: code, title: code.rawValue, detail: "",
      userMessage: userMessage, retryable: retryAfter != nil, retryAfter: retryAfter)
  }
}

extension TransportResponse {
  fileprivate init(_ problem: Problem) throws {
    self.init(status: problem.status, body: try JSONEncoder.vestibule().encode(["error": problem]))
  }
}

extension TransportRequest {
  /// The members of a request as JSON, also those that are parameters of the URL.
  fileprivate func members() throws -> Data {
    if let body { return body }
    let items = URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems ?? []
    return try JSONEncoder().encode(Dictionary(items.map { ($0.name, $0.value ?? "") }, uniquingKeysWith: { $1 }))
  }
}
