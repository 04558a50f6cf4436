// SPDX-License-Identifier: Apache-2.0

import Foundation

@testable import VestibuleClient

/// A transport whose answers a test gives.
actor StubTransport: Transport {
  typealias Handler = @Sendable (TransportRequest, _ number: Int) async throws -> TransportResponse

  private(set) var requests: [TransportRequest] = []
  private let handler: Handler

  init(_ handler: @escaping Handler) { self.handler = handler }

  func send(_ request: TransportRequest) async throws -> TransportResponse {
    requests.append(request)
    return try await handler(request, requests.count)
  }

  /// The requests to a function.
  func requests(to path: String) -> [TransportRequest] { requests.filter { $0.url.path == path } }
}

struct LostConnection: Error {}

extension TransportResponse {
  static func granted(_ json: String) -> TransportResponse { TransportResponse(status: 200, body: Data(json.utf8)) }

  static func refused(_ code: String, _ status: Int, _ more: String = "") -> TransportResponse {
    let json = """
      {"error":{"type":"urn:vestibule:\(code)","status":\(status),"code":"\(code)","title":"T","detail":"D",\
      "userMessage":"M","retryable":\(status == 503 || status == 429)\(more)}}
      """
    return TransportResponse(status: status, body: Data(json.utf8))
  }
}

/// The times between attempts, which pass at once.
actor Pauses {
  private(set) var all: [Duration] = []
  func add(_ pause: Duration) { all.append(pause) }
}

extension VestibuleServer {
  static func stub(_ transport: StubTransport, pauses: Pauses = Pauses()) -> VestibuleServer {
    var retries = RetryRules()
    retries.sleep = { await pauses.add($0) }
    return VestibuleServer(
      baseURL: URL(string: "https://app.example/v")!, language: "de", transport: transport, retries: retries)
  }
}
