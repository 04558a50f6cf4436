// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Those who listen to an object. Their streams end when the object, which alone holds this one, is released.
///
/// It is unchecked because of the lock: `Mutex` needs iOS 18.
final class Listeners<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var continuations: [UUID: AsyncStream<Value>.Continuation] = [:]

  deinit { for continuation in continuations.values { continuation.finish() } }

  /// A stream of its own for everybody who listens.
  /// - Parameter first: a value that it begins with.
  func stream(from first: Value? = nil) -> AsyncStream<Value> {
    let (stream, continuation) = AsyncStream.makeStream(of: Value.self)
    let id = UUID()
    lock.withLock { continuations[id] = continuation }
    continuation.onTermination = { [weak self] _ in self?.remove(id) }
    if let first { continuation.yield(first) }
    return stream
  }

  func tell(_ value: Value) {
    let all = lock.withLock { Array(continuations.values) }
    for continuation in all { continuation.yield(value) }
  }

  private func remove(_ id: UUID) { lock.withLock { continuations[id] = nil } }
}
