// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What an app sends to one function. There is one for each function: `sign-in` answers a ``SignInRequest`` with a
/// ``SignInResult``.
public protocol FunctionRequest: Codable, Equatable, Sendable {
  /// What the function answers if it grants the request.
  associatedtype Answer: Codable, Equatable, Sendable

  /// The function that answers the request.
  static var function: FunctionCall { get }

  /// What a granted answer changes of the session that made the call.
  /// - Parameters:
  ///   - answer: what the function answered.
  ///   - date: when the answer came.
  func sessionEffect(of answer: Answer, at date: Date) -> SessionEffect
}

/// A request that only reads, such as a ``ListWorkoutsRequest``. ``Session/read(_:)`` keeps the last answer for use
/// without a connection.
public protocol ReadingRequest: FunctionRequest {}

/// How a function is called over HTTP.
public struct FunctionCall: Equatable, Sendable {
  /// Who may call a function.
  public enum Access: Hashable, Sendable {
    /// Anybody, without an access token.
    case anyone
    /// Anybody; with an access token the answer may differ.
    case sessionIfAny
    /// Callers with an access token.
    case session
  }

  /// The method of the request.
  public enum Method: String, Hashable, Sendable {
    /// Without a body: the members of the request are parameters of the URL.
    case get = "GET"
    /// With the request as JSON.
    case post = "POST"
  }

  /// The name of the function, such as `sign-in`.
  public let name: String
  /// The path below the base URL, such as `/sign-in`.
  public let path: String
  /// `GET` for what caches may keep, such as the app configuration; `POST` otherwise.
  public let method: Method
  /// Who may call the function.
  public let access: Access

  init(_ name: String, at path: String, _ method: Method = .post, for access: Access) {
    self.name = name
    self.path = path
    self.method = method
    self.access = access
  }
}
