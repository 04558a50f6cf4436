// SPDX-License-Identifier: Apache-2.0

/// Reads the replies of an SMTP server as they arrive, and stops the transfer if the server does not offer a login that
/// is configured. Without this, libcurl would go on without a login.
struct LoginWatch {
  /// Whether the answers to EHLO before STARTTLS do not count.
  private let waitsForTLS: Bool
  private var isEncrypted = false
  private var isGreeted = false
  private var offersLogin = false

  init(waitsForTLS: Bool) { self.waitsForTLS = waitsForTLS }

  /// - Returns: false to stop the transfer.
  mutating func accepts(_ line: some Sequence<UInt8>) -> Bool {
    let text = String(decoding: Array(line), as: UTF8.self).uppercased()
    if text.hasPrefix("220") {
      // The second one answers STARTTLS.
      isEncrypted = isGreeted
      isGreeted = true
      offersLogin = false
    } else if text.hasPrefix("250"), isGreeted, !waitsForTLS || isEncrypted {
      if text.dropFirst(4).hasPrefix("AUTH ") || text.dropFirst(4).hasPrefix("AUTH=") { offersLogin = true }
      guard !text.hasPrefix("250-") else { return true }
      // Later replies with 250 are about the mail.
      isGreeted = false
      return offersLogin
    }
    return true
  }
}
