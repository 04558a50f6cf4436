// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// The account that calls, whether it may use the app yet, and whose client it is.
public enum GetAccount: Function {
  public static let name = "get-account"

  public struct Event {}

  public static func event(from data: Fields) throws(Problem) -> Event { Event() }

  public static func answer(_ event: Event, _ call: Call, _ environment: Environment) throws(Problem) -> JSON {
    let account = try call.requireCaller()
    return try environment.store.read { (rows) throws(Problem) in
      let clients = try rows.clients(ofAccount: account.id, limit: Page.defaultLimit)
      return .object([
        "account": account.json,
        "clients": .array(clients.map(\.ownJSON)), "providers": JSON(try rows.providers(of: account.id)),
        "updatedAt": JSON(account.updatedAt.rfc3339), "consent": try rows.consent(of: account.id),
      ]).merging(environment.standing(of: account).json)
    }
  }
}
