// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain
import HTTP

/// The side of AWS Lambda that a runtime talks to (docs.aws.amazon.com/lambda, "Runtime API").
struct RuntimeAPI {
  private let client: HTTPClient
  private let base: String

  /// - Throws: `service/misconfigured`, or `service/unavailable` where libcurl is not installed.
  init(_ settings: Settings) throws(Problem) {
    guard let authority = try settings["AWS_LAMBDA_RUNTIME_API"] else {
      throw .misconfigured("AWS_LAMBDA_RUNTIME_API", "is unset; Lambda sets it")
    }
    base = "http://\(authority)/2018-06-01/runtime"
    client = try HTTPClient()
  }

  /// An event that waits to be answered.
  struct Invocation {
    let id: String
    /// In milliseconds since 1970.
    let deadline: Int
    /// Of AWS X-Ray.
    let traceHeader: String?
    let payload: [UInt8]
  }

  /// What an invocation gets back.
  enum Reply {
    case answer(JSON)
    /// An invocation that nobody waits for comes again.
    case failure(type: String, message: String)
  }

  /// libcurl counts milliseconds in an `int`: to 24 days.
  private static let forever = Duration.days(20)
  /// Lambda takes and gives 6 MB; what is around a request of that size comes on top.
  private static let maximumPayload = 8 << 20

  /// Waits for the next event, for as long as it takes.
  func next() throws(Problem) -> Invocation {
    let response = try client.call(
      local: base + "/invocation/next", receiving: Self.maximumPayload, by: Deadline(in: Self.forever))
    guard response.status == 200, let id = response.header("lambda-runtime-aws-request-id"),
      let deadline = response.header("lambda-runtime-deadline-ms").flatMap({ Int($0) })
    else { throw .unavailable("Lambda gave no event", cause: "status \(response.status)") }
    return Invocation(
      id: id, deadline: deadline, traceHeader: response.header("lambda-runtime-trace-id"), payload: response.body)
  }

  func reply(_ reply: Reply, to invocation: Invocation) throws(Problem) {
    switch reply {
    case .answer(let body):
      // What is too large for Lambda is refused there, and the invocation still has to end.
      if try post("invocation/\(invocation.id)/response", body) == 413 {
        try self.reply(.failure(type: "event/too-large", message: "the answer is too large for Lambda"), to: invocation)
      }
    case .failure(let type, let message): try fail("invocation/\(invocation.id)/error", type, message)
    }
  }

  /// Says that no event can be answered.
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
