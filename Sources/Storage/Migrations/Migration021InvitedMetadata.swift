// SPDX-License-Identifier: Apache-2.0

/// What a backend stores with an invited person, who has no account yet.
enum Migration021InvitedMetadata: Migration {
  static func statements(text: String) -> [String] {
    // JSON: becomes the account's `user_metadata` at the acceptance.
    ["ALTER TABLE invitations ADD COLUMN user_metadata \(text)"]
  }
}
