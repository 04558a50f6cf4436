// SPDX-License-Identifier: Apache-2.0

/// A JSON value (RFC 8259) that keeps its source: the order of members and the digits of numbers. A value that is
/// stored and returned is the same value.
package enum JSON: Equatable, Sendable {
  case null
  case bool(Bool)
  /// The number as written, such as `1`, `1.0` or `6.02e23`.
  case number(String)
  case string(String)
  case array([JSON])
  case object(Members)

  /// The members of an object in source order. No name occurs twice.
  package struct Members: Equatable, Sendable {
    package internal(set) var pairs: [(name: String, value: JSON)]

    package init(_ pairs: [(name: String, value: JSON)] = []) { self.pairs = pairs }

    /// The value of a member, which may be null; nil if there is no such member. Setting nil removes the member.
    package subscript(name: String) -> JSON? {
      get {
        // `first(where:)` would retain and release each pair.
        for index in pairs.indices where pairs[index].name == name { return pairs[index].value }
        return nil
      }
      set {
        let index = pairs.firstIndex { $0.name == name }
        switch (index, newValue) {
        case (let index?, let value?): pairs[index].value = value
        case (let index?, nil): pairs.remove(at: index)
        case (nil, let value?): pairs.append((name, value))
        case (nil, nil): break
        }
      }
    }

    /// Two objects are equal if they have equal members, in any order.
    @inline(never) package static func == (one: Members, other: Members) -> Bool {
      if one.pairs.count != other.pairs.count { return false }
      if one.isFew { return one.pairs.allSatisfy { other[$0.name] == $0.value } }
      let index = other.index
      return one.pairs.allSatisfy { name, value in index[name].map { other.pairs[$0].value == value } ?? false }
    }

    /// These members with others added. An added member replaces one of the same name.
    func merging(_ added: Members) -> Members {
      var merged = self
      if added.isFew {
        for (name, value) in added.pairs { merged[name] = value }
        return merged
      }
      let index = index
      for (name, value) in added.pairs {
        if let place = index[name] { merged.pairs[place].value = value } else { merged.pairs.append((name, value)) }
      }
      return merged
    }

    /// Whether a linear search for each member is cheaper than an index.
    private var isFew: Bool { pairs.count < 16 }

    /// The position of each name.
    private var index: [String: Int] {
      Dictionary(zip(pairs.map(\.name), pairs.indices), uniquingKeysWith: { first, _ in first })
    }
  }
}

extension JSON {
  /// Whether two values are the same, with numbers in the same spelling.
  package static func == (one: JSON, other: JSON) -> Bool {
    switch (one, other) {
    case (.null, .null): true
    case (.bool(let one), .bool(let other)): one == other
    case (.number(let one), .number(let other)), (.string(let one), .string(let other)): one == other
    case (.array(let one), .array(let other)): areEqual(one, other)
    case (.object(let one), .object(let other)): one == other
    default: false
    }
  }

  /// In line, it would be in each comparison several times, as deep as the optimizer goes.
  @inline(never) private static func areEqual(_ one: [JSON], _ other: [JSON]) -> Bool {
    one.count == other.count && one.indices.allSatisfy { one[$0] == other[$0] }
  }
}

extension JSON {
  /// The member of that name. Nil if this is not an object, has no such member, or the member is null.
  package subscript(name: String) -> JSON? {
    guard case .object(let members) = self, let value = members[name] else { return nil }
    if case .null = value { return nil }
    return value
  }

  /// The text of a string; nil for other values.
  package var string: String? { if case .string(let text) = self { text } else { nil } }
  /// The value of `true` or `false`; nil for other values.
  package var bool: Bool? { if case .bool(let flag) = self { flag } else { nil } }
  /// The items of an array; nil for other values.
  package var array: [JSON]? { if case .array(let items) = self { items } else { nil } }
  /// The members of an object; nil for other values.
  package var members: Members? { if case .object(let members) = self { members } else { nil } }

  /// The number, if it is whole, in any spelling (`3`, `3.0`, `3e0`).
  package var integer: Int? {
    guard case .number(let digits) = self else { return nil }
    if let whole = Int(digits) { return whole }
    guard let value = Double(digits) else { return nil }
    return Int(exactly: value)
  }

  /// The number in double precision; nil for other values.
  package var double: Double? { if case .number(let digits) = self { Double(digits) } else { nil } }

  /// An object of the members that are not nil.
  package static func object(_ pairs: KeyValuePairs<String, JSON?>) -> JSON {
    .object(Members(pairs.compactMap { name, value in value.map { (name, $0) } }))
  }

  /// This object with the other's members added. An added member replaces one of the same name.
  package func merging(_ other: JSON) -> JSON {
    guard case .object(let members) = self, case .object(let added) = other else { return other }
    return .object(members.merging(added))
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package init(stringLiteral text: String) { self = .string(text) }
  package init(integerLiteral number: Int) { self = .number(String(number)) }
  package init(booleanLiteral flag: Bool) { self = .bool(flag) }
  package init(arrayLiteral items: JSON...) { self = .array(items) }
  package init(dictionaryLiteral pairs: (String, JSON)...) { self = .object(Members(pairs.map { ($0, $1) })) }

  package init(_ number: Int) { self = .number(String(number)) }
  package init(_ text: some StringProtocol) { self = .string(String(text)) }
  package init(_ strings: [String]) { self = .array(strings.map(JSON.string)) }
}
