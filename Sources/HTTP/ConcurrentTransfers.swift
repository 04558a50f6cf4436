// SPDX-License-Identifier: Apache-2.0

import CCurl
import Domain
import Glibc

/// Transfers that run at the same time, each in a thread.
///
/// libcurl's multi interface runs all of them in one thread, but waits there for SMTP's last reply and for the reply to
/// QUIT (curl issues 4015 and 8555): one slow relay would delay every other transfer beyond its deadline.
package final class ConcurrentTransfers {
  private let queue = TransferQueue()
  private var threads: [pthread_t] = []
  private var running = 0

  /// - Throws: `service/unavailable` if libcurl cannot be loaded.
  package init() throws(Problem) {
    // libcurl is loaded and initialised before there are several threads.
    if let reason = ccurl_open() {
      throw .unavailable("libcurl cannot be loaded", cause: String(cString: reason))
    }
  }

  deinit {
    queue.close()
    for thread in threads { pthread_join(thread, nil) }
  }

  /// Starts a transfer whose options are set. Like `Curl.perform`, but it returns at once. `curl` is not used by
  /// anybody else until `wait` returns it.
  package func start(
    _ curl: Curl, upload: [UInt8], receiving limit: Int = 1 << 20, by deadline: Deadline,
    beginningBy beginning: Deadline? = nil
  ) {
    curl.prepare(upload: upload, receiving: limit, by: deadline, beginningBy: beginning)
    running += 1
    if threads.count < running, let thread = queue.newThread() { threads.append(thread) }
    queue.add(curl)
    if threads.isEmpty { queue.runFirst() }
  }

  /// Waits until a transfer ends or the timeout expires. A timeout of zero does not wait.
  /// - Returns: the transfers that ended.
  package func wait(atMost timeout: Duration) -> [(curl: Curl, reply: Curl.Reply)] {
    if running == 0 { return [] }
    let ended = queue.takeEnded(waitingAtMost: timeout)
    running -= ended.count
    return ended
  }
}

/// The transfers that wait for a thread, and those that have ended. A mutex guards everything that changes.
private final class TransferQueue: @unchecked Sendable {
  private var waiting: [Curl] = []
  private var ended: [(curl: Curl, reply: Curl.Reply)] = []
  private var isClosed = false
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  /// A transfer waits, or the queue is closed.
  private let hasWork = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private let hasEnded = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  /// Small, because there may be a hundred threads.
  private static let stackSize = 256 << 10

  init() {
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(hasWork, nil)
    pthread_cond_init(hasEnded, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(hasWork)
    pthread_cond_destroy(hasEnded)
    pthread_mutex_destroy(mutex)
    for condition in [hasWork, hasEnded] { condition.deallocate() }
    mutex.deallocate()
  }

  private func locked<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }

  /// Starts a thread that runs transfers until the queue is closed. Signals are left to the first thread.
  /// - Returns: nil if the system allows no more threads.
  func newThread() -> pthread_t? {
    var (all, before) = (sigset_t(), sigset_t())
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, Self.stackSize)
    var thread = pthread_t()
    let queue = Unmanaged.passRetained(self)
    let failure = pthread_create(
      &thread, &attributes,
      { queue in
        if let queue { Unmanaged<TransferQueue>.fromOpaque(queue).takeRetainedValue().run() }
        return nil
      }, queue.toOpaque())
    if failure == 0 { return thread }
    queue.release()
    return nil
  }

  func add(_ curl: Curl) {
    locked {
      waiting.append(curl)
      _ = pthread_cond_signal(hasWork)
    }
  }

  func close() {
    locked {
      isClosed = true
      waiting = []
      _ = pthread_cond_broadcast(hasWork)
    }
  }

  private func run() {
    while let curl = next() { finish(curl, curl.run()) }
  }

  /// Runs the first transfer in this thread.
  func runFirst() {
    let first = locked { waiting.isEmpty ? nil : waiting.removeFirst() }
    if let first { finish(first, first.run()) }
  }

  /// - Returns: nil if the queue is closed.
  private func next() -> Curl? {
    locked {
      while waiting.isEmpty, !isClosed { pthread_cond_wait(hasWork, mutex) }
      return waiting.isEmpty ? nil : waiting.removeFirst()
    }
  }

  private func finish(_ curl: Curl, _ reply: Curl.Reply) {
    locked {
      ended.append((curl, reply))
      _ = pthread_cond_signal(hasEnded)
    }
  }

  func takeEnded(waitingAtMost timeout: Duration) -> [(curl: Curl, reply: Curl.Reply)] {
    var end = timespec()
    clock_gettime(CLOCK_MONOTONIC, &end)
    let nanoseconds = end.tv_nsec + max(0, timeout.wholeMilliseconds) * 1_000_000
    end = timespec(tv_sec: end.tv_sec + nanoseconds / 1_000_000_000, tv_nsec: nanoseconds % 1_000_000_000)
    return locked {
      while ended.isEmpty, timeout > .zero, pthread_cond_timedwait(hasEnded, mutex, &end) == 0 {}
      defer { ended = [] }
      return ended
    }
  }
}
