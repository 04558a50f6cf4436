// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The values of the members of a ``JSONObject``, which its properties read and change.
public struct JSONMembers: Equatable, Sendable, CustomStringConvertible {
  enum Value: Equatable, Sendable {
    /// The first value: what the others are.
    case shape(JSONShape)
    case absent
    /// A ``Change`` that removes the value.
    case removed
    case text(String)
    case integer(Int)
    case number(Double)
    case flag(Bool)
    case date(Date)
    case value(JSONValue)
    case object(JSONMembers)
    case list([Value])
    case map([String: Value])
  }

  /// The shape, and the members in its order. One reference, so that copies of objects are small code.
  var values: [Value]

  /// No members.
  @usableFromInline init(_ shape: JSONShape) {
    values = Array(repeating: .absent, count: shape.members.count + 1)
    values[0] = .shape(shape)
  }

  init(_ shape: JSONShape, _ members: [Value]) { values = [.shape(shape)] + members }

  /// The shape of the object.
  public var shape: JSONShape {
    if case .shape(let shape) = values[0] { shape } else { preconditionFailure("these members have no shape") }
  }

  /// Two objects are equal if they have equal members. (In line, it would be code of each type.)
  @inline(never) public static func == (one: JSONMembers, other: JSONMembers) -> Bool { one.values == other.values }

  /// The object as JSON.
  public var description: String { (try? WireFormat.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "" }

  /// A required member is there: reading an object and creating one make sure of it.
  private func required<Found>(_ found: Found?, _ index: Int) -> Found {
    guard let found else { preconditionFailure("\(shape.name) lacks \(shape.members[index].name)") }
    return found
  }
}

// MARK: Members by their position, for the properties of generated types

extension JSONMembers {
  @usableFromInline subscript(text index: Int) -> String? {
    get { if case .text(let text) = values[index + 1] { text } else { nil } }
    set { values[index + 1] = newValue.map(Value.text) ?? .absent }
  }

  @usableFromInline subscript(text index: Int) -> String {
    get { required(self[text: index], index) }
    set { values[index + 1] = .text(newValue) }
  }

  @usableFromInline subscript(integer index: Int) -> Int? {
    get { if case .integer(let number) = values[index + 1] { number } else { nil } }
    set { values[index + 1] = newValue.map(Value.integer) ?? .absent }
  }

  @usableFromInline subscript(integer index: Int) -> Int {
    get { required(self[integer: index], index) }
    set { values[index + 1] = .integer(newValue) }
  }

  @usableFromInline subscript(number index: Int) -> Double? {
    get { if case .number(let number) = values[index + 1] { number } else { nil } }
    set { values[index + 1] = newValue.map(Value.number) ?? .absent }
  }

  @usableFromInline subscript(number index: Int) -> Double {
    get { required(self[number: index], index) }
    set { values[index + 1] = .number(newValue) }
  }

  @usableFromInline subscript(flag index: Int) -> Bool? {
    get { if case .flag(let flag) = values[index + 1] { flag } else { nil } }
    set { values[index + 1] = newValue.map(Value.flag) ?? .absent }
  }

  @usableFromInline subscript(flag index: Int) -> Bool {
    get { required(self[flag: index], index) }
    set { values[index + 1] = .flag(newValue) }
  }

  @usableFromInline subscript(date index: Int) -> Date? {
    get { if case .date(let date) = values[index + 1] { date } else { nil } }
    set { values[index + 1] = newValue.map(Value.date) ?? .absent }
  }

  @usableFromInline subscript(date index: Int) -> Date {
    get { required(self[date: index], index) }
    set { values[index + 1] = .date(newValue) }
  }

  @usableFromInline subscript(values index: Int) -> [String: JSONValue]? {
    get {
      guard case .value(.object(let found)) = values[index + 1] else { return nil }
      return found
    }
    set { values[index + 1] = newValue.map { .value(.object($0)) } ?? .absent }
  }

  @usableFromInline subscript(values index: Int) -> [String: JSONValue] {
    get { required(self[values: index], index) }
    set { values[index + 1] = .value(.object(newValue)) }
  }

  @usableFromInline subscript(texts index: Int) -> [String]? {
    get { self[list: index]?.compactMap { if case .text(let text) = $0 { text } else { nil } } }
    set { self[list: index] = newValue?.map(Value.text) }
  }

  @usableFromInline subscript(texts index: Int) -> [String] {
    get { required(self[texts: index], index) }
    set { self[list: index] = newValue.map(Value.text) }
  }

  @usableFromInline subscript(textsByName index: Int) -> [String: String] {
    get {
      guard case .map(let found) = values[index + 1] else { return [:] }
      return found.compactMapValues { if case .text(let text) = $0 { text } else { nil } }
    }
    set { values[index + 1] = .map(newValue.mapValues(Value.text)) }
  }

  @usableFromInline subscript(members index: Int) -> JSONMembers? {
    get { if case .object(let found) = values[index + 1] { found } else { nil } }
    set { values[index + 1] = newValue.map(Value.object) ?? .absent }
  }

  @usableFromInline subscript(members index: Int) -> JSONMembers {
    get { required(self[members: index], index) }
    set { values[index + 1] = .object(newValue) }
  }

  @usableFromInline subscript(memberLists index: Int) -> [JSONMembers]? {
    get { self[list: index]?.compactMap { if case .object(let found) = $0 { found } else { nil } } }
    set { self[list: index] = newValue?.map(Value.object) }
  }

  @usableFromInline subscript(textChange index: Int) -> Change<String>? {
    get {
      switch values[index + 1] {
      case .removed: .remove
      case .text(let text): .set(text)
      default: nil
      }
    }
    set {
      values[index + 1] = newValue.map { if case .set(let text) = $0 { .text(text) } else { .removed } } ?? .absent
    }
  }

  @usableFromInline subscript(dateChange index: Int) -> Change<Date>? {
    get {
      switch values[index + 1] {
      case .removed: .remove
      case .date(let date): .set(date)
      default: nil
      }
    }
    set {
      values[index + 1] = newValue.map { if case .set(let date) = $0 { .date(date) } else { .removed } } ?? .absent
    }
  }

  private subscript(list index: Int) -> [Value]? {
    get { if case .list(let items) = values[index + 1] { items } else { nil } }
    set { values[index + 1] = newValue.map(Value.list) ?? .absent }
  }
}

// MARK: Members of generated types. Compiled where they are used: each type would have its own copies.

extension JSONMembers {
  @_alwaysEmitIntoClient subscript<Object: JSONObject>(object index: Int) -> Object {
    get { Object(json: self[members: index]) }
    set { self[members: index] = newValue.json }
  }

  @_alwaysEmitIntoClient subscript<Object: JSONObject>(object index: Int) -> Object? {
    get { (self[members: index] as JSONMembers?).map { Object(json: $0) } }
    set { self[members: index] = newValue?.json }
  }

  @_alwaysEmitIntoClient subscript<Object: JSONObject>(objects index: Int) -> [Object] {
    get { (self[memberLists: index] ?? []).map { Object(json: $0) } }
    set { self[memberLists: index] = newValue.map { $0.json } }
  }

  @_alwaysEmitIntoClient subscript<Object: JSONObject>(objects index: Int) -> [Object]? {
    get { self[memberLists: index]?.map { Object(json: $0) } }
    set { self[memberLists: index] = newValue?.map { $0.json } }
  }

  @_alwaysEmitIntoClient subscript<Choice: OpenEnumeration>(choice index: Int) -> Choice {
    get { Choice(rawValue: self[text: index]) }
    set { self[text: index] = newValue.rawValue }
  }

  @_alwaysEmitIntoClient subscript<Choice: OpenEnumeration>(choice index: Int) -> Choice? {
    get { (self[text: index] as String?).map { Choice(rawValue: $0) } }
    set { self[text: index] = newValue?.rawValue }
  }

  @_alwaysEmitIntoClient subscript<Choice: OpenEnumeration>(choices index: Int) -> [Choice] {
    get { (self[texts: index] as [String]).map { Choice(rawValue: $0) } }
    set { self[texts: index] = newValue.map { $0.rawValue } }
  }

  @_alwaysEmitIntoClient subscript<Choice: OpenEnumeration>(choices index: Int) -> [Choice]? {
    get { (self[texts: index] as [String]?)?.map { Choice(rawValue: $0) } }
    set { self[texts: index] = newValue?.map { $0.rawValue } }
  }
}
