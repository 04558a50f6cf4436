// SPDX-License-Identifier: Apache-2.0

import FormRules
import Foundation

/// JSON as the server writes and reads it. Timestamps are texts of RFC 3339.
enum WireFormat {
  /// Why a text is not an object of the server.
  enum Failure: Error {
    case notAnObject(JSONShape)
    /// It is missing, or of another type.
    case wrongMember(String)
    case notFinite
  }

  static func encode(_ members: JSONMembers) throws -> Data { Data(try json(of: members).canonicalLine) }

  static func encode(_ value: some JSONObject) throws -> Data { try encode(value.json) }

  static func decode(_ data: Data, as shape: JSONShape) throws -> JSONMembers {
    try members(in: try JSON(parsing: Array(data)), as: shape)
  }

  static func decode<Value: JSONObject>(_ type: Value.Type = Value.self, from data: Data) throws -> Value {
    Value(json: try decode(data, as: Value.shape))
  }

  // MARK: Reading

  static func members(in json: JSON, as shape: JSONShape) throws -> JSONMembers {
    guard case .object(let found) = json else { throw Failure.notAnObject(shape) }
    return JSONMembers(shape, try shape.members.map { try value(of: $0, in: found[$0.name]) })
  }

  // In line, this would be in its callers several times.
  @inline(never) private static func value(of member: JSONShape.Member, in json: JSON?) throws -> JSONMembers.Value {
    guard let json else {
      if member.isRequired { throw Failure.wrongMember(member.name) }
      return .absent
    }
    switch json {
    case .null where !member.isRequired: return member.isChange ? .removed : .absent
    case .array(let items) where member.isList: return .list(try items.map { try item(of: member, in: $0) })
    case .object(let found) where member.isMap: return try map(of: member, in: found)
    case _ where !member.isList && !member.isMap: return try item(of: member, in: json)
    default: throw Failure.wrongMember(member.name)
    }
  }

  @inline(never) private static func item(of member: JSONShape.Member, in json: JSON) throws -> JSONMembers.Value {
    guard let found = try value(of: member.kind, in: json) else { throw Failure.wrongMember(member.name) }
    return found
  }

  private static func map(of member: JSONShape.Member, in found: JSON.Members) throws -> JSONMembers.Value {
    if case .value = member.kind { return .value(JSONValue(.object(found))) }
    let pairs = try found.pairs.map { ($0.name, try item(of: member, in: $0.value)) }
    return .map(Dictionary(pairs, uniquingKeysWith: { $1 }))
  }

  /// - Returns: nil if the value has another type.
  private static func value(of kind: JSONShape.Member.Kind, in json: JSON) throws -> JSONMembers.Value? {
    switch kind {
    case .text: json.string.map { .text($0) }
    case .integer: json.integer.map { .integer($0) }
    case .number: json.double.map { .number($0) }
    case .flag: json.bool.map { .flag($0) }
    case .date: json.string.flatMap { Timestamp(rfc3339: $0) }.map { .date($0.date) }
    case .value: .value(JSONValue(json))
    case .object(let shape): .object(try members(in: json, as: shape))
    }
  }

  // MARK: Writing

  static func json(of members: JSONMembers) throws -> JSON {
    var pairs: [(name: String, value: JSON)] = []
    for (member, value) in zip(members.shape.members, members.values.dropFirst()) {
      if let json = try json(of: value) { pairs.append((member.name, json)) }
    }
    return .object(JSON.Members(pairs))
  }

  /// - Returns: nil if there is no value.
  private static func json(of value: JSONMembers.Value) throws -> JSON? {
    switch value {
    case .shape, .absent: nil
    case .removed: .null
    case .text(let text): .string(text)
    case .integer(let number): .number(String(number))
    case .number(let number): try JSONValue.number(number).json
    case .flag(let flag): .bool(flag)
    case .date(let date): .string(Timestamp(date).rfc3339)
    case .value(let value): try value.json
    case .object(let members): try json(of: members)
    case .list(let items): .array(try items.compactMap(json))
    case .map(let found):
      .object(JSON.Members(try found.compactMap { name, value in try json(of: value).map { (name, $0) } }))
    }
  }
}

extension JSONValue {
  init(_ json: JSON) {
    self =
      switch json {
      case .null: .null
      case .bool(let flag): .bool(flag)
      case .number(let digits): .number(Double(digits) ?? .nan)
      case .string(let text): .string(text)
      case .array(let items): .array(items.map(JSONValue.init))
      case .object(let found):
        .object(Dictionary(found.pairs.map { ($0.name, JSONValue($0.value)) }, uniquingKeysWith: { $1 }))
      }
  }

  /// A whole number has no fraction.
  var json: JSON {
    get throws {
      switch self {
      case .null: .null
      case .bool(let flag): .bool(flag)
      case .number(let number):
        if let whole = Int64(exactly: number) {
          .number(String(whole))
        } else if number.isFinite {
          .number(String(number))
        } else {
          throw WireFormat.Failure.notFinite
        }
      case .string(let text): .string(text)
      case .array(let items): .array(try items.map { try $0.json })
      case .object(let found): .object(JSON.Members(try found.map { ($0.key, try $0.value.json) }))
      }
    }
  }
}

extension Timestamp {
  init(_ date: Date) { self.init(milliseconds: Int((date.timeIntervalSince1970 * 1000).rounded())) }

  var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }
}
