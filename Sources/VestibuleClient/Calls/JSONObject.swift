// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A JSON object of the server with typed members: a request, a result, or a part of one.
///
/// The types in `Generated` are views of ``JSONMembers``: reading, writing and comparing are written once for
/// all of them, because synthesised code for each type would make an app megabytes larger.
public protocol JSONObject: Sendable {
  /// The names and types of the members.
  static var shape: JSONShape { get }

  /// The values of the members.
  var json: JSONMembers { get }

  /// The object with these members, which have the shape of the type.
  init(json: JSONMembers)
}

extension JSONObject {
  /// Two objects are equal if they have equal members.
  @inline(__always) public static func == (one: Self, other: Self) -> Bool { one.json == other.json }

  /// Reads an object as the server writes it.
  /// - Throws: an error if it is not JSON, a required member is missing, or a member has another type. Members that this
  ///   version does not know are left out.
  public init(data: Data) throws {
    self.init(json: try WireFormat.decode(data, as: Self.shape))
  }

  /// The object as JSON. Its members are sorted by name, and timestamps are texts of RFC 3339.
  /// - Throws: an error if a number is not finite.
  public func data() throws -> Data { try WireFormat.encode(json) }
}

/// A text of a closed list, such as a code. A later server may have values that this version does not know.
public protocol OpenEnumeration: Sendable {
  /// The text.
  var rawValue: String { get }

  /// The value with this text, also if this version does not know it.
  init(rawValue: String)
}

extension JSONObject {
  @_alwaysEmitIntoClient mutating func update(_ change: (inout JSONMembers) -> Void) {
    var changed = json
    change(&changed)
    self = Self(json: changed)
  }
}

extension OpenEnumeration {
  /// A value that this version of the kit does not know.
  public static func other(_ text: String) -> Self { Self(rawValue: text) }

  /// Two values are equal if they have the same text.
  @inline(__always) public static func == (one: Self, other: Self) -> Bool { one.rawValue == other.rawValue }

  /// Hashes the text.
  public func hash(into hasher: inout Hasher) { rawValue.hash(into: &hasher) }

  /// A hash of the text.
  public var hashValue: Int { rawValue.hashValue }
}

/// A change of a value that can be removed.
public enum Change<Value: Equatable & Sendable>: Equatable, Sendable {
  /// The new value.
  case set(Value)
  /// Removes the value: JSON's null.
  case remove
}

/// The text of an ``OpenEnumeration``. It is one reference, because copies of a text itself are code of each type.
struct EnumerationText: Sendable {
  private final class Storage: Sendable {
    let value: String
    init(_ value: String) { self.value = value }
  }

  private let storage: Storage

  @inline(never) init(_ value: String) { storage = Storage(value) }

  var value: String { @inline(never) get { storage.value } }
}
