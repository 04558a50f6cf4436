// SPDX-License-Identifier: Apache-2.0

import Glibc

extension ArraySlice<UInt8> {
  /// Where a pattern is first; nil for an empty one. The C library looks for its first byte: the standard library's
  /// `firstRange` took a third of a page's instructions.
  package func range(of pattern: [UInt8]) -> Range<Int>? {
    let place = withUnsafeBytes { bytes in pattern.withUnsafeBytes { Self.firstPlace(of: $0, in: bytes) } }
    return place.map { startIndex + $0..<startIndex + $0 + pattern.count }
  }

  private static func firstPlace(of pattern: UnsafeRawBufferPointer, in bytes: UnsafeRawBufferPointer) -> Int? {
    guard let base = bytes.baseAddress, let wanted = pattern.baseAddress, !pattern.isEmpty else { return nil }
    var start = 0
    while start + pattern.count <= bytes.count {
      let rest = bytes.count - pattern.count + 1 - start
      guard let found = memchr(base + start, Int32(pattern[0]), rest) else { return nil }
      if memcmp(found, wanted, pattern.count) == 0 { return UnsafeRawPointer(found) - base }
      start = UnsafeRawPointer(found) - base + 1
    }
    return nil
  }
}
