// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Resumes the waiting task with the first value that is given. It is unchecked because of the lock: `Mutex` needs iOS
/// 18.
private final class FirstValue<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var continuation: CheckedContinuation<Value?, Never>?
  private var given: Value??

  /// Waits for the first value. Only one task waits.
  func wait() async -> Value? {
    await withCheckedContinuation { continuation in
      let given = lock.withLock { () -> Value?? in
        if self.given == nil { self.continuation = continuation }
        return self.given
      }
      if let given { continuation.resume(returning: given) }
    }
  }

  func give(_ value: Value?) {
    let continuation = lock.withLock { () -> CheckedContinuation<Value?, Never>? in
      guard given == nil else { return nil }
      given = .some(value)
      defer { self.continuation = nil }
      return self.continuation
    }
    continuation?.resume(returning: value)
  }
}

/// The value of an operation, or nil if it takes longer. The operation is then cancelled, but its end is not awaited: a
/// refresh of tokens goes on, because other calls need it.
func value<Value: Sendable>(
  within limit: Duration, of operation: @escaping @Sendable () async -> Value
) async -> Value? {
  let first = FirstValue<Value>()
  let work = Task { first.give(await operation()) }
  let timer = Task {
    try? await Task.sleep(for: limit)
    first.give(nil)
    work.cancel()
  }
  defer { timer.cancel() }
  return await first.wait()
}

extension Task where Failure == Never {
  /// The value; nil as soon as the task that waits for it is cancelled. This task goes on.
  var valueUnlessCancelled: Success? {
    get async {
      let first = FirstValue<Success>()
      return await withTaskCancellationHandler {
        Task<Void, Never> { first.give(await value) }
        return await first.wait()
      } onCancel: {
        first.give(nil)
      }
    }
  }
}
