// SPDX-License-Identifier: Apache-2.0

/// The data of an event for one function. The types in `Generated/Functions` are written from functions.json.
public protocol FunctionRequest: Codable, Hashable, Sendable {
  /// The result of a granted event.
  associatedtype Answer: Codable & Sendable

  /// The function that answers the request.
  static var function: FunctionCall { get }
}

/// How a function is called over HTTP.
public struct FunctionCall: Hashable, Sendable {
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

  init(_ name: String, at path: String, _ method: Method = .post, for access: Access) {
    self.name = name
    self.path = path
    self.method = method
    self.access = access
  }
}

/// A change of a value that can be removed.
public enum Change<Value: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
  /// The new value.
  case set(Value)
  /// Removes the value: JSON's null.
  case remove

  /// Reads a value, or null.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    self = container.decodeNil() ? .remove : .set(try container.decode(Value.self))
  }

  /// Writes the value, or null.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .set(let value): try container.encode(value)
    case .remove: try container.encodeNil()
    }
  }
}
