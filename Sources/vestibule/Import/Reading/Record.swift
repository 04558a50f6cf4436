// SPDX-License-Identifier: Apache-2.0

import Domain

/// One row of a source.
struct Record {
  /// Where it begins: the line of a file, counted from 1, or the number of the row.
  let line: Int
  private let fields: [String: JSON]

  /// - Parameter fields: by their plain names.
  init(line: Int, _ fields: [String: JSON]) {
    self.line = line
    self.fields = fields
  }

  init(line: Int, _ members: JSON.Members) {
    let pairs = members.pairs.map { (Self.plainName($0.name), $0.value) }
    self.init(line: line, Dictionary(pairs, uniquingKeysWith: { one, other in one == .null ? other : one }))
  }

  /// A column's name in lower case without underscores: `user_id` and `userId` are one.
  static func plainName(_ name: String) -> String {
    String(decoding: name.trimmed.lowercased().utf8.filter { $0 != UInt8(ascii: "_") }, as: UTF8.self)
  }

  /// The first of those columns that has a value.
  subscript(names: String...) -> JSON? {
    for name in names { if let value = fields[name], !Self.isNothing(value) { return value } }
    return nil
  }

  /// The text of the first of those columns that has one, without white space around it.
  func text(_ names: String...) -> String? {
    for name in names { if let text = fields[name].flatMap(Self.text) { return text } }
    return nil
  }

  /// Whether a column says yes. So does a moment: that at which it became so.
  func flag(_ name: String) -> Bool {
    if case .bool(let flag) = fields[name] { return flag }
    guard let text = text(name) else { return false }
    return ["true", "t", "yes", "y", "1"].contains(text.lowercased())
      || text.utf8.count >= 10 && Timestamp(written: text) != nil
  }

  static func text(_ value: JSON) -> String? {
    switch value {
    case .string(let text): isNothing(value) ? nil : text.trimmed
    case .number(let digits): digits
    default: nil
    }
  }

  /// Nothing, or how programs write it into a column that can only be text.
  private static func isNothing(_ value: JSON) -> Bool {
    switch value {
    case .null: true
    case .string(let text): ["", "NULL", "null", "None", "\\N"].contains(text.trimmed)
    default: false
    }
  }
}

/// The rows of a source, one after the other.
protocol RecordSource: AnyObject {
  /// The next row; nil behind the last.
  /// - Throws: a failure that names the line which cannot be read.
  func next() throws(Failure) -> Record?
  /// How much has been read.
  var progress: ReadingProgress { get }
}

struct ReadingProgress {
  enum Unit { case bytes, rows }
  let unit: Unit
  let done: Int
  /// Nil where the source does not say.
  let total: Int?
}
