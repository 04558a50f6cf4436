// SPDX-License-Identifier: Apache-2.0

/// Finds the messages that somebody waits for among any number of invitations.
enum Migration019FirstMails: Migration {
  static func statements(text: String) -> [String] {
    [
      "DROP INDEX outbox_exchange_due",
      """
      CREATE INDEX outbox_first_due ON outbox (due_at, id)
        WHERE state IN ('queued', 'leased') AND kind IN (\(kinds))
      """,
    ]
  }

  private static let kinds = """
    'verify-email', 'reset-password', 'confirm-email-change', 'email-change-notice', 'password-changed', 'new-device', \
    'new-country', 'account-locked', 'factor-added', 'factor-removed', 'provider-added', 'provider-removed', \
    'account-exported', 'account-restored', 'guardian-request', 'address-proven', 'address-moved', 'sign-in-code', \
    'account-deletion', 'apple-exchange'
    """
}
