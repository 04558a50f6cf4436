// SPDX-License-Identifier: Apache-2.0

import Crypto

/// HMAC-SHA256 (RFC 2104).
func authenticationCode(of bytes: [UInt8], key: SymmetricKey) -> [UInt8] {
  // Not `Array(…)` of the code itself (Sources/README.md, "Conformances at start-up").
  HMAC<SHA256>.authenticationCode(for: bytes, using: key).withUnsafeBytes { Array($0) }
}
