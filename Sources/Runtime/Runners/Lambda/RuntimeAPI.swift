// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain
import HTTP

/// The interface of AWS Lambda for runtimes (docs.aws.amazon.com/lambda, "Runtime API").
struct RuntimeAPI {
  private let client: HTTPClient
  private let base: String

  /// - Throws: `service/misconfigured`, or `service/unavailable` if libcurl is not installed.
  init(_ settings: Settings) throws(Problem) {
    guard let authority = try settings["AWS_LAMBDA_RUNTIME_API"] else {
      throw .misconfigured("AWS_LAMBDA_RUNTIME_API", "is unset; Lambda sets it")
    }
    base = "http://\(authority)/2018-06-01/runtime"
    client = try HTTPClient()
  }

  /// An event that has to be answered.
  struct Invocation {
    let id: String
    /// Milliseconds since 1970.
    let deadline: Int
    /// The trace header of AWS X-Ray.
    let traceHeader: String?
    let payload: [UInt8]
  }

  /// The reply to an invocation.
  enum Reply {
    case answer(JSON)
    /// Lambda repeats a failed asynchronous invocation.
    case failure(type: String, message: String)
  }

  /// libcurl counts milliseconds in an `int`, which is at most 24 days.
  private static let forever = Duration.days(20)
  /// Lambda's payloads have at most 6 MB. The members around a request are added to that.
  private static let maximumPayload = 8 << 20

  /// Waits for the next event without a time limit.
  func next() throws(Problem) -> Invocation {
    let response = try client.call(
      local: base + "/invocation/next", receiving: Self.maximumPayload, by: Deadline(in: Self.forever))
    guard response.status == 200, let id = response.header("lambda-runtime-aws-request-id"),
      let deadline = response.header("lambda-runtime-deadline-ms").flatMap({ Int($0) })
    else { throw .unavailable("Lambda returned no event", cause: "status \(response.status)") }
    return Invocation(
      id: id, deadline: deadline, traceHeader: response.header("lambda-runtime-trace-id"), payload: response.body)
  }

  func reply(_ reply: Reply, to invocation: Invocation) throws(Problem) {
    switch reply {
    case .answer(let body):
      // Lambda refuses an answer that is too large, and the invocation has to end nevertheless.
      if try post("invocation/\(invocation.id)/response", body) == 413 {
        try self.reply(.failure(type: "event/too-large", message: "the answer is too large for Lambda"), to: invocation)
      }
    case .failure(let type, let message): try fail("invocation/\(invocation.id)/error", type, message)
    }
  }

  /// Reports that no event can be answered.
  func failInitialisation(_ problem: Problem) throws(Problem) {
    try fail("init/error", problem.code.rawValue, problem.detail)
  }

  private func fail(_ path: String, _ type: String, _ message: String) throws(Problem) {
    let body: JSON = ["errorMessage": .string(message), "errorType": .string(type), "stackTrace": []]
    _ = try post(path, body, headers: ["Lambda-Runtime-Function-Error-Type: \(type)"])
  }

  /// - Returns: the status of the response.
  private func post(_ path: String, _ body: JSON, headers: [String] = []) throws(Problem) -> Int {
    try client.call(
      local: "\(base)/\(path)", headers: ["Content-Type: application/json"] + headers, body: body.line,
      by: Deadline(in: .seconds(30))
    ).status
  }
}
