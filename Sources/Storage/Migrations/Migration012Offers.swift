// SPDX-License-Identifier: Apache-2.0

/// What an invitation brings besides the account, and how it ends other than by an acceptance.
enum Migration012Offers: Migration {
  static func statements(text: String) -> [String] {
    [
      "ALTER TABLE invitations ADD COLUMN declined_at BIGINT",
      "ALTER TABLE invitations ADD COLUMN decline_reason \(text)",
      // JSON of the app.
      "ALTER TABLE invitations ADD COLUMN data \(text)",
      "ALTER TABLE invitations ADD COLUMN return_url \(text)",
      // JSON: fields of the profile of the account that will accept.
      "ALTER TABLE clients ADD COLUMN profile \(text)",
      // The invitation that the code of a mail sends again; null for codes about an account.
      "ALTER TABLE account_codes ADD COLUMN invitation_id \(text)",
    ]
  }
}
