// SPDX-License-Identifier: Apache-2.0

import Domain
import Glibc

/// Ids in the form of UUID version 7 (RFC 9562, section 5.7): the timestamp, a counter of this process, and 62 random
/// bits. Rows that are created together are stored together.
final class IDSource {
  private let milliseconds: Int
  private var count = 0

  init(now: Timestamp) { milliseconds = now.milliseconds }

  func next() -> String {
    let timestamp = milliseconds + count >> 12
    let counter = count & 0xFFF
    count += 1
    var bytes = (0..<6).map { UInt8(truncatingIfNeeded: timestamp >> (40 - 8 * $0)) }
    bytes += [0x70 | UInt8(counter >> 8), UInt8(counter & 0xFF)] + randomBytes(8)
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
