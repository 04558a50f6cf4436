// SPDX-License-Identifier: Apache-2.0

/// The data of an event for one function. The types in `Generated/Functions` are written from functions.json.
public protocol FunctionRequest: JSONObject {
  /// The result of a granted event.
  associatedtype Answer: JSONObject

  /// The function that answers the request.
  static var function: FunctionCall { get }
}

/// How a function is called over HTTP.
public struct FunctionCall: Equatable, Sendable {
  /// Who may call a function.
  public enum Access: Hashable, Sendable {
    /// Anybody, without an access token.
    case everyone
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
  /// The method of the request.
  public let method: Method
  /// Who may call the function.
  public let access: Access

  @usableFromInline init(_ name: String, at path: String, _ method: Method = .post, for access: Access) {
    self.name = name
    self.path = path
    self.method = method
    self.access = access
  }
}

/// A request without its type: the work for a call is not generic, because a copy of it for each request would make an app
/// much larger.
struct Call: Sendable {
  let function: FunctionCall
  let members: JSONMembers
  /// The shape of the answer.
  let answer: JSONShape

  init<Request: FunctionRequest>(_ request: Request) {
    (function, members, answer) = (Request.function, request.json, Request.Answer.shape)
  }
}
