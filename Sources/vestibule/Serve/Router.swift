// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain
import Glibc
import NIOHTTP1

/// A function with a route.
struct ServedFunction {
  let name: String
  let route: String
  let methods: [String]
  let isPage: Bool
  /// Whether it answers every path below its route.
  let hasSubpaths: Bool
  private let isWebhook: Bool
  /// Whether a GET request may change something.
  private let changesWithGET: Bool
  let entry: JSON

  /// Nil for schedules, and triggers without webhooks.
  init?(_ name: String, _ entry: JSON) {
    let trigger = entry["trigger"] ?? [:]
    guard let route = trigger["route"]?.string ?? trigger["webhook"]?["route"]?.string else { return nil }
    self.name = name
    self.route = route
    self.entry = entry
    let several = (trigger["methods"] ?? entry["methods"])?.array?.compactMap(\.string)
    methods = several ?? [trigger["method"]?.string ?? "POST"]
    isPage = entry["produces"] == "text/html"
    hasSubpaths = trigger["request"] != nil
    isWebhook = trigger["webhook"] != nil
    changesWithGET = trigger["changesWithGET"] == true
  }

  /// Whether the same request may be executed twice: it changes nothing, or the function remembers its answer by its
  /// key for a day. One that reads whole requests (`trigger.request`) remembers nothing, and may change something with
  /// GET.
  func mayRepeat(_ request: WebRequest) -> Bool {
    switch request.method {
    case .OPTIONS: true
    case .GET, .HEAD: !hasSubpaths && !changesWithGET
    case .POST:
      !hasSubpaths && !isWebhook && !isPage && !request.isForm && request.hasKey
    default: false
    }
  }
}

/// Which function answers a request.
struct Router {
  /// The functions at one route.
  private struct Choice {
    let page: String
    let form: String
    let api: String

    init(_ functions: [ServedFunction]) {
      page = Self.best(of: functions, "GET", isPage: true)
      form = Self.best(of: functions, "POST", isPage: true)
      api = Self.best(of: functions, "POST", isPage: false)
    }

    /// If none has the method, the chosen one refuses it.
    private static func best(of functions: [ServedFunction], _ method: String, isPage: Bool) -> String {
      func distance(_ function: ServedFunction) -> Int {
        (function.methods.contains(method) ? 0 : 2) + (function.isPage == isPage ? 0 : 1)
      }
      return functions.min { distance($0) < distance($1) }!.name
    }
  }

  /// The function that answers requests to all other paths.
  let otherwise: String

  let functions: [ServedFunction]
  /// The names of the functions with a schedule, and their schedules.
  let schedules: [(name: String, schedule: CronSchedule)]
  let folder: String
  private let choices: [String: Choice]

  /// - Parameter folder: that of the executables. Functions without one are not served.
  init(functions folder: String) throws(Failure) {
    let all = Catalogue.entries
    otherwise = Catalogue.onlyFunction(of: all, whoseTrigger: "unknownPaths")
    let entries = all.filter { access("\(folder)/\($0.name)", X_OK) == 0 }
    functions = entries.compactMap { ServedFunction($0.name, $0.entry) }
    guard !functions.isEmpty else { throw .misconfigured("\(folder) has no executables of functions") }
    var schedules: [(name: String, schedule: CronSchedule)] = []
    for (name, entry) in entries {
      guard let text = entry["trigger"]?["cron"]?.string else { continue }
      guard let schedule = CronSchedule(text) else {
        throw .misconfigured("the schedule of \(name) is not one of crontab: \(text)")
      }
      schedules.append((name, schedule))
    }
    self.schedules = schedules
    self.folder = folder
    choices = Dictionary(grouping: functions) { Self.normal($0.route) }.mapValues(Choice.init)
  }

  /// A path without dot segments (RFC 3986, section 5.2.4) and superfluous slashes.
  private static func normal(_ path: String) -> String {
    var segments: [Substring] = []
    for segment in path.split(separator: "/") where segment != "." {
      if segment == ".." { _ = segments.popLast() } else { segments.append(segment) }
    }
    return "/" + segments.joined(separator: "/")
  }

  /// The function at the path of a request, and its path; nil if there is none. GET requests and forms go to a page, if
  /// the route has one, and all others to the API.
  func function(for request: WebRequest) -> (name: String, path: String)? {
    let path = Self.normal(request.path)
    if let choice = choices[path] { return (name(among: choice, request), path) }
    let function = functions.first { $0.hasSubpaths && path.hasPrefix(Self.normal($0.route) + "/") }
    return function.map { ($0.name, path) }
  }

  /// The address of a page without the slash at its end, from which its links would lead to other places.
  func redirection(of request: WebRequest) -> WebAnswer? {
    guard [.GET, .HEAD].contains(request.method), request.path.hasSuffix("/"),
      let found = function(for: request), found.path + "/" == request.path,
      functions.first(where: { $0.name == found.name })?.isPage == true
    else { return nil }
    // Relative, because a proxy may add the beginning of the path.
    let last = found.path.split(separator: "/").last ?? ""
    let query = request.query.isEmpty ? "" : "?\(request.query)"
    return WebAnswer(status: 308, type: "text/plain; charset=utf-8", "", headers: [("Location", "../\(last)\(query)")])
  }

  /// Whether the same request may be executed twice by a function.
  func mayRepeat(_ request: WebRequest, by name: String) -> Bool {
    functions.first { $0.name == name }?.mayRepeat(request) ?? false
  }

  private func name(among choice: Choice, _ request: WebRequest) -> String {
    switch request.method {
    case .GET, .HEAD: return choice.page
    case .POST where request.isForm: return choice.form
    default: return choice.api
    }
  }
}
