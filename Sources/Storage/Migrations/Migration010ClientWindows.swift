// SPDX-License-Identifier: Apache-2.0

/// The calls of each client address in the current window of the limit of all public functions.
enum Migration010ClientWindows: Migration {
  static func statements(text: String) -> [String] {
    [
      "CREATE TABLE client_windows (key \(text) PRIMARY KEY, ends_at BIGINT NOT NULL, calls BIGINT NOT NULL)",
      "CREATE INDEX client_windows_by_end ON client_windows (ends_at)",
    ]
  }
}
