// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// The caller's account, its standing, and the client records that are linked to it.
package enum GetAccount: Function {
  package static let name = "get-account"

  package typealias Event = NoData

  package struct Output: FunctionOutput {
    let account: Account
    let clients: [(client: Client, inviter: InviterName)]
    let providers: [String]
    /// The latest consent of the person.
    let consent: JSON?
    let standing: Standing

    package var json: JSON {
      JSON.object([
        "account": account.json,
        "clients": .array(clients.map { $0.client.ownJSON.merging(["inviter": $0.inviter.json]) }),
        "providers": JSON(providers),
        "updatedAt": JSON(account.updatedAt.rfc3339), "consent": consent,
      ]).merging(standing.json)
    }
  }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    let account = try call.requireCaller()
    return try environment.store.read { (rows) throws(Problem) in
      let clients = try rows.clientsWithInviters(ofAccount: account.id, limit: Page.defaultLimit)
      return .answered(
        Output(
          account: account, clients: clients, providers: try rows.providers(of: account.id),
          consent: try rows.consent(of: account.id), standing: environment.standing(of: account)))
    }
  }
}
