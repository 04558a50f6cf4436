// SPDX-License-Identifier: Apache-2.0

/// The name of a member in JSON, of every type that is written from functions.json.
struct MemberName: CodingKey, ExpressibleByStringLiteral {
  let stringValue: String

  init(stringLiteral name: String) { stringValue = name }

  init(stringValue name: String) { stringValue = name }

  /// Members have no numbers.
  var intValue: Int? { nil }

  init?(intValue: Int) { nil }
}

extension KeyedDecodingContainer<MemberName> {
  @inline(never)
  func required<Value: Decodable>(_ name: MemberName) throws -> Value { try decode(Value.self, forKey: name) }

  /// Nil for null, too.
  @inline(never)
  func optional<Value: Decodable>(_ name: MemberName) throws -> Value? { try decodeIfPresent(Value.self, forKey: name) }
}

extension KeyedEncodingContainer<MemberName> {
  @inline(never)
  mutating func write(_ value: some Encodable, _ name: MemberName) throws { try encode(value, forKey: name) }

  @inline(never)
  mutating func writeIfPresent(_ value: (some Encodable)?, _ name: MemberName) throws {
    try encodeIfPresent(value, forKey: name)
  }
}
