// SPDX-License-Identifier: Apache-2.0

import Crypto

/// HMAC-SHA256 (RFC 2104).
func authenticationCode(of bytes: [UInt8], key: SymmetricKey) -> [UInt8] {
  // Converting the code with `Array(…)` directly would make the runtime search all conformances, 2 % of an event.
  HMAC<SHA256>.authenticationCode(for: bytes, using: key).withUnsafeBytes { Array($0) }
}
