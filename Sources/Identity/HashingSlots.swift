// SPDX-License-Identifier: Apache-2.0

import Domain
import Glibc

/// Limits how many processes of a machine or container hash a password at the same time, because each hash needs much
/// memory.
///
/// A slot is a lock on one byte of a file that all processes open. The system releases it when the process ends.
package struct HashingSlots {
  private let count: Int
  private let path: String
  private let deadline: Deadline

  /// - Parameters:
  ///   - count: the number of slots, at least 1.
  ///   - path: the file, which is created for its owner alone.
  package init(count: Int, path: String, deadline: Deadline) {
    self.count = count
    self.path = path
    self.deadline = deadline
  }

  /// Runs `body` in a slot, and waits for one until the deadline.
  /// - Throws: `service/unavailable` if no slot becomes free.
  package func withSlot<Result>(_ body: () throws(Problem) -> Result) throws(Problem) -> Result {
    let file = try opened()
    // Closing the file releases the slot.
    defer { close(file) }
    // Processes begin at different slots, so that they rarely try one that is taken.
    let first = Int.random(in: 0..<count)
    while !(0..<count).contains(where: { Self.lock((first + $0) % count, of: file) }) {
      let pause = Duration.microseconds(Int.random(in: 1000...10_000))
      guard deadline.remaining > pause * 2 else {
        throw Problem(
          .unavailable, "too many passwords are being verified", retryAfter: .seconds(1),
          cause: "all \(count) slots of \(path) are taken")
      }
      usleep(UInt32(pause / .microseconds(1)))
    }
    return try body()
  }

  private func opened() throws(Problem) -> Int32 {
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else {
      throw .misconfigured("TMPDIR", "\(path) cannot be opened: \(String(cString: strerror(errno)))")
    }
    return file
  }

  /// Locks a byte. The lock belongs to the open file (F_OFD_SETLK), not to the process.
  private static func lock(_ byte: Int, of file: Int32) -> Bool {
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = off_t(byte)
    lock.l_len = 1
    return fcntl(file, 37, &lock) == 0
  }
}
