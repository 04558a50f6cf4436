// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// An inviter changes its data about a client. The address cannot change, because the invitation was sent there.
public enum UpdateClient: Function {
  public static let name = "update-client"

  public struct Event {
    let clientID: String
    let data: Fields
  }

  public struct Output: FunctionOutput {
    let client: Client

    public var json: JSON { ["client": client.json] }
  }

  public static func event(from data: Fields) throws(Problem) -> Event {
    Event(clientID: try data.text("clientId"), data: data)
  }

  public static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    let inviter = try call.requireCaller()
    return try environment.decide(call) { (rows) throws(Problem) in
      var client = try rows.client(id: event.clientID, of: inviter)
      let data = event.data
      client.name = data.optionalText("name") ?? client.name
      if data.has("phone") { client.phone = data.optionalText("phone") }
      if data.has("notes") { client.notes = data.optionalText("notes") }
      if data.has("locale") { client.locale = data.optionalText("locale") }

      try rows.update(client)
      try environment.audit(call, "client.updated", inviter: inviter.id, subject: client.id, rows)
      return Output(client: client)
    }
  }
}
