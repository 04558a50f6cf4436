// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Sends HTTP requests. The kit has one on URLSession; tests have their own.
public protocol Transport: Sendable {
  /// Sends a request, once.
  /// - Throws: any error if there is no complete answer: the request may have taken effect, or not.
  func send(_ request: TransportRequest) async throws -> TransportResponse
}

/// An HTTP request.
public struct TransportRequest: Sendable {
  /// The complete URL.
  public var url: URL
  /// `GET` or `POST`.
  public var method: String
  /// The header fields, by their names.
  public var headers: [String: String]
  /// The JSON of the request; nil for GET, whose URL has the members.
  public var body: Data?

  /// Creates a request, such as for a transport that changes what it sends.
  public init(url: URL, method: String, headers: [String: String] = [:], body: Data? = nil) {
    self.url = url
    self.method = method
    self.headers = headers
    self.body = body
  }
}

/// An HTTP response.
public struct TransportResponse: Sendable {
  /// The status code, such as 200.
  public var status: Int
  /// The header fields, with names in lower case.
  public var headers: [String: String]
  /// What the server sent: JSON, unless something between has answered.
  public var body: Data

  /// Creates a response.
  /// - Parameters:
  ///   - status: such as 200.
  ///   - headers: with names in any case.
  ///   - body: what the server sent.
  public init(status: Int, headers: [String: String] = [:], body: Data = Data()) {
    self.status = status
    self.headers = Dictionary(headers.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { $1 })
    self.body = body
  }
}
