import Domain
import Storage

/// The account that calls, whether it may use the app yet, and whose client it is.
public enum GetAccount: Function {
  public static let name = "get-account"

  public struct Event {}

  public static func event(from data: Fields) throws(Problem) -> Event { Event() }

  public static func answer(_ event: Event, _ call: Call, _ environment: Environment) throws(Problem) -> JSON {
    let account = try call.requireCaller()
    let (clients, providers) = try environment.store.read { (rows) throws(Problem) in
      (try rows.clients(ofAccount: account.id, limit: Page.defaultLimit), try rows.providers(of: account.id))
    }
    return [
      "account": account.json, "state": .string(environment.state(of: account)),
      "clients": .array(clients.map(\.ownJSON)), "providers": JSON(providers),
    ]
  }
}
