// SPDX-License-Identifier: Apache-2.0

/// The names and types of the members of a JSON object.
public struct JSONShape: Equatable, Sendable {
  /// The name of the type, such as `Account`.
  public let name: String

  /// The shape of a type of the kit.
  @usableFromInline init(_ name: String) { self.name = name }

  /// A member of an object.
  struct Member: Sendable {
    enum Kind: Sendable {
      case text, integer, number, flag, date, value
      case object(JSONShape)
    }

    let name: String
    let kind: Kind
    /// Whether it has several of them: in an array, or in an object by name.
    let isList, isMap: Bool
    let isRequired: Bool
    /// Whether null is not the same as no member: it removes a value.
    let isChange: Bool
  }

  /// In the order of the type's members.
  var members: [Member] {
    guard let found = Self.all[name] else { preconditionFailure("the type \(name) has no shape") }
    return found
  }

  private static let all: [String: [Member]] = {
    var all: [String: [Member]] = [:]
    for line in [Shapes.text, ownShapes].joined(separator: "\n").split(separator: "\n") {
      let words = line.split(separator: " ")
      all[String(words[0])] = words.dropFirst().map(Member.init)
    }
    return all
  }()

  /// The types that are not those of functions.json.
  private static let ownShapes = """
    Refusal error=Problem
    StoredSession tokens=Tokens refreshKey=s?
    """
}

extension JSONShape.Member {
  /// - Parameter text: as in ``Shapes``.
  fileprivate init(_ text: Substring) {
    var type = text.drop { $0 != "=" }.dropFirst()
    name = String(text.prefix { $0 != "=" })
    isChange = type.last == "~"
    isRequired = !isChange && type.last != "?"
    if !isRequired { type.removeLast() }
    (isList, isMap) = (type.first == "*", type.first == ":")
    if isList || isMap { type.removeFirst() }
    kind =
      switch type {
      case "s": .text
      case "i": .integer
      case "d": .number
      case "b": .flag
      case "t": .date
      case "j": .value
      default: .object(JSONShape(String(type)))
      }
  }
}
