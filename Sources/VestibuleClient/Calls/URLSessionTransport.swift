// SPDX-License-Identifier: Apache-2.0

public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// Sends requests with URLSession, without cookies and caches: tokens must not be stored where the app does not know.
public struct URLSessionTransport: Transport {
  private let session: URLSession

  /// A transport with its own URLSession.
  /// - Parameter timeout: the seconds without data after which a request fails.
  public init(timeout: TimeInterval = 30) {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = timeout
    configuration.httpCookieStorage = nil
    configuration.urlCache = nil
    configuration.httpShouldSetCookies = false
    session = URLSession(configuration: configuration)
  }

  /// A transport with a URLSession of the app, such as one that pins certificates.
  public init(_ session: URLSession) { self.session = session }

  /// Sends a request, once.
  public func send(_ request: TransportRequest) async throws -> TransportResponse {
    var sent = URLRequest(url: request.url)
    sent.httpMethod = request.method
    sent.httpBody = request.body
    for (name, value) in request.headers { sent.setValue(value, forHTTPHeaderField: name) }
    let (body, response) = try await session.data(for: sent)
    guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
    // The kit reads header fields of refusals only.
    guard response.statusCode != 200 else { return TransportResponse(status: 200, body: body) }
    let headers = response.allHeaderFields.compactMap { name, value in
      (name as? String).map { ($0, "\(value)") }
    }
    return TransportResponse(
      status: response.statusCode, headers: Dictionary(headers, uniquingKeysWith: { $1 }), body: body)
  }
}
