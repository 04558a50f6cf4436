// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain
import Glibc
import Identity

extension Settings {
  /// The slots for hashing: `HASHING_PROCESSES`, or as many hashes as fit into a quarter of the container's memory. The
  /// processes themselves need the rest. Nil if neither gives a limit. Only a limit that the operator has set
  /// must be kept.
  func hashingSlots(memoryOfHash: Int, by deadline: Deadline) throws(Problem) -> HashingSlots? {
    let fitting = MemoryLimit().bytes.map { max(1, $0 / 4 / memoryOfHash) }
    let required = try number("HASHING_PROCESSES", in: 1...10_000)
    guard let count = required ?? fitting else { return nil }
    let folder = try self["TMPDIR"] ?? "/tmp"
    let path = "\(folder)/vestibule-hashing-\(geteuid())"
    guard required == nil else { return HashingSlots(count: count, path: path, deadline: deadline) }
    return HashingSlots(count: count, path: path, deadline: deadline) { problem in
      PendingNotices.add(.unlimitedHashes, ["reason": .string(problem.detail)])
    }
  }
}
