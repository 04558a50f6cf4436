// SPDX-License-Identifier: Apache-2.0

/// The sessions of browsers, whose cookie is opaque.
enum Migration007Browser: Migration {
  static func statements(text: String) -> [String] {
    // The hash of the cookie's secret; null for the session of an app.
    ["ALTER TABLE sessions ADD COLUMN cookie_hash \(text)"]
  }
}
