// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Runs work on several threads and rethrows an error of one.
func onThreads(_ count: Int, _ work: @escaping @Sendable (Int) throws -> Void) throws {
  let threads = (0..<count).map { number in RunningThread { try work(number) } }
  let outcomes = threads.map { thread in Result { try thread.value } }
  for outcome in outcomes { try outcome.get() }
}

/// Work on a new thread. Starts at once.
final class RunningThread<Value: Sendable>: @unchecked Sendable {
  private let ended = DispatchSemaphore(value: 0)
  private var result: Result<Value, any Error>?

  init(_ work: @escaping @Sendable () throws -> Value) {
    Thread { [self] in
      result = Result { try work() }
      ended.signal()
    }.start()
  }

  /// The result; wait for it once.
  var value: Value {
    get throws {
      ended.wait()
      return try result!.get()
    }
  }
}
