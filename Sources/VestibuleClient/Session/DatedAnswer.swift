// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// An answer of the server, and when it came: now, or earlier if the server cannot be reached.
public struct DatedAnswer<Value: Sendable>: Sendable {
  /// What the server answered.
  public let value: Value
  /// When the server gave it.
  public let date: Date
  /// Whether the server gave it now; otherwise it could not be reached, and this is its last answer.
  public let isCurrent: Bool

  /// Creates an answer, such as for a test or a preview.
  public init(_ value: Value, date: Date, isCurrent: Bool) {
    self.value = value
    self.date = date
    self.isCurrent = isCurrent
  }

  /// How many seconds ago the server gave the answer.
  public func age(at now: Date = Date()) -> TimeInterval { max(0, now.timeIntervalSince(date)) }
}

extension DatedAnswer: Equatable where Value: Equatable {}
