// SPDX-License-Identifier: Apache-2.0

/// A JSON value (RFC 8259) that keeps what its source said: members stay in their order and numbers keep
/// their digits, so that a value which is stored and given back is the same value.
public enum JSON: Equatable, Sendable {
  case null
  case bool(Bool)
  /// The number as written, such as `1`, `1.0` or `6.02e23`.
  case number(String)
  case string(String)
  case array([JSON])
  case object(Members)

  /// The members of an object in the order of their source. No name occurs twice.
  public struct Members: Equatable, Sendable {
    public internal(set) var pairs: [(name: String, value: JSON)]

    public init(_ pairs: [(name: String, value: JSON)] = []) { self.pairs = pairs }

    public subscript(name: String) -> JSON? {
      get { pairs.first { $0.name == name }?.value }
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

    /// Two objects are equal when they have equal members, in whatever order.
    public static func == (one: Members, other: Members) -> Bool {
      if one.pairs.count != other.pairs.count { return false }
      if one.isFew { return one.pairs.allSatisfy { other[$0.name] == $0.value } }
      let index = other.index
      return one.pairs.allSatisfy { name, value in index[name].map { other.pairs[$0].value == value } ?? false }
    }

    /// These members with others added, or put in place of those of the same names.
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

    /// Whether looking through another object for each of them is cheaper than an index of that object.
    private var isFew: Bool { pairs.count < 16 }

    /// Where each name is.
    private var index: [String: Int] {
      Dictionary(zip(pairs.map(\.name), pairs.indices), uniquingKeysWith: { first, _ in first })
    }
  }
}

extension JSON {
  /// The member of that name, or nil where this is no object, has no such member or has a null there.
  public subscript(name: String) -> JSON? {
    guard case .object(let members) = self, let value = members[name], value != .null else { return nil }
    return value
  }

  public var string: String? { if case .string(let text) = self { text } else { nil } }
  public var bool: Bool? { if case .bool(let flag) = self { flag } else { nil } }
  public var array: [JSON]? { if case .array(let items) = self { items } else { nil } }
  public var members: Members? { if case .object(let members) = self { members } else { nil } }

  /// The number, where this is one and it is whole, in whichever way it is written (`3`, `3.0`, `3e0`).
  public var integer: Int? {
    guard case .number(let digits) = self else { return nil }
    if let whole = Int(digits) { return whole }
    guard let value = Double(digits) else { return nil }
    return Int(exactly: value)
  }

  public var double: Double? { if case .number(let digits) = self { Double(digits) } else { nil } }

  /// An object of those members that have a value, so that an optional which is nil leaves no member behind.
  public static func object(_ pairs: KeyValuePairs<String, JSON?>) -> JSON {
    .object(Members(pairs.compactMap { name, value in value.map { (name, $0) } }))
  }

  /// This object with the other's members added, or put in place of its own where the names are the same.
  public func merging(_ other: JSON) -> JSON {
    guard case .object(let members) = self, case .object(let added) = other else { return other }
    return .object(members.merging(added))
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  public init(stringLiteral text: String) { self = .string(text) }
  public init(integerLiteral number: Int) { self = .number(String(number)) }
  public init(booleanLiteral flag: Bool) { self = .bool(flag) }
  public init(arrayLiteral items: JSON...) { self = .array(items) }
  public init(dictionaryLiteral pairs: (String, JSON)...) { self = .object(Members(pairs.map { ($0, $1) })) }

  public init(_ number: Int) { self = .number(String(number)) }
  public init(_ text: some StringProtocol) { self = .string(String(text)) }
  public init(_ strings: [String]) { self = .array(strings.map(JSON.string)) }
}
