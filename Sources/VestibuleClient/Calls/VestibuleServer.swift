// SPDX-License-Identifier: Apache-2.0

public import Foundation
import VestibuleJSON

/// The server of an app: calls its functions.
///
/// Each call has an `Idempotency-Key` of its own, and is repeated when the connection is lost and when the server is
/// temporarily unavailable: the server answers a repeated call without a second effect.
///
/// Functions that need a session are called by ``Session``, which adds the access token.
public struct VestibuleServer: Sendable {
  /// The URL to which the paths of functions are added, such as `https://app.example.com`.
  public let baseURL: URL
  /// The language of messages for the person, such as `de`; nil for the server's first language.
  public var language: String?
  /// When calls are repeated.
  public var retries: RetryRules
  private let transport: any Transport
  private let urls: FunctionURLs

  /// Describes the server; nothing is sent.
  /// - Parameters:
  ///   - baseURL: where the functions are, such as `https://app.example.com`; it may have a path.
  ///   - language: of the messages for the person, such as `de`; nil for the server's first language.
  ///   - transport: sends the requests; one of the app may pin certificates.
  ///   - retries: when calls are repeated.
  public init(
    baseURL: URL, language: String? = nil, transport: any Transport = URLSessionTransport(),
    retries: RetryRules = RetryRules()
  ) {
    self.baseURL = baseURL
    self.language = language
    self.transport = transport
    self.retries = retries
    urls = FunctionURLs(baseURL)
  }

  /// Calls a function.
  /// - Parameters:
  ///   - request: what to send, such as a ``SignInRequest``. Its type decides the function.
  ///   - accessToken: of a session; functions for everybody need none.
  ///   - botToken: of the widget that the policy's `botCheck` names. A function that is called by GET changes nothing,
  ///     and gets none.
  ///   - idempotencyKey: identifies the call. Give the key of an earlier call to repeat that call. A function that is
  ///     called by GET gets none.
  /// - Returns: the result of the granted request.
  public func call<Request: FunctionRequest>(
    _ request: Request, accessToken: String? = nil, botToken: String? = nil,
    idempotencyKey: String = UUID().uuidString
  ) async throws(VestibuleError) -> Request.Answer {
    let sent = try transportRequest(request, accessToken, botToken, idempotencyKey)
    let response = try await granted(sent)
    do {
      return try JSONDecoder.vestibule().decode(Request.Answer.self, from: response.body)
    } catch {
      throw failure(of: response, reason: "\(error)")
    }
  }

  /// Sends a request until it is answered.
  /// - Returns: a response with the status 200.
  private func granted(_ request: TransportRequest) async throws(VestibuleError) -> TransportResponse {
    var attempt = 1
    while true {
      let failure: VestibuleError
      do throws(VestibuleError) {
        let response = try await response(to: request)
        if response.status == 200 { return response }
        throw self.failure(of: response)
      } catch {
        failure = error
      }
      guard failure.isRepeatable(by: retries),
        let pause = retries.pause(after: attempt, retryAfter: failure.retryAfter)
      else { throw failure }
      do { try await retries.sleep(pause) } catch { throw .cancelled }
      attempt += 1
    }
  }

  private func response(to request: TransportRequest) async throws(VestibuleError) -> TransportResponse {
    if Task.isCancelled { throw .cancelled }
    do {
      return try await transport.send(request)
    } catch {
      if Task.isCancelled || error is CancellationError { throw .cancelled }
      throw .unreachable("\(error)")
    }
  }

  private func transportRequest<Request: FunctionRequest>(
    _ request: Request, _ accessToken: String?, _ botToken: String?, _ idempotencyKey: String
  ) throws(VestibuleError) -> TransportRequest {
    let function = Request.function
    var headers = ["Accept": "application/json"]
    headers["Accept-Language"] = language
    headers["Authorization"] = accessToken.map { "Bearer \($0)" }
    let url = urls.url(of: function)
    let body: Data
    do { body = try JSONEncoder.vestibule().encode(request) } catch { throw .invalidRequest("\(error)") }
    guard function.method == .post else {
      return TransportRequest(url: url.adding(query: body), method: function.method.rawValue, headers: headers)
    }
    headers["Content-Type"] = "application/json"
    headers["Idempotency-Key"] = idempotencyKey
    headers["X-Bot-Token"] = botToken
    return TransportRequest(url: url, method: function.method.rawValue, headers: headers, body: body)
  }

  /// The error of a response that is not the result of a function.
  /// - Parameter reason: why it is none.
  private func failure(
    of response: TransportResponse, reason: String = "it is not the server's error"
  ) -> VestibuleError {
    if var problem = try? JSONDecoder.vestibule().decode(Refusal.self, from: response.body).error {
      problem.retryAfter = problem.retryAfter ?? response.headers["retry-after"].flatMap { Int($0) }
      return .refused(problem)
    }
    // A proxy whose server did not answer.
    if [502, 503, 504].contains(response.status) { return .unreachable("the status is \(response.status)") }
    return .unintelligible(status: response.status, reason: reason)
  }
}

/// The answer to a request that is not granted.
private struct Refusal: Decodable {
  let error: Problem
}

/// The URLs of functions. URLSession prepares each URL value once, which is slower than the rest of the kit's work for
/// a call.
///
/// It is unchecked because of the lock: `Mutex` needs iOS 18.
private final class FunctionURLs: @unchecked Sendable {
  private let baseURL: URL
  private let lock = NSLock()
  private var urls: [String: URL] = [:]

  init(_ baseURL: URL) { self.baseURL = baseURL }

  func url(of function: FunctionCall) -> URL {
    lock.withLock {
      if let known = urls[function.path] { return known }
      let url = baseURL.appendingPathComponent(String(function.path.dropFirst()))
      urls[function.path] = url
      return url
    }
  }
}

extension VestibuleError {
  /// Whether the same call may be sent again: it was not answered.
  fileprivate func isRepeatable(by rules: RetryRules) -> Bool {
    switch self {
    case .unreachable: rules.repeatsUnreachable
    case .refused(let problem): problem.status == 503
    default: false
    }
  }
}

extension URL {
  /// This URL with the texts, numbers and flags of a JSON object as parameters. A query has no form for lists and
  /// objects, and no function that is called by GET takes any.
  fileprivate func adding(query body: Data) -> URL {
    let pairs = (try? JSON(parsing: Array(body)))?.members?.sortedPairs ?? []
    guard !pairs.isEmpty, var parts = URLComponents(url: self, resolvingAgainstBaseURL: false) else { return self }
    parts.queryItems = pairs.compactMap { (name, value) -> URLQueryItem? in
      switch value {
      case .string(let text): URLQueryItem(name: name, value: text)
      case .number, .bool: URLQueryItem(name: name, value: value.text)
      default: nil
      }
    }
    return parts.url ?? self
  }
}
