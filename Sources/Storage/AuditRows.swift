import Domain

/// One line of the audit log: who did what to whom, or was refused.
public struct AuditEntry: Sendable {
  public var id: String
  public var at: Timestamp
  public var function: String
  /// What happened, such as `invitation.accepted`.
  public var action: String
  /// Who did it.
  public var accountID: String?
  /// Whose clients it is about.
  public var inviterID: String?
  /// The invitation, client or session.
  public var subjectID: String?
  /// Why it was refused, where it was.
  public var code: ErrorCode?
  public var address: String?
  public var userAgent: String?
  public var traceID: String?

  public init(
    id: String, at: Timestamp, function: String, action: String, accountID: String? = nil, inviterID: String? = nil,
    subjectID: String? = nil, code: ErrorCode? = nil, address: String? = nil, userAgent: String? = nil,
    traceID: String? = nil
  ) {
    self.id = id
    self.at = at
    self.function = function
    self.action = action
    self.accountID = accountID
    self.inviterID = inviterID
    self.subjectID = subjectID
    self.code = code
    self.address = address
    self.userAgent = userAgent
    self.traceID = traceID
  }
}

extension Transaction {
  public func insert(_ entry: AuditEntry) throws(Problem) {
    try change(
      """
      INSERT INTO audit (id, at, function, action, account_id, inviter_id, subject_id, code, address, user_agent, trace_id)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
      """,
      [
        .text(entry.id), .moment(entry.at), .text(entry.function), .text(entry.action), .text(entry.accountID),
        .text(entry.inviterID), .text(entry.subjectID), .text(entry.code?.rawValue), .text(entry.address),
        .text(entry.userAgent), .text(entry.traceID),
      ])
  }
}
