// SPDX-License-Identifier: Apache-2.0

/// The tables, by their names: `transaction.invitations.find(id:)`, and in a decision
/// `decision.tables.invitations.find(id:)`.
extension Transaction {
  package var accountCodes: AccountCodeTable { AccountCodeTable(transaction: self) }
  package var accounts: AccountTable { AccountTable(transaction: self) }
  package var addressKeys: AddressKeys { AddressKeys(transaction: self) }
  package var addresses: AddressTable { AddressTable(transaction: self) }
  package var auditLog: AuditTable { AuditTable(transaction: self) }
  package var challenges: ChallengeTable { ChallengeTable(transaction: self) }
  package var clientWindows: ClientWindowTable { ClientWindowTable(transaction: self) }
  package var clients: ClientTable { ClientTable(transaction: self) }
  package var deliveries: DeliveryTable { DeliveryTable(transaction: self) }
  package var erasure: Erasure { Erasure(transaction: self) }
  package var exports: ExportQueries { ExportQueries(transaction: self) }
  package var factors: FactorTable { FactorTable(transaction: self) }
  package var firstProofs: FirstProofs { FirstProofs(transaction: self) }
  package var hashKeys: HashKeyTable { HashKeyTable(transaction: self) }
  package var identities: IdentityTable { IdentityTable(transaction: self) }
  package var identityTokens: IdentityTokenTable { IdentityTokenTable(transaction: self) }
  package var imports: ImportTable { ImportTable(transaction: self) }
  package var invitationReport: InvitationReportQueries { InvitationReportQueries(transaction: self) }
  package var invitations: InvitationTable { InvitationTable(transaction: self) }
  package var joinLinks: JoinLinkTable { JoinLinkTable(transaction: self) }
  package var joinRequests: JoinRequestTable { JoinRequestTable(transaction: self) }
  package var keySets: KeySetTable { KeySetTable(transaction: self) }
  package var limits: LimitTable { LimitTable(transaction: self) }
  package var mailRecords: MailRecordQueries { MailRecordQueries(transaction: self) }
  package var members: MemberQueries { MemberQueries(transaction: self) }
  package var notices: NoticeTable { NoticeTable(transaction: self) }
  package var operators: OperatorQueries { OperatorQueries(transaction: self) }
  package var outbox: OutboxTable { OutboxTable(transaction: self) }
  package var passwords: PasswordTable { PasswordTable(transaction: self) }
  package var pushAddresses: PushTable { PushTable(transaction: self) }
  package var recoveryCodes: RecoveryCodeTable { RecoveryCodeTable(transaction: self) }
  package var relays: RelayTable { RelayTable(transaction: self) }
  package var report: ReportQueries { ReportQueries(transaction: self) }
  package var sealed: SealedColumns { SealedColumns(transaction: self) }
  package var searchTexts: SearchTexts { SearchTexts(transaction: self) }
  package var secretKeys: SecretKeyTable { SecretKeyTable(transaction: self) }
  package var seenEvents: SeenEventTable { SeenEventTable(transaction: self) }
  package var serviceKeys: ServiceKeyTable { ServiceKeyTable(transaction: self) }
  package var serviceTokens: ServiceTokenTable { ServiceTokenTable(transaction: self) }
  package var sessions: SessionTable { SessionTable(transaction: self) }
  package var signingKeys: SigningKeyTable { SigningKeyTable(transaction: self) }
  package var suppressions: SuppressionTable { SuppressionTable(transaction: self) }
  package var teamSuccession: TeamSuccession { TeamSuccession(transaction: self) }
  package var teams: TeamTable { TeamTable(transaction: self) }
  package var underage: UnderageTable { UnderageTable(transaction: self) }
  package var usedTokens: UsedTokenTable { UsedTokenTable(transaction: self) }
  package var userMetadata: UserMetadataTable { UserMetadataTable(transaction: self) }
  package var waitingAcceptances: WaitingAcceptanceTable { WaitingAcceptanceTable(transaction: self) }
  package var waitingInviters: WaitingInviterTable { WaitingInviterTable(transaction: self) }
  package var workouts: WorkoutTable { WorkoutTable(transaction: self) }
}
