// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain

/// The HTTP properties of a function's entry in functions.json.
struct HTTPEndpoint {
  private let function: String
  private let route: String
  let methods: [String]
  /// Whether it receives webhooks, which are verified by their signature.
  let isWebhook: Bool
  /// Whether the event is the JSON in the body, which itself contains the signature. The event of other webhooks is the
  /// request.
  let isSignedJSON: Bool
  /// Whether it returns HTML pages.
  let isPage: Bool
  /// How long the answer may be cached.
  let cacheSeconds: Int?
  /// Whether it also answers requests to paths that no function has.
  let answersUnknownPaths: Bool
  /// The headers of a function that answers every path below its route and whose event is the request; nil for other
  /// functions.
  let wholeRequest: WholeRequest?

  /// Headers, by their names.
  struct WholeRequest {
    /// The headers that the event has.
    let given: [String]
    /// The headers that a script of another origin may send (the Fetch standard, "CORS protocol").
    let allowed: [String]
    /// The headers of the response that such a script may read.
    let exposed: [String]

    fileprivate init(_ json: JSON) {
      func names(_ key: String) -> [String] { json[key]?.array?.compactMap(\.string) ?? [] }
      (given, allowed, exposed) = (names("headers"), names("allowedHeaders"), names("exposedHeaders"))
    }
  }

  /// Nil for functions without a public route: schedules, and triggers except webhooks that can be verified.
  init?(
    _ function: String, _ entry: JSON, _ settings: Settings, policy: () throws(Problem) -> Policy
  ) throws(Problem) {
    let trigger = entry["trigger"] ?? [:]
    self.function = function
    isPage = entry["produces"] == "text/html"
    cacheSeconds = entry["cacheSeconds"]?.integer
    answersUnknownPaths = trigger["unknownPaths"] == true
    wholeRequest = trigger["request"].map(WholeRequest.init)
    isWebhook = trigger["webhook"] != nil
    isSignedJSON = trigger["webhook"]?["provider"] != nil
    if let webhook = trigger["webhook"] {
      var isVerifiable = isSignedJSON ? try policy().appleClient != nil : false
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

  /// Whether a path ends with the route or the name of the function. An empty path means that the runner has already
  /// selected the function by it.
  func isAt(_ path: String) -> Bool {
    if wholeRequest != nil { return subpath(of: path) != nil }
    let (parts, route) = (path.split(separator: "/"), route.split(separator: "/"))
    guard let last = parts.last else { return true }
    return last == function || !route.isEmpty && parts.suffix(route.count) == route[...]
  }

  /// What follows the route, or the name of the function, in a path, without slashes at its ends; nil if neither is in
  /// it.
  func subpath(of path: String) -> String? {
    let parts = path.split(separator: "/")
    for begin in [route.split(separator: "/"), [Substring(function)]] {
      for start in parts.indices where parts[start...].starts(with: begin) {
        return parts[(start + begin.count)...].joined(separator: "/")
      }
    }
    return nil
  }

  /// For `Allow`. HEAD is a GET without a body in the answer, and every function answers OPTIONS.
  var allowedMethods: String {
    (methods + (methods.contains("GET") ? ["HEAD"] : []) + ["OPTIONS"]).joined(separator: ", ")
  }
}
