// SPDX-License-Identifier: Apache-2.0

/// Links by which many people join, their codes, requests to join, and acceptances that wait for the proof of an
/// address. Records and invitations without an address have an empty `email`.
enum Migration011JoinLinks: Migration {
  static func statements(text: String) -> [String] {
    [
      """
      CREATE TABLE join_links (
        id \(text) PRIMARY KEY, inviter_id \(text) NOT NULL REFERENCES accounts (id), name \(text), note \(text),
        profile \(text), allowed_domains \(text) NOT NULL, needs_approval BIGINT NOT NULL, max_uses BIGINT,
        uses BIGINT NOT NULL, sealed_codes \(text) NOT NULL, created_at BIGINT NOT NULL, expires_at BIGINT NOT NULL,
        closed_at BIGINT)
      """,
      "CREATE INDEX join_links_of_inviter ON join_links (inviter_id, created_at, id)",
      """
      CREATE TABLE join_codes (
        code_hash \(text) PRIMARY KEY, join_link_id \(text) NOT NULL REFERENCES join_links (id), superseded_at BIGINT)
      """,
      "CREATE INDEX join_codes_of_link ON join_codes (join_link_id)",
      "CREATE INDEX join_codes_by_end ON join_codes (superseded_at) WHERE superseded_at IS NOT NULL",
      // `inviter_id` has no foreign key: it is the inviter of the link, which has one.
      """
      CREATE TABLE join_requests (
        id \(text) PRIMARY KEY, join_link_id \(text) NOT NULL REFERENCES join_links (id),
        account_id \(text) NOT NULL REFERENCES accounts (id), inviter_id \(text) NOT NULL, status \(text) NOT NULL,
        created_at BIGINT NOT NULL, answered_at BIGINT)
      """,
      "CREATE INDEX join_requests_to ON join_requests (inviter_id, created_at, id) WHERE status = 'pending'",
      "CREATE INDEX join_requests_of_account ON join_requests (account_id, inviter_id, created_at)",
      "CREATE INDEX join_requests_of_link ON join_requests (join_link_id)",
      "CREATE INDEX join_requests_by_end ON join_requests (created_at) WHERE status = 'pending'",
      // What an account has accepted with an address that it has not proven yet: an invitation, or a link.
      """
      CREATE TABLE waiting_acceptances (
        account_id \(text) NOT NULL REFERENCES accounts (id), subject \(text) NOT NULL, is_link BIGINT NOT NULL,
        created_at BIGINT NOT NULL, PRIMARY KEY (account_id, subject))
      """,
      "CREATE INDEX waiting_acceptances_of ON waiting_acceptances (subject)",
      // The link by which a person has joined.
      "ALTER TABLE clients ADD COLUMN join_link_id \(text)",
    ]
  }
}
