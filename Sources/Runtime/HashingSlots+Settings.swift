// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain
import Glibc
import Identity

extension Settings {
  /// The slots for hashing: `HASHING_PROCESSES`, or as many hashes as fit into a quarter of the container's memory. The
  /// processes themselves need the rest. Nil if neither gives a limit.
  func hashingSlots(memoryOfHash: Int, by deadline: Deadline) throws(Problem) -> HashingSlots? {
    let fitting = MemoryLimit().bytes.map { max(1, $0 / 4 / memoryOfHash) }
    guard let count = try number("HASHING_PROCESSES", in: 1...10_000) ?? fitting else { return nil }
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    let path = "\(folder)/vestibule-hashing-\(geteuid())"
    guard !isPlanted(path) else { throw .misconfigured("TMPDIR", "\(path) belongs to another user") }
    return HashingSlots(count: count, path: path, deadline: deadline)
  }
}
