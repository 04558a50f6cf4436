// SPDX-License-Identifier: Apache-2.0

import Crypto

/// HMAC-SHA256 (RFC 2104).
func authenticationCode(of bytes: [UInt8], key: SymmetricKey) -> [UInt8] {
  // As a sequence it would have the runtime look through every conformance, which takes a fiftieth of an event.
  HMAC<SHA256>.authenticationCode(for: bytes, using: key).withUnsafeBytes { Array($0) }
}
