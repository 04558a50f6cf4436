// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Resumes whoever waits, once. It is unchecked because of the lock: `Mutex` needs iOS 18.
private final class FirstAnswer<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var continuation: CheckedContinuation<Value?, Never>?

  init(_ continuation: CheckedContinuation<Value?, Never>) { self.continuation = continuation }

  func give(_ value: Value?) {
    lock.withLock { () -> CheckedContinuation<Value?, Never>? in
      defer { continuation = nil }
      return continuation
    }?.resume(returning: value)
  }
}

/// The value of an operation, or nil if it takes longer. The operation is then cancelled, and nobody waits for its end:
/// a refresh of tokens goes on, because other calls need it.
func value<Value: Sendable>(
  within limit: Duration, of operation: @escaping @Sendable () async -> Value
) async -> Value? {
  await withCheckedContinuation { continuation in
    let answer = FirstAnswer(continuation)
    let work = Task { answer.give(await operation()) }
    Task {
      try? await Task.sleep(for: limit)
      answer.give(nil)
      work.cancel()
    }
  }
}
