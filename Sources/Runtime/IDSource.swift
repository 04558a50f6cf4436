// SPDX-License-Identifier: Apache-2.0

import Domain
import Glibc

/// Ids in the form of UUID version 7 (RFC 9562, sections 5.7 and 6.2, method 3): the time in 1/4096 of a millisecond,
/// and 62 random bits. Rows that are created together are stored together, and ids of two events in one millisecond
/// still tell which came first.
final class IDSource {
  /// The time of the next id, since 1970.
  private var ticks: Int

  init() {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    ticks = time.tv_sec * 4_096_000 + time.tv_nsec * 4096 / 1_000_000
  }

  func next() -> String {
    let (milliseconds, fraction) = (ticks >> 12, ticks & 0xFFF)
    ticks += 1
    var bytes = (0..<6).map { UInt8(truncatingIfNeeded: milliseconds >> (40 - 8 * $0)) }
    bytes += [0x70 | UInt8(fraction >> 8), UInt8(fraction & 0xFF)] + randomBytes(8)
    bytes[8] = bytes[8] & 0x3F | 0x80
    var text = Array(bytes.hexadecimal.utf8)
    for place in [20, 16, 12, 8] { text.insert(UInt8(ascii: "-"), at: place) }
    return String(decoding: text, as: UTF8.self)
  }
}

func randomBytes(_ count: Int) -> [UInt8] {
  [UInt8](unsafeUninitializedCapacity: count) { bytes, filled in
    // One system call. getentropy(3) returns at most 256 bytes and fails only if more are requested.
    let result = getentropy(bytes.baseAddress, count)
    precondition(result == 0, "no random bytes")
    filled = count
  }
}
