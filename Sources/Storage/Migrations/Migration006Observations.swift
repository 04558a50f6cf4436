// SPDX-License-Identifier: Apache-2.0

/// What the audit log says about a client, the text by which members are found, and the order of Apple's notices.
enum Migration006Observations: Migration {
  static func statements(text: String) -> [String] { audit(text) + accounts(text) }

  private static func audit(_ text: String) -> [String] {
    [
      "ALTER TABLE audit ADD COLUMN country \(text)",
      // The id, the platform and the name of the device, as JSON.
      "ALTER TABLE audit ADD COLUMN device \(text)",
      // The milliseconds from the start of the event to the entry.
      "ALTER TABLE audit ADD COLUMN duration BIGINT",
    ]
  }

  private static func accounts(_ text: String) -> [String] {
    [
      // The display name and the address in lower case, to find a part of them. `SearchTexts` corrects those with
      // other than ASCII characters.
      "ALTER TABLE accounts ADD COLUMN search \(text) NOT NULL DEFAULT ''",
      "UPDATE accounts SET search = LOWER(display_name || '\n' || COALESCE(email, ''))",
      // The last sign-in with an identity of Apple.
      "ALTER TABLE identities ADD COLUMN used_at BIGINT",
      // The time of the last change of Apple's relay, as Apple states it.
      "ALTER TABLE identities ADD COLUMN relay_changed_at BIGINT",
      "CREATE INDEX invitations_expired_for ON invitations (email_key) WHERE status = 'expired'",
    ]
  }
}
