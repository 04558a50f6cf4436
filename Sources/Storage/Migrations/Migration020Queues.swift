// SPDX-License-Identifier: Apache-2.0

/// Stores the queue of a message (`OutboxMessage.Queue`). One index finds what is due in each of them, instead of three
/// whose conditions every process that starts has to parse.
enum Migration020Queues: Migration {
  static func statements(text: String) -> [String] {
    [
      "ALTER TABLE outbox ADD COLUMN queue BIGINT NOT NULL DEFAULT 1",
      "UPDATE outbox SET queue = 2 WHERE kind = 'webhook'",
      """
      UPDATE outbox SET queue = 0 WHERE kind IN (
        'verify-email', 'reset-password', 'confirm-email-change', 'email-change-notice', 'password-changed',
        'new-device', 'new-country', 'account-locked', 'factor-added', 'factor-removed', 'provider-added',
        'provider-removed', 'account-exported', 'account-restored', 'guardian-request', 'address-proven',
        'address-moved', 'sign-in-code', 'account-deletion', 'apple-exchange')
      """,
      "DROP INDEX outbox_first_due",
      "DROP INDEX outbox_mail_due",
      "DROP INDEX outbox_webhook_due",
      "CREATE INDEX outbox_due ON outbox (queue, due_at, id) WHERE state IN ('queued', 'leased')",
    ]
  }
}
