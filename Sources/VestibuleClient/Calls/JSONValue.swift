// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A JSON value of a form that only the app knows, such as a profile's own fields or the details of a workout.
///
/// ```swift
/// let details = try JSONValue(encoding: LegDay(sets: 3, weights: [40, 45, 50]))
/// details["sets"]?.intValue                                // 3
/// details["weights"]?[0]?.doubleValue                      // 40
/// let legDay = try details.decoded(as: LegDay.self)
/// ```
public enum JSONValue: Hashable, Sendable {
  /// JSON's `null`, which is a value: a member that is left out is nil.
  case null
  /// JSON's `true` or `false`.
  case bool(Bool)
  /// A number in double precision. Whole numbers are exact up to 2^53.
  case number(Double)
  /// A text in Unicode.
  case string(String)
  /// A list of values, which may be of different kinds.
  case array([JSONValue])
  /// An object: values by their names, in no order.
  case object([String: JSONValue])

  /// The member of an object; nil for other values, and if there is none.
  public subscript(name: String) -> JSONValue? { objectValue?[name] }

  /// The item of a list, counted from 0; nil for other values, and outside of the list.
  public subscript(index: Int) -> JSONValue? {
    guard let items = arrayValue, items.indices.contains(index) else { return nil }
    return items[index]
  }

  /// The text; nil for other values.
  public var stringValue: String? { if case .string(let text) = self { text } else { nil } }

  /// The number; nil for other values.
  public var doubleValue: Double? { if case .number(let number) = self { number } else { nil } }

  /// The whole number; nil for other values, and for numbers with a fraction.
  public var intValue: Int? { doubleValue.flatMap { Int(exactly: $0) } }

  /// The truth value; nil for other values.
  public var boolValue: Bool? { if case .bool(let flag) = self { flag } else { nil } }

  /// The items of a list; nil for other values.
  public var arrayValue: [JSONValue]? { if case .array(let items) = self { items } else { nil } }

  /// The members of an object; nil for other values.
  public var objectValue: [String: JSONValue]? { if case .object(let members) = self { members } else { nil } }

  /// The JSON of a value, as `JSONEncoder.vestibule()` writes it.
  /// - Throws: an `EncodingError`.
  public init(encoding value: some Encodable) throws {
    self = try JSONDecoder.vestibule().decode(JSONValue.self, from: try JSONEncoder.vestibule().encode(value))
  }

  /// The value that this JSON describes, as `JSONDecoder.vestibule()` reads it.
  /// - Throws: a `DecodingError`.
  public func decoded<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
    try JSONDecoder.vestibule().decode(type, from: try JSONEncoder.vestibule().encode(self))
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
  /// `.string`, of a literal.
  public init(stringLiteral text: String) { self = .string(text) }
  /// `.number`, of a literal without a fraction.
  public init(integerLiteral number: Int) { self = .number(Double(number)) }
  /// `.number`, of a literal with a fraction.
  public init(floatLiteral number: Double) { self = .number(number) }
  /// `.bool`, of `true` or `false`.
  public init(booleanLiteral flag: Bool) { self = .bool(flag) }
  /// `.array`, of the items of a literal.
  public init(arrayLiteral items: JSONValue...) { self = .array(items) }
  /// `.object`, of the pairs of a literal. If a name occurs twice, the last value counts.
  public init(dictionaryLiteral members: (String, JSONValue)...) {
    self = .object(Dictionary(members, uniquingKeysWith: { $1 }))
  }
  /// `.null`, of `nil`.
  public init(nilLiteral: ()) { self = .null }
}

extension JSONValue: Codable {
  /// Reads any JSON value.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let flag = try? container.decode(Bool.self) {
      self = .bool(flag)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .string(text)
    } else if let items = try? container.decode([JSONValue].self) {
      self = .array(items)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  /// Writes the value. A whole number has no fraction.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let flag): try container.encode(flag)
    case .number(let number):
      if let whole = Int64(exactly: number) {
        try container.encode(whole)
      } else {
        try container.encode(number)
      }
    case .string(let text): try container.encode(text)
    case .array(let items): try container.encode(items)
    case .object(let members): try container.encode(members)
    }
  }
}
