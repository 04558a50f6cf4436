// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// The caller's account, its accountState, the client records that are linked to it, and the invitations that wait for
/// it.
package enum GetAccount: Function {
  package static let name = "get-account"

  package typealias Event = NoData

  package struct Output: FunctionOutput {
    package let account: Account
    package let clients: [(client: Client, inviter: InviterName)]
    package let methods: [SignInMethod]
    let identities: [LinkedIdentity]
    /// The latest consent of the person.
    package let consent: JSON?
    let accountState: AccountState
    package let invitations: [WaitingInvitation]
    package let waiting: WaitingAcceptance?
    package let verificationSentAt: Timestamp?

    package var json: JSON {
      JSON.object([
        "account": account.json,
        "clients": .array(clients.map { $0.client.ownJSON.merging($0.inviter.members) }),
        "providers": JSON(methods.map(\.name)), "identities": .array(identities.map(\.json)),
        "updatedAt": JSON(account.updatedAt.rfc3339), "consent": consent,
        "emailVerificationSentAt": verificationSentAt.map { JSON($0.rfc3339) },
        "invitations": .array(invitations.map(\.json)), "waiting": waiting?.json,
      ]).merging(accountState.json)
    }
  }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    try environment.answer(call) { (decision) throws(Problem) in
      let caller = try decision.requireCaller()
      decision.prefetch(.shown(caller))
      // Also with the inviters who wait.
      let account = try decision.sessions.callerWithAddresses() ?? caller
      return try output(account, decision)
    }
  }

  static func output(_ account: Account, _ decision: Decision) throws(Problem) -> Output {
    Output(
      account: account,
      clients: try decision.tables.clients.withInviters(ofAccount: account.id, limit: ListPage.defaultLimit),
      methods: try decision.tables.accounts.signInMethods(of: account.id),
      identities: try decision.tables.identities.all(of: account.id).filter { $0.endedAt == nil },
      consent: try decision.tables.accounts.consent(of: account.id),
      accountState: decision.policy.accountState(of: account, on: decision.now),
      invitations: try decision.invitations.waitingInvitations(for: account),
      waiting: try decision.invitations.waitingOffer(for: account)?.waiting,
      verificationSentAt: try decision.tables.outbox.lastSent(.verifyEmail, to: account.id))
  }
}

extension Prefetch {
  /// What `get-account` shows.
  fileprivate static func shown(_ account: Account) -> Prefetch {
    Prefetch { (decision) throws(Problem) in
      _ = try decision.tables.accounts.find(id: account.id)
      _ = try GetAccount.output(account, decision)
    }
  }
}
