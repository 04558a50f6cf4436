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
  private let warn: ((Problem) -> Void)?

  /// - Parameters:
  ///   - count: the number of slots, at least 1.
  ///   - path: the file, which is created for its owner alone.
  ///   - warn: is called if the file cannot be used, and then there is no limit. Nil if that is an error.
  package init(count: Int, path: String, deadline: Deadline, warn: ((Problem) -> Void)? = nil) {
    self.count = count
    self.path = path
    self.deadline = deadline
    self.warn = warn
  }

  /// Runs `body` in slots, and waits for them until the deadline.
  /// - Parameter needed: the number of slots; if there are fewer, all.
  /// - Throws: `service/unavailable` if they do not become free.
  package func withSlots<Result>(_ needed: Int, _ body: () throws(Problem) -> Result) throws(Problem) -> Result {
    let file: Int32
    do { file = try opened() } catch {
      guard let warn else { throw error }
      warn(error)
      return try body()
    }
    // Closing the file releases the slots.
    defer { close(file) }
    while !take(min(needed, count), of: file) {
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

  /// Takes all the slots or none, so that two processes never wait for each other.
  private func take(_ needed: Int, of file: Int32) -> Bool {
    var taken: [Int] = []
    // Processes begin at different slots, so that they rarely try one that is taken.
    let first = Int.random(in: 0..<count)
    for slot in (0..<count).map({ (first + $0) % count }) where taken.count < needed {
      if Self.set(F_WRLCK, slot, of: file) { taken.append(slot) }
    }
    guard taken.count < needed else { return true }
    for slot in taken { _ = Self.set(F_UNLCK, slot, of: file) }
    return false
  }

  private func opened() throws(Problem) -> Int32 {
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else {
      throw .misconfigured("TMPDIR", "\(path) cannot be opened: \(String(cString: strerror(errno)))")
    }
    var status = stat()
    // The owner of another file could keep its slots.
    guard fstat(file, &status) == 0, status.st_uid == geteuid() else {
      close(file)
      throw .misconfigured("TMPDIR", "\(path) belongs to another user")
    }
    return file
  }

  /// F_OFD_SETLK, which Glibc's Swift module lacks: the lock belongs to the open file, not to the process
  /// (Linux, include/uapi/asm-generic/fcntl.h).
  private static let setLockOfOpenFile: Int32 = 37

  /// Locks or unlocks a byte.
  private static func set(_ type: Int32, _ byte: Int, of file: Int32) -> Bool {
    var lock = flock()
    lock.l_type = Int16(type)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = off_t(byte)
    lock.l_len = 1
    return fcntl(file, setLockOfOpenFile, &lock) == 0
  }
}
