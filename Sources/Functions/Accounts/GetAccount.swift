// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// The caller's account, its standing, the client records that are linked to it, and the invitations that wait for it.
package enum GetAccount: Function {
  package static let name = "get-account"

  package typealias Event = NoData

  package struct Output: FunctionOutput {
    let account: Account
    let clients: [(client: Client, inviter: InviterName)]
    let providers: [String]
    let identities: [LinkedIdentity]
    /// The latest consent of the person.
    let consent: JSON?
    let standing: Standing
    let invitations: [WaitingInvitation]
    let verificationSentAt: Timestamp?

    package var json: JSON {
      JSON.object([
        "account": account.json,
        "clients": .array(clients.map { $0.client.ownJSON.merging(["inviter": $0.inviter.json]) }),
        "providers": JSON(providers), "identities": .array(identities.map(\.json)),
        "updatedAt": JSON(account.updatedAt.rfc3339), "consent": consent,
        "emailVerificationSentAt": verificationSentAt.map { JSON($0.rfc3339) },
        "invitations": .array(invitations.map(\.json)),
      ]).merging(standing.json)
    }
  }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    let caller = try call.requireCaller()
    return try environment.store.read { (rows) throws(Problem) in
      rows.prefetch { (rows) throws(Problem) in
        _ = try rows.accounts.find(id: caller.id)
        _ = try output(caller, environment, rows)
      }
      // With its further addresses and the inviters who wait.
      let account = try rows.accounts.find(id: caller.id) ?? caller
      return .answered(try output(account, environment, rows))
    }
  }

  private static func output(
    _ account: Account, _ environment: Environment, _ rows: Transaction
  ) throws(Problem) -> Output {
    Output(
      account: account, clients: try rows.clients.withInviters(ofAccount: account.id, limit: Page.defaultLimit),
      providers: try rows.accounts.providers(of: account.id),
      identities: try rows.identities.all(of: account.id).filter { $0.endedAt == nil },
      consent: try rows.accounts.consent(of: account.id),
      standing: environment.standing(of: account),
      invitations: try environment.waitingInvitations(for: account, rows),
      verificationSentAt: try rows.outbox.lastSent(.verifyEmail, to: account.id))
  }
}
