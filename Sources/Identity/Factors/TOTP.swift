// SPDX-License-Identifier: Apache-2.0

import Crypto
import Domain

/// Time-based one-time passwords (RFC 6238) with SHA-1, 6 digits and steps of 30 seconds, as authenticator apps make
/// them. A step is the number of 30 seconds since 1970-01-01T00:00:00Z.
package struct TOTP: Sendable {
  /// The shared secret: 20 bytes (RFC 4226, section 4).
  package let secret: [UInt8]

  private static let digits = 6
  private static let period = 30

  /// A stored secret.
  package init(secret: [UInt8]) { self.secret = secret }

  /// A new secret.
  /// - Parameter random: returns that number of random bytes.
  package init(random: (Int) -> [UInt8]) { secret = random(20) }

  /// The secret as a person types it into an app: 32 characters of base32 without padding (RFC 4648, section 6).
  package var text: String { secret.base32 }

  /// The `otpauth` URI that apps read from a QR code (Google Authenticator, "Key URI Format"). A colon separates the
  /// issuer from the account's name, so colons inside either are replaced by a hyphen.
  /// - Parameters:
  ///   - issuer: the name of the app, such as `StatLocker`.
  ///   - account: the name of the account, such as its email address.
  package func uri(issuer: String, account: String) -> String {
    let (issuer, account) = (Self.labelled(issuer), Self.labelled(account))
    return "otpauth://totp/\(issuer):\(account)?secret=\(text)&issuer=\(issuer)"
      + "&algorithm=SHA1&digits=\(Self.digits)&period=\(Self.period)"
  }

  private static func labelled(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == ":" ? "-" : $0 })).percentEncoded
  }

  /// The step of a timestamp; nil before 1970.
  package static func step(at timestamp: Timestamp) -> Int? {
    timestamp.wholeSeconds < 0 ? nil : timestamp.wholeSeconds / period
  }

  /// The code of a step (RFC 4226, section 5.3): 6 digits.
  /// - Parameter step: 0 or more.
  package func code(step: Int) -> String {
    let counter = withUnsafeBytes(of: UInt64(step).bigEndian) { Array($0) }
    let key = SymmetricKey(data: secret)
    let mac = HMAC<Insecure.SHA1>.authenticationCode(for: counter, using: key).withUnsafeBytes { Array($0) }
    let offset = Int(mac[19] & 0xF)
    let number = mac[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } & 0x7FFF_FFFF
    let code = String(number % 1_000_000)
    return String(repeating: "0", count: Self.digits - code.utf8.count) + code
  }

  /// Verifies a code in constant time: the current step, the one before and the one after are accepted (RFC 6238,
  /// section 5.2). Spaces, as in `123 456`, are ignored.
  /// - Parameter lastUsed: the step of the last accepted code. That step and earlier ones are refused, so that each
  ///   code is accepted once; nil if no code has been accepted yet.
  /// - Returns: the step to store as the last used one; nil if the code is refused. If several steps have the same
  ///   code, it is the last of them, because the code must not be accepted again.
  package func step(of code: String, at timestamp: Timestamp, lastUsed: Int?) -> Int? {
    guard let current = Self.step(at: timestamp), code.utf8.count <= 16 else { return nil }
    let typed = code.utf8.filter { $0 != UInt8(ascii: " ") }
    let isDigits = typed.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard typed.count == Self.digits, isDigits else { return nil }
    var matching: Int?
    for step in max(0, current - 1)...current + 1 {
      let matches = constantTimeEqual(Array(self.code(step: step).utf8), typed)
      if matches && step > lastUsed ?? -1 { matching = step }
    }
    return matching
  }
}
