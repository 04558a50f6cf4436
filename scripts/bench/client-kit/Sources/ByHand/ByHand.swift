// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The same call as the kit's `get-account`, by hand: URLSession and Codable.
public struct ClientByHand: Sendable {
  struct Body: Codable, Sendable {}

  struct Account: Codable, Sendable {
    struct Consent: Codable, Sendable { var guardian: String }
    var id: String
    var email: String?
    var emailVerified: Bool
    var displayName: String
    var locale: String?
    var role: String
    var status: String
    var profile: [String: String]
    var consent: Consent
    var createdAt: Date
  }

  struct Answer: Codable, Sendable {
    var account: Account
    var state: String
    var missing: [String]
    var invitations: [String]
    var clients: [String]
    var providers: [String]
    var updatedAt: Date
  }

  private let url: URL
  private let session: URLSession

  public init(_ baseURL: URL) {
    url = baseURL.appendingPathComponent("get-account")
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpCookieStorage = nil
    configuration.urlCache = nil
    session = URLSession(configuration: configuration)
  }

  /// Only the bytes.
  public func bytes() async throws -> Data {
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.httpBody = try JSONEncoder().encode(Body())
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.setValue("application/json", forHTTPHeaderField: "Accept")
    request.setValue("en", forHTTPHeaderField: "Accept-Language")
    request.setValue("Bearer token", forHTTPHeaderField: "Authorization")
    request.setValue(UUID().uuidString, forHTTPHeaderField: "Idempotency-Key")
    let (data, response) = try await session.data(for: request)
    guard (response as? HTTPURLResponse)?.statusCode == 200 else { throw URLError(.badServerResponse) }
    return data
  }

  /// The display name of the decoded answer.
  public func call() async throws -> String {
    try decode(try await bytes())
  }

  public func decode(_ data: Data) throws -> String {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return try decoder.decode(Answer.self, from: data).account.displayName
  }
}
