// SPDX-License-Identifier: Apache-2.0

/// A person's further addresses, what identities say about a person, and the questions that follow a first proof.
enum Migration008Persons: Migration {
  static func statements(text: String) -> [String] { accounts(text) + identities(text) + records(text) }

  private static func accounts(_ text: String) -> [String] {
    [
      // The addresses that an account has proven in addition to its primary one, which is a column of `accounts`. An
      // address belongs to one account: deciding transactions are serializable, so both places together are
      // unique.
      """
      CREATE TABLE account_addresses (
        email_key \(text) PRIMARY KEY, account_id \(text) NOT NULL REFERENCES accounts (id), email \(text) NOT NULL,
        proven_at BIGINT NOT NULL)
      """,
      "CREATE INDEX account_addresses_of_account ON account_addresses (account_id, proven_at, email_key)",
      // Whether `account_addresses` may have rows of the account, so that other accounts need no second query.
      "ALTER TABLE accounts ADD COLUMN has_more_addresses BIGINT NOT NULL DEFAULT 0",
      // When the primary address was proven. The log has the time of a later proof; others were proven at the start.
      "ALTER TABLE accounts ADD COLUMN email_proven_at BIGINT",
      """
      UPDATE accounts SET email_proven_at = COALESCE(
        (SELECT MAX(at) FROM audit WHERE account_id = accounts.id
          AND action IN ('account.email-verified', 'account.email-changed')), created_at)
      WHERE email_verified = 1
      """,
      // The mailboxes of accounts that are being deleted: invitations to them are not offered. Two accounts may have
      // one mailbox, because accounts compare addresses exactly.
      """
      CREATE TABLE leaving_mailboxes (
        mailbox_key \(text) NOT NULL, account_id \(text) NOT NULL REFERENCES accounts (id),
        PRIMARY KEY (mailbox_key, account_id))
      """,
      "CREATE INDEX leaving_mailboxes_of_account ON leaving_mailboxes (account_id)",
      """
      INSERT INTO leaving_mailboxes (mailbox_key, account_id)
        SELECT email_key, id FROM accounts WHERE status = 'deleting' AND email_key IS NOT NULL
      """,
      // The key of an address that is only claimed. Several accounts can claim one; the first proof ends the others.
      "ALTER TABLE accounts ADD COLUMN claimed_key \(text)",
      "UPDATE accounts SET claimed_key = LOWER(email) WHERE email_verified = 0 AND email IS NOT NULL",
      "CREATE INDEX accounts_by_claim ON accounts (claimed_key, created_at, id) WHERE claimed_key IS NOT NULL",
      // Why an account is being deleted, if its owner did not ask for it: `age`.
      "ALTER TABLE accounts ADD COLUMN closed_for \(text)",
      // What is asked anew after a first proof: the role, and which inviters stay.
      "ALTER TABLE accounts ADD COLUMN asks_role BIGINT NOT NULL DEFAULT 0",
      "ALTER TABLE accounts ADD COLUMN asks_inviters BIGINT NOT NULL DEFAULT 0",
    ]
  }

  private static func identities(_ text: String) -> [String] {
    [
      // What the provider said at the last sign-in.
      "ALTER TABLE identities ADD COLUMN email \(text)",
      "ALTER TABLE identities ADD COLUMN email_verified BIGINT NOT NULL DEFAULT 0",
      "ALTER TABLE identities ADD COLUMN display_name \(text)",
      "ALTER TABLE identities ADD COLUMN photo_url \(text)",
      // When the person ended the connection at the provider. The same subject leads to the same account again.
      "ALTER TABLE identities ADD COLUMN ended_at BIGINT",
      // The subject by which Apple names the person after a transfer of the app to another team.
      "ALTER TABLE identities ADD COLUMN transfer_subject \(text)",
      "CREATE INDEX identities_by_transfer ON identities (transfer_subject) WHERE transfer_subject IS NOT NULL",
    ]
  }

  private static func records(_ text: String) -> [String] {
    [
      // The account that was linked before the first proof of its address, until its owner says whether it stays.
      "ALTER TABLE clients ADD COLUMN waiting_account_id \(text)",
      """
      CREATE INDEX clients_waiting_for ON clients (waiting_account_id, created_at, id)
        WHERE waiting_account_id IS NOT NULL
      """,
      // Mails and pages have shown the day of the end: the invitations are valid until it has ended everywhere.
      """
      UPDATE invitations SET expires_at = expires_at / 86400000 * 86400000 + 129600000 WHERE status = 'pending'
      """,
      // An address that was once invited is found, unless the invitation was revoked.
      "DROP INDEX invitations_expired_for",
      "CREATE INDEX invitations_ever_for ON invitations (email_key) WHERE status <> 'revoked'",
    ]
  }
}
