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

  private static let all = parsed(Shapes.text + "\n" + ownShapes)

  /// The types that are not those of functions.json.
  private static let ownShapes = """
    Refusal error=Problem
    StoredSession tokens=Tokens refreshKey=s?

    """
}

extension JSONShape {
  /// - Parameter text: as in ``Shapes``, each line with its end.
  private static func parsed(_ text: String) -> [String: [Member]] {
    var all: [String: [Member]] = [:]
    var (type, members): (String?, [Member]) = (nil, [])
    var (word, name, marks) = ("", "", "")
    for scalar in text.unicodeScalars {
      switch scalar {
      case "=": (name, word) = (word, "")
      case "*", ":", "?", "~": marks.unicodeScalars.append(scalar)
      case " ", "\n":
        if type == nil { type = word } else { members.append(Member(name, word, marks.unicodeScalars)) }
        (word, name, marks) = ("", "", "")
        if scalar == "\n" {
          all[type ?? ""] = members
          (type, members) = (nil, [])
        }
      default: word.unicodeScalars.append(scalar)
      }
    }
    return all
  }
}

extension JSONShape.Member {
  fileprivate init(_ name: String, _ type: String, _ marks: String.UnicodeScalarView) {
    self.name = name
    (isList, isMap, isChange) = (marks.contains("*"), marks.contains(":"), marks.contains("~"))
    isRequired = !isChange && !marks.contains("?")
    kind =
      switch type {
      case "s": .text
      case "i": .integer
      case "d": .number
      case "b": .flag
      case "t": .date
      case "j": .value
      default: .object(JSONShape(type))
      }
  }
}
