// SPDX-License-Identifier: Apache-2.0

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

/// Keeps the last answers to requests that only read, for use without a connection.
public actor AnswerStore {
  private struct Entry: Codable {
    var answer: Data
    var date: Date
  }

  private let folder: URL?
  private var entries: [String: Entry] = [:]

  /// - Parameter folder: where the answers are kept in files that only their owner can read; nil keeps them in memory.
  public init(folder: URL? = nil) { self.folder = folder }

  func read<Request: FunctionRequest>(_ request: Request) -> Known<Request.Answer>? {
    let key = Self.key(of: request)
    let entry =
      entries[key]
      ?? folder.flatMap { folder in
        (try? Data(contentsOf: folder.appendingPathComponent(key))).flatMap { try? WireFormat.decode(from: $0) }
      }
    guard let entry, let answer = try? WireFormat.decode(Request.Answer.self, from: entry.answer) else { return nil }
    return Known(answer, date: entry.date, isCurrent: false)
  }

  func write<Request: FunctionRequest>(_ answer: Request.Answer, to request: Request, at date: Date) {
    guard let data = try? WireFormat.encode(answer) else { return }
    let (key, entry) = (Self.key(of: request), Entry(answer: data, date: date))
    entries[key] = entry
    guard let folder, let file = try? WireFormat.encode(entry) else { return }
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try? PrivateFile.replace(folder.appendingPathComponent(key), with: file)
  }

  /// Removes all answers.
  public func removeAll() {
    entries = [:]
    guard let folder else { return }
    try? FileManager.default.removeItem(at: folder)
  }

  /// A file name: the function, and a hash of the request (FNV-1a).
  private static func key<Request: FunctionRequest>(of request: Request) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in (try? WireFormat.encode(request)) ?? Data() { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return "\(Request.function.name)-\(String(hash, radix: 16)).json"
  }
}
