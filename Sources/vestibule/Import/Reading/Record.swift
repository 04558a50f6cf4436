// SPDX-License-Identifier: Apache-2.0

import Domain

/// One row of a source.
struct Record {
  /// The line of the file, counted from 1, or the number of the row.
  let line: Int
  private let fields: [String: JSON]
  /// The names as the source writes them.
  let columns: [String]

  /// - Parameter fields: values by normalised column name.
  init(line: Int, _ fields: [String: JSON], columns: [String]) {
    self.line = line
    self.fields = fields
    self.columns = columns
  }

  init(line: Int, _ members: JSON.Members) {
    let members = Self.flattened(members)
    let pairs = members.map { (Self.plainName($0.name), $0.value) }
    self.init(
      line: line, Dictionary(pairs, uniquingKeysWith: { one, other in one == .null ? other : one }),
      columns: members.map(\.name))
  }

  /// The values of a user that has them in a member of its own: `fields` of Django's `dumpdata`, or `Attributes` of
  /// Cognito's `list-users`.
  private static func flattened(_ members: JSON.Members) -> [(name: String, value: JSON)] {
    let object = JSON.object(members)
    if object["model"] != nil, let fields = object["fields"]?.members, let key = object["pk"] {
      return [("id", key)] + fields.pairs
    }
    guard let attributes = (object["Attributes"] ?? object["UserAttributes"])?.array else { return members.pairs }
    return members.pairs.filter { !["Attributes", "UserAttributes"].contains($0.name) }
      + attributes.compactMap { attribute in
        attribute["Name"]?.string.map { ($0, attribute["Value"] ?? .null) }
      }
  }

  /// A column name in lower case without underscores and spaces: `user_id`, `userId` and `User ID` are the same.
  static func plainName(_ name: String) -> String {
    String(decoding: name.trimmed.lowercased().utf8.filter { $0 != UInt8(ascii: "_") && $0 != 0x20 }, as: UTF8.self)
  }

  /// The columns with a value, except those whose plain name is known.
  func columns(except known: Set<String>) -> [String] {
    columns.filter { column in
      let name = Self.plainName(column)
      return !known.contains(name) && fields[name].map { !Self.isEmpty($0) } ?? false
    }
  }

  /// The value of the first of these columns that has one.
  subscript(names: String...) -> JSON? {
    for name in names { if let value = fields[name], !Self.isNothing(value) { return value } }
    return nil
  }

  /// The trimmed text of the first of these columns that has one.
  func text(_ names: String...) -> String? {
    for name in names { if let text = fields[name].flatMap(Self.text) { return text } }
    return nil
  }

  /// Whether a column is true. A timestamp counts as true, because it is when the flag was set.
  func flag(_ name: String) -> Bool {
    if case .bool(let flag) = fields[name] { return flag }
    guard let text = text(name) else { return false }
    return ["true", "t", "yes", "y", "1"].contains(text.lowercased())
      || text.utf8.count >= 10 && Timestamp(written: text) != nil
  }

  /// What a column of a flag says.
  enum Flag { case on, off, unset, unclear }

  /// Like `flag`, for columns in which a wrong guess would matter: words of other languages are unclear.
  func clearFlag(_ name: String) -> Flag {
    if case .bool(let flag) = fields[name] { return flag ? .on : .off }
    guard let text = text(name)?.lowercased() else {
      return fields[name].map(Self.isEmpty) ?? true ? .unset : .unclear
    }
    if ["true", "t", "yes", "y", "1"].contains(text) { return .on }
    if ["false", "f", "no", "n", "0"].contains(text) { return .off }
    return text.utf8.count >= 10 && Timestamp(written: text) != nil ? .on : .unclear
  }

  /// The first and the last name; nil without both.
  var fullName: String? {
    let names = [text("firstname", "givenname"), text("lastname", "familyname")].compactMap { $0 }
    return names.isEmpty ? nil : names.joined(separator: " ")
  }

  static func text(_ value: JSON) -> String? {
    switch value {
    case .string(let text): isNothing(value) ? nil : text.trimmed
    case .number(let digits): digits
    default: nil
    }
  }

  /// Whether a value is empty: also false, and a list or object without members.
  private static func isEmpty(_ value: JSON) -> Bool {
    isNothing(value) || value == false || value.array?.isEmpty ?? false || value.members?.pairs.isEmpty ?? false
  }

  /// Whether a value is null, or a text that programs write for null.
  private static func isNothing(_ value: JSON) -> Bool {
    switch value {
    case .null: true
    case .string(let text): ["", "NULL", "null", "None", "\\N"].contains(text.trimmed)
    default: false
    }
  }
}

/// The rows of a source.
protocol RecordSource: AnyObject {
  /// The next row; nil after the last one.
  /// - Throws: a failure with the line that cannot be read.
  func next() throws(Failure) -> Record?
  /// How much of the source has been read.
  var progress: ReadingProgress { get }
}

struct ReadingProgress {
  enum Unit { case bytes, rows }
  let unit: Unit
  let done: Int
  /// Nil if the size is unknown.
  let total: Int?
}
