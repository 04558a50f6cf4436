// SPDX-License-Identifier: Apache-2.0

import Domain

/// What an event does to a stored value that may be missing.
enum Change<Value> {
  /// The event does not have the member.
  case kept
  /// The member's value; nil, which is null in the event, removes the stored one.
  case set(Value?)

  var isKept: Bool { if case .kept = self { true } else { false } }

  /// The new value; nil if the stored one is kept or removed.
  var newValue: Value? {
    if case .set(let value) = self { value } else { nil }
  }

  /// The value after the change.
  func applied(to stored: Value?) -> Value? {
    if case .set(let value) = self { value } else { stored }
  }
}

extension Fields {
  /// - Parameter value: converts the member, which is not null and valid for the schema.
  func change<Value>(_ name: String, _ value: (JSON) -> Value?) -> Change<Value> {
    guard let member = given(name) else { return .kept }
    return .set(member == .null ? nil : value(member))
  }

  func textChange(_ name: String) -> Change<String> { change(name, \.string) }
}
