// SPDX-License-Identifier: Apache-2.0

import Domain

/// One row of a source.
struct Record {
  /// The line of the file, counted from 1, or the number of the row.
  let line: Int
  private let fields: [String: JSON]

  /// - Parameter fields: values by normalised column name.
  init(line: Int, _ fields: [String: JSON]) {
    self.line = line
    self.fields = fields
  }

  init(line: Int, _ members: JSON.Members) {
    let pairs = members.pairs.map { (Self.plainName($0.name), $0.value) }
    self.init(line: line, Dictionary(pairs, uniquingKeysWith: { one, other in one == .null ? other : one }))
  }

  /// A column name in lower case without underscores: `user_id` and `userId` are the same.
  static func plainName(_ name: String) -> String {
    String(decoding: name.trimmed.lowercased().utf8.filter { $0 != UInt8(ascii: "_") }, as: UTF8.self)
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

  /// The first and the last name; nil without both.
  var fullName: String? {
    let names = [text("firstname"), text("lastname")].compactMap { $0 }
    return names.isEmpty ? nil : names.joined(separator: " ")
  }

  static func text(_ value: JSON) -> String? {
    switch value {
    case .string(let text): isNothing(value) ? nil : text.trimmed
    case .number(let digits): digits
    default: nil
    }
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
