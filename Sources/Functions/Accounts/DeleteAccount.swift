// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// A person deletes their account. With `deletion.graceDays` of the policy they can restore it until `deletesAt`;
/// otherwise it is erased at once.
package enum DeleteAccount: Function {
  package static let name = "delete-account"
  package static let needsRecentSignIn = true
  package static func memory(of data: Fields) -> AnswerMemory { .ofEndedSession }

  package struct Event {
    /// Whether an inviter has confirmed that the clients are deleted too.
    let isConfirmed: Bool
  }

  package enum Output: FunctionOutput {
    /// The id of the erased account.
    case erased(String)
    case deleting(Account)

    package var json: JSON {
      switch self {
      case .erased(let accountID): ["deleted": .string(accountID)]
      case .deleting(let account):
        .object(["account": account.json, "deletesAt": account.deletesAt.map { JSON($0.rfc3339) }])
      }
    }
  }

  package static func event(from data: Fields) -> Event { Event(isConfirmed: data.flag("confirm")) }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    let hasGrace = environment.policy.deletion.grace > .zero
    return try environment.decideAndSend(call, canQueueMail: hasGrace) { (decision) throws(Problem) in
      let caller = try decision.requireCaller()
      if !event.isConfirmed { try requireNoClients(of: caller, decision.tables) }
      guard let (account, mail) = try decision.deletions.delete(caller, dispatch: .now) else {
        return (.erased(caller.id), [])
      }
      return (.deleting(account), mail.map { [$0] } ?? [])
    }
  }

  /// - Throws: `auth/confirmation-required` if the account has clients, which are deleted with it.
  private static func requireNoClients(of account: Account, _ transaction: Transaction) throws(Problem) {
    let count = try transaction.accounts.clientCount(of: account.id)
    guard count > 0 else { return }
    throw Problem(
      .confirmationRequired,
      "the account has \(count) client\(count == 1 ? "" : "s"), deleted with it; confirm this with \"confirm\": true",
      message: Problem.Message(nil, ["count": String(count)]))
  }

  /// Whether clients are deleted with the caller's account. Those of a team that has other members stay with it.
  package static func takesClients(_ call: Call, _ environment: Environment) throws(Problem) -> Bool {
    try environment.read(call) { (decision) throws(Problem) in
      try decision.tables.accounts.clientCount(of: try decision.requireCaller().id) > 0
    }
  }
}
