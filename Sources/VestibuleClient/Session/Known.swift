// SPDX-License-Identifier: Apache-2.0

import FormRules
public import Foundation

/// An answer of the server, and when it came.
public struct Known<Value: Sendable>: Sendable {
  /// The answer.
  public let value: Value
  /// When the server gave it.
  public let date: Date
  /// Whether the server gave it now; otherwise it could not be reached, and this is its last answer.
  public let isCurrent: Bool

  /// Creates a known value.
  public init(_ value: Value, date: Date, isCurrent: Bool) {
    self.value = value
    self.date = date
    self.isCurrent = isCurrent
  }

  /// How many seconds ago the server gave the answer.
  public func age(at now: Date = Date()) -> TimeInterval { max(0, now.timeIntervalSince(date)) }
}

extension Known: Equatable where Value: Equatable {}

extension Known<JSONMembers> {
  func view<Object: JSONObject>() -> Known<Object> {
    Known<Object>(Object(json: value), date: date, isCurrent: isCurrent)
  }
}

/// Keeps the last answers to requests that only read, for use without a connection.
public actor AnswerStore {
  private let folder: URL?
  private var entries: [String: Known<JSONMembers>] = [:]

  /// - Parameter folder: where the answers are kept in files that only their owner can read; nil keeps them in memory.
  public init(folder: URL? = nil) { self.folder = folder }

  func read(_ call: Call) -> Known<JSONMembers>? {
    let key = Self.key(of: call)
    return entries[key] ?? folder.flatMap { try? Self.read($0.appendingPathComponent(key), as: call.answer) }
  }

  func write(_ answer: JSONMembers, to call: Call, at date: Date) {
    let key = Self.key(of: call)
    entries[key] = Known(answer, date: date, isCurrent: false)
    guard let folder, let json = try? WireFormat.json(of: answer) else { return }
    let file: JSON = ["answer": json, "date": .string(Timestamp(date).rfc3339)]
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try? PrivateFile.replace(folder.appendingPathComponent(key), with: Data(file.line))
  }

  private static func read(_ file: URL, as shape: JSONShape) throws -> Known<JSONMembers>? {
    let json = try JSON(parsing: Array(try Data(contentsOf: file)))
    guard let answer = json["answer"], let date = json["date"]?.string.flatMap({ Timestamp(rfc3339: $0) }) else {
      return nil
    }
    return Known(try WireFormat.members(in: answer, as: shape), date: date.date, isCurrent: false)
  }

  /// Removes all answers.
  public func removeAll() {
    entries = [:]
    guard let folder else { return }
    try? FileManager.default.removeItem(at: folder)
  }

  /// A file name: the function, and a hash of the request (FNV-1a).
  private static func key(of call: Call) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in (try? WireFormat.encode(call.members)) ?? Data() { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return "\(call.function.name)-\(String(hash, radix: 16)).json"
  }
}
