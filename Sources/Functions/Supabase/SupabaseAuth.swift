// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// Answers the client libraries of Supabase Auth, as Supabase does, over the functions of this service:
/// `SupabaseRoutes` has a function for each route, and maps the request to its event and its result to what the clients
/// decode.
package enum SupabaseAuth: Function {
  package static let name = "supabase-auth"
  package static func memory(of data: Fields) -> AnswerMemory { .never }

  /// A request to a path below `/auth/v1`.
  package struct Event {
    let method: String
    /// The parts of the path.
    let path: [String]
    let query: Fields
    let body: Fields
    let version: String?
    /// Why the body is not JSON; nil if it is.
    let unreadable: String?
  }

  package typealias Output = SupabaseResponse

  package static func event(from data: Fields) throws(Problem) -> Event {
    Event(
      method: try data.text("method"), path: try data.text("path").split(separator: "/").map(String.init),
      query: data.optionalFields("query") ?? Fields([:]), body: data.optionalFields("body") ?? Fields([:]),
      version: data.optionalFields("headers")?.optionalText(SupabaseResponse.versionHeader),
      unreadable: data.optionalText("unreadable"))
  }

  /// The routes name the methods of their functions.
  package static func method(in data: Fields) -> SignInMethod? { nil }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    guard environment.policy.hasSupabase else { throw Problem(.notFound, "the policy does not turn on supabase") }
    guard let (route, parameter) = SupabaseRoute.find(event.method, event.path) else {
      throw Problem(.notFound, "there is no such route")
    }
    if route.access != .anyone, call.token == nil { return .answered(SupabaseError.noToken.response(event.version)) }
    // The secret key, which opens links and states, is made when the database is opened.
    try environment.store.readAtOnce { (transaction) throws(Problem) in _ = try transaction.hashKeys.all() }
    var request = SupabaseRequest(event, call, environment, parameter: parameter)
    do throws(Problem) {
      if let unreadable = event.unreadable { throw Problem(.eventNotJSON, unreadable) }
      try request.authenticate(for: route.access)
      return .answered(try response(of: route, to: request).versioned(event.version))
    } catch {
      // Errors that are not refusals are reported as by every function.
      guard error.isRefusal else { throw error }
      let answer = try environment.messages.answer(error, call.language)
      return .answered(SupabaseError(error, answer, of: route).response(event.version))
    }
  }

  /// The response of a route. A request with a service key counts for the limit of the key, and not for that of its
  /// address.
  private static func response(of route: SupabaseRoute, to request: SupabaseRequest) throws(Problem) -> SupabaseResponse
  {
    let response: SupabaseResponse
    do throws(Problem) { response = try route.answer(request) } catch {
      if error.isRefusal { try request.environment.countUndecided(request.call) }
      throw error
    }
    try request.environment.countUndecided(request.call)
    return response
  }

  /// A refusal of the request itself, or what could not be answered.
  package static func platformResponse(_ result: FunctionResult, to data: JSON) -> PlatformResponse {
    guard case .failure(let answer) = result else {
      if let page = HTMLPage(result.json) { return PlatformResponse(page) }
      return PlatformResponse(json: result.json, status: result.json["status"]?.integer ?? 200)
    }
    let error = SupabaseError(Problem(answer.code, answer.detail), answer, of: nil)
    let response = error.response(data["headers"]?[SupabaseResponse.versionHeader]?.string)
    return PlatformResponse(json: response.json.merging(["error": answer.json]), status: response.status)
  }
}
