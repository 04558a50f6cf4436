// SPDX-License-Identifier: Apache-2.0

/// A change of a value that can also be removed, such as the telephone number of an account.
///
/// A request has an optional change, so there are three cases:
///
/// ```swift
/// UpdateAccountRequest(phone: .set("+1 555 123 4567"))  // {"phone": "+1 555 123 4567"}
/// UpdateAccountRequest(phone: .remove)                  // {"phone": null}
/// UpdateAccountRequest(phone: nil)                      // {}: the number stays
/// ```
public enum Change<Value: Codable & Equatable & Sendable>: Equatable, Sendable {
  /// The new value.
  case set(Value)
  /// Removes the value: JSON's null.
  case remove
}

extension Change: Hashable where Value: Hashable {}

extension Change: Codable {
  /// Reads null as `remove`, and other values as `set`.
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

extension KeyedDecodingContainer<MemberName> {
  /// A member whose null is another value than no member.
  @inline(never)
  func optional<Value>(_ name: MemberName) throws -> Change<Value>? {
    contains(name) ? try decode(Change<Value>.self, forKey: name) : nil
  }
}
