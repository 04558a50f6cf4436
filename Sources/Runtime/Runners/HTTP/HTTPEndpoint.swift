// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain

/// What a function's entry in functions.json says of being called over HTTP.
struct HTTPEndpoint {
  private let function: String
  private let route: String
  let methods: [String]
  /// Whether it takes webhooks, which are verified by what they are signed with.
  let isWebhook: Bool
  /// Whether it answers with pages for people.
  let isPage: Bool
  /// How long others may keep the answer.
  let cacheSeconds: Int?

  /// Nil for what no public route may lead to: schedules, and triggers but for webhooks that can be verified.
  init?(_ function: String, _ entry: JSON, _ settings: Settings) throws(Problem) {
    let trigger = entry["trigger"] ?? [:]
    self.function = function
    isPage = entry["produces"] == "text/html"
    cacheSeconds = entry["cacheSeconds"]?.integer
    isWebhook = trigger["webhook"] != nil
    if let webhook = trigger["webhook"] {
      var isVerifiable = false
      for secret in webhook["secrets"]?.array ?? [] where try settings[secret.string ?? ""] != nil {
        isVerifiable = true
      }
      guard isVerifiable else { return nil }
      route = webhook["route"]?.string ?? ""
      methods = ["POST"]
    } else {
      guard trigger["type"] == "http", let path = trigger["route"]?.string else { return nil }
      route = path
      let several = (trigger["methods"] ?? entry["methods"])?.array?.compactMap(\.string)
      methods = several ?? [trigger["method"]?.string ?? ""]
    }
  }

  /// Whether a path ends with the route, or with the name of the function. A path of nothing is one that the runner has
  /// used up to choose the function.
  func isAt(_ path: String) -> Bool {
    let (parts, route) = (path.split(separator: "/"), route.split(separator: "/"))
    guard let last = parts.last else { return true }
    return last == function || !route.isEmpty && parts.suffix(route.count) == route[...]
  }

  /// For `Allow`: HEAD is a GET whose answer has no body, and OPTIONS is answered everywhere.
  var allowedMethods: String {
    (methods + (methods.contains("GET") ? ["HEAD"] : []) + ["OPTIONS"]).joined(separator: ", ")
  }
}
