// SPDX-License-Identifier: Apache-2.0

import Domain

/// The result of a function.
public protocol FunctionOutput {
  /// The result as it is written, an object with the members that functions.json says.
  var json: JSON { get }
}

/// The answer to an event that was granted. A refusal is thrown, also when it is given again.
public enum Answer<Output: FunctionOutput> {
  /// The event was decided now.
  case new(Output)
  /// The event came before, and this is the result that it got then.
  case remembered(JSON)

  /// The result as it is written.
  public var json: JSON {
    switch self {
    case .new(let output): output.json
    case .remembered(let json): json
    }
  }
}

/// An answer in the shape that the sender of the event expects.
public struct PlatformAnswer {
  public let json: JSON
  /// The status of an HTTP response with it, unless it is a page, which has its own.
  public let status: Int

  public init(json: JSON, status: Int = 200) {
    self.json = json
    self.status = status
  }

  /// The answer in our own shape.
  public init(_ result: FunctionResult) { self.init(json: result.json, status: result.status) }
}

/// A result that is a sentence for a person.
public struct MessageOutput: FunctionOutput {
  let message: String

  public var json: JSON { ["message": .string(message)] }
}

/// A result that is a JSON document of a format of its own.
public struct JSONDocument: FunctionOutput {
  public let json: JSON

  init(_ json: JSON) { self.json = json }
}

/// The result of a function that refuses every event.
extension Never: FunctionOutput {
  public var json: JSON { switch self {} }
}
