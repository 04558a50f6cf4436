// SPDX-License-Identifier: Apache-2.0

import Domain

/// Accounts, with the consent of each.
package struct AccountTable {
  package let transaction: Transaction

  /// The columns of an inviter, with names that are unique in joins. SQLite needs a long time to prepare a join with
  /// every column of `accounts`: two thirds longer than the same columns of the table alone.
  private static let inviterColumns = columns(
    of: "accounts", as: "a",
    ["id", "role", "status", "display_name", "email", "email_verified", "locale", "branding"])

  /// The columns of the inviter of a row, with those of its team.
  /// - Parameter table: the table of the row.
  func inviterColumns(of table: String) -> String {
    guard transaction.showsTeams else { return Self.inviterColumns }
    return """
      \(Self.inviterColumns), \(table).team_id AS a_team_id, \(TeamTable.name(of: "\(table).team_id")) AS a_team_name,
      (SELECT teams.branding FROM teams WHERE teams.id = \(table).team_id) AS a_team_branding,
      \(TeamTable.activeMember(of: "\(table).team_id", besides: "\(table).inviter_id")) AS a_colleague
      """
  }

  func inviter(_ row: Row) throws(Problem) -> Inviter {
    var inviter = Inviter(
      id: try row.text("id"), role: try role(row), status: try status(row), displayName: try row.text("display_name"),
      verifiedEmail: try row.flag("email_verified") ? row.optionalText("email").flatMap(EmailAddress.stored) : nil,
      locale: try row.optionalText("locale"), branding: try branding(row, "branding"))
    guard let name = try row.optionalTextIfSelected("team_name") else { return inviter }
    inviter.team = TeamName(id: try row.text("team_id"), name: name)
    inviter.branding = try branding(row, "team_branding") ?? inviter.branding
    inviter.hasActiveColleague = try row.optionalInteger("colleague") != nil
    return inviter
  }

  /// A list of a table's columns, with names that are unique in joins.
  static func columns(of table: String, as prefix: String, _ names: [String]) -> String {
    // Not `joined` (Sources/README.md, "Conformances at start-up").
    names.reduce(into: "") { list, name in list += "\(list.isEmpty ? "" : ", ")\(table).\(name) AS \(prefix)_\(name)" }
  }

  /// The account of a session, also of one that has ended; nil if there is none.
  package func find(ofSession sessionID: String) throws(Problem) -> Account? {
    try transaction.query(
      "SELECT * FROM accounts WHERE id = (SELECT account_id FROM sessions WHERE id = $1)", [.text(sessionID)]
    ).first.map(account)
  }

  /// The account with an id; nil if there is none.
  package func find(id: String) throws(Problem) -> Account? {
    try transaction.query("SELECT * FROM accounts WHERE id = $1", [.text(id)]).first.map(account)
  }

  /// Changes the role of an account. It is not asked any more.
  package func setRole(_ role: String, of accountID: String, at now: Timestamp) throws(Problem) {
    try transaction.change(
      "UPDATE accounts SET role = $2, asks_role = 0, updated_at = $3 WHERE id = $1",
      [.text(accountID), .text(role), .timestamp(now)])
  }

  /// The account that an identity is linked to.
  package func find(issuer: String, subject: String) throws(Problem) -> Account? {
    try transaction.query(
      """
      SELECT * FROM accounts
      WHERE id = (SELECT account_id FROM identities WHERE issuer = $1 AND subject = $2)
      """, [.text(issuer), .text(subject)]
    ).first.map(account)
  }

  /// The account that has proven an address, as its primary or another one. An unproven address is not looked up and
  /// reserves nothing.
  package func find(email: EmailAddress) throws(Problem) -> Account? {
    try transaction.query(
      """
      SELECT * FROM accounts WHERE id = COALESCE(
        (SELECT id FROM accounts WHERE email_key = $1), (SELECT account_id FROM account_addresses WHERE email_key = $1))
      """, [.text(email.key)]
    ).first.map(account)
  }

  /// The ids of accounts that only claim an address, at most `maximumClaimants`. Most addresses have none, so
  /// nothing else of them is read.
  package func claimants(of email: EmailAddress) throws(Problem) -> [String] {
    try transaction.query(
      "SELECT id FROM accounts WHERE claimed_key = $1 LIMIT $2",
      [.text(email.key), .integer(Self.maximumClaimants)]
    ).map { (row) throws(Problem) in try row.text("id") }
  }

  package static let maximumClaimants = 100

  /// The account to use for a person who proves an address that several accounts only claim: an active one first, among
  /// these the one with the password of the address, then the oldest. A later claim changes nothing.
  package func claimant(of email: EmailAddress) throws(Problem) -> Account? {
    // Each part reads one row, however many accounts claim the address.
    try transaction.query(
      """
      SELECT * FROM accounts WHERE id = COALESCE(
        (SELECT passwords.account_id FROM passwords JOIN accounts ON accounts.id = passwords.account_id
          WHERE passwords.email_key = $1 AND accounts.claimed_key = $1 AND accounts.status = 'active'),
        (SELECT id FROM accounts WHERE claimed_key = $1 AND status = 'active' ORDER BY created_at, id LIMIT 1),
        (SELECT id FROM accounts WHERE claimed_key = $1 ORDER BY created_at, id LIMIT 1))
      """, [.text(email.key)]
    ).first.map(account)
  }

  /// The account with a user name, as `Username` normalises it.
  package func find(username: String) throws(Problem) -> Account? {
    try transaction.query("SELECT * FROM accounts WHERE username = $1", [.text(username)]).first.map(account)
  }

  /// Stores a new account. Only a verified address is reserved for it.
  package func insert(_ account: Account) throws(Problem) {
    try transaction.change(
      """
      INSERT INTO accounts (id, email, email_key, email_verified, display_name, photo_url, phone, locale, role,
        status, profile, created_at, updated_at, last_sign_in_at, birth_date, consent_version, consent_at, guardian,
        guardian_email, guardian_at, username, external_id, search, email_proven_at, claimed_key, time_zone)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22,
        $23, $24, $25, $26)
      """,
      [
        .text(account.id), .text(account.email?.text), .text(account.emailVerified ? account.email?.key : nil),
        .flag(account.emailVerified),
        .text(account.displayName), .text(account.photoURL), .text(account.phone), .text(account.locale),
        .text(account.role.isEmpty ? nil : account.role), .text(account.status.rawValue), .json(account.profile),
        .timestamp(account.createdAt),
        .timestamp(account.updatedAt), .timestamp(account.lastSignInAt),
      ] + consentValues(of: account) + [
        .text(account.username), .text(account.externalID), .text(transaction.searchTexts.searchText(account)),
        .timestamp(account.emailVerified ? account.createdAt : nil),
        .text(account.emailVerified ? nil : account.email?.key), .text(account.timeZone),
      ])
  }

  /// Birth date, consent and guardian, in column order.
  private func consentValues(of account: Account) -> [SQLValue] {
    let consent = account.consent
    return [
      .text(account.birthDate?.text), .text(consent.version), .timestamp(consent.agreedAt),
      .text(consent.guardian == .none ? nil : consent.guardian.rawValue), .text(consent.guardianEmail?.text),
      .timestamp(consent.guardianAt),
    ]
  }

  /// Stores the birth date, the consent and the guardian's decision.
  package func updateConsent(of account: Account, at now: Timestamp) throws(Problem) {
    try transaction.change(
      """
      UPDATE accounts SET updated_at = $2, birth_date = $3, consent_version = $4, consent_at = $5, guardian = $6,
        guardian_email = $7, guardian_at = $8
      WHERE id = $1
      """, [.text(account.id), .timestamp(now)] + consentValues(of: account))
  }

  /// Reserves the address of a closed account, so that no other account can have it, unless another account has
  /// verified it.
  package func reserveAddress(of account: Account) throws(Problem) {
    guard let email = account.email else { return }
    try transaction.change(
      """
      UPDATE accounts SET email_key = $2
      WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM accounts WHERE email_key = $2)
        AND NOT EXISTS (SELECT 1 FROM account_addresses WHERE email_key = $2)
      """, [.text(account.id), .text(email.key)])
  }

  /// Accounts that a guardian closed before a timestamp and that are still closed, at most `limit`.
  package func closedByGuardian(before timestamp: Timestamp, limit: Int) throws(Problem) -> [Account] {
    try transaction.query(
      """
      SELECT * FROM accounts WHERE guardian IN ('refused', 'withdrawn') AND guardian_at <= $1 AND status = 'disabled'
        AND closed_for = 'guardian'
      ORDER BY guardian_at LIMIT $2
      """, [.timestamp(timestamp), .integer(limit)]
    ).map(account)
  }

  /// Marks an address as verified. From now on it finds this account, and no other account can have it.
  package func markVerified(_ email: EmailAddress, of accountID: String, at now: Timestamp) throws(Problem) {
    try transaction.change(
      """
      UPDATE accounts SET email_key = $2, claimed_key = NULL, email_verified = 1, email_proven_at = $3, updated_at = $3
      WHERE id = $1
      """,
      [.text(accountID), .text(email.key), .timestamp(now)])
  }

  /// Changes the verified address of an account.
  /// - Parameter email: the new address, which `account` has already.
  package func changeEmail(to email: EmailAddress, of account: Account, at now: Timestamp) throws(Problem) {
    try transaction.change(
      """
      UPDATE accounts SET email = $2, email_key = $3, claimed_key = NULL, email_verified = 1, email_proven_at = $6,
        updated_at = $4, search = $5
      WHERE id = $1
      """,
      [
        .text(account.id), .text(email.text), .text(email.key), .timestamp(now),
        .text(transaction.searchTexts.searchText(account)),
        .timestamp(account.emailProvenAt ?? now),
      ])
    try transaction.passwords.move(of: account.id, to: email)
  }

  /// Stores the members that a person or an import may change.
  package func update(_ account: Account, at now: Timestamp) throws(Problem) {
    try transaction.change(
      """
      UPDATE accounts SET display_name = $2, photo_url = $3, phone = $4, locale = $5, profile = $6, updated_at = $7,
        username = $8, external_id = $9, branding = $10, search = $11, time_zone = $12
      WHERE id = $1
      """,
      [
        .text(account.id), .text(account.displayName), .text(account.photoURL), .text(account.phone),
        .text(account.locale), .json(account.profile), .timestamp(now), .text(account.username),
        .text(account.externalID), .text(account.branding?.json.text),
        .text(transaction.searchTexts.searchText(account)), .text(account.timeZone),
      ])
  }

  /// Changes the status of an account. An active account is not deleted, and does not reserve an unverified address.
  /// - Parameter closure: why the account is closed, unless there was another reason before.
  package func setStatus(
    _ status: Account.Status, of accountID: String, because closure: Account.Closure? = nil
  ) throws(Problem) {
    let also =
      status == .active
      ? "deletes_at = NULL, closed_for = NULL, email_key = CASE WHEN email_verified = 1 THEN email_key ELSE NULL END"
      : "closed_for = COALESCE(closed_for, $3)"
    let reason = status == .active ? [] : [SQLValue.text(closure?.rawValue)]
    try transaction.change(
      "UPDATE accounts SET status = $2, \(also) WHERE id = $1", [.text(accountID), .text(status.rawValue)] + reason)
    if status != .deleting { try endDeletion(of: accountID) }
    if status != .active { try transaction.serviceKeys.end(ofAccount: accountID) }
  }

  /// Stores the time of an account's last sign-in.
  package func recordSignIn(of accountID: String, at now: Timestamp) throws(Problem) {
    try transaction.change(
      "UPDATE accounts SET last_sign_in_at = $2 WHERE id = $1", [.text(accountID), .timestamp(now)])
  }

  func account(_ row: Row) throws(Problem) -> Account {
    var account = Account(
      id: try row.text("id"), email: try row.optionalText("email").flatMap(EmailAddress.stored),
      emailVerified: try row.flag("email_verified"), displayName: try row.text("display_name"),
      photoURL: try row.optionalText("photo_url"), phone: try row.optionalText("phone"),
      locale: try row.optionalText("locale"), role: try role(row),
      status: try status(row), profile: try row.json("profile"),
      birthDate: try row.optionalText("birth_date").flatMap(BirthDate.init), consent: try consent(row),
      createdAt: try row.timestamp("created_at"),
      updatedAt: try row.timestamp("updated_at"), lastSignInAt: try row.optionalTimestamp("last_sign_in_at"),
      factors: try row.integer("factors"))
    account.timeZone = try row.optionalText("time_zone")
    account.deletesAt = try row.optionalTimestamp("deletes_at")
    account.username = try row.optionalText("username")
    account.externalID = try row.optionalText("external_id")
    account.branding = try branding(row, "branding")
    account.teamID = try row.optionalText("team_id")
    account.emailProvenAt = try row.optionalTimestamp("email_proven_at")
    account.closedFor = try row.optionalText("closed_for").flatMap(Account.Closure.init)
    account.asksRole = try row.flag("asks_role")
    account.asksInviters = try row.flag("asks_inviters")
    // Few accounts have details, so a query of their own costs less than a part of every query.
    guard transaction.readsDetails else { return account }
    if try row.flag("has_more_addresses") { account.otherAddresses = try transaction.addresses.others(of: account.id) }
    if account.asksInviters { account.waitingInviters = try transaction.waitingInviters.all(of: account.id) }
    return account
  }

  private func role(_ row: Row) throws(Problem) -> String {
    try row.optionalText("role") ?? transaction.legacyRole ?? ""
  }

  private func status(_ row: Row) throws(Problem) -> Account.Status {
    guard let status = Account.Status(rawValue: try row.text("status")) else { throw .bug("unknown account status") }
    return status
  }

  private func branding(_ row: Row, _ column: String) throws(Problem) -> Branding? {
    Branding(try row.optionalText(column).flatMap { try? JSON(parsing: $0) })
  }

  private func consent(_ row: Row) throws(Problem) -> Consent {
    let stored = try row.optionalText("guardian")
    guard let guardian = Consent.Guardian(rawValue: stored ?? Consent.Guardian.none.rawValue) else {
      throw .bug("unknown decision of a guardian")
    }
    return Consent(
      version: try row.optionalText("consent_version"), agreedAt: try row.optionalTimestamp("consent_at"),
      guardian: guardian,
      guardianEmail: try row.optionalText("guardian_email").flatMap(EmailAddress.stored),
      guardianAt: try row.optionalTimestamp("guardian_at"))
  }
}
