// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// An event without its data: the caller, the origin and the language of the answer.
package struct Call: Sendable {
  package private(set) var function: String
  /// The signed-in account; nil if none is needed.
  package private(set) var caller: Account?
  /// What opens the account to the caller.
  package private(set) var credential: Credential?
  /// The session of the caller; nil for a service key.
  package var session: Session? { credential?.session }
  /// The service key of the caller.
  package var key: ServiceKey? { credential?.key }
  /// The rule by which the caller may call the function. The decision checks it again.
  package var access: AccessRule?
  /// The count of calls of public functions, and of calls with a service key; nil for other calls.
  package var count: CallCount?
  /// Whether the function needs a recent sign-in.
  package var needsRecentSignIn = false
  /// The method by which the event proves an identity: a provider of the policy, `password`,
  /// `email` or `passkey`.
  package internal(set) var provider: String?
  /// The account whose second factor this event has passed; nil if it has passed none.
  var passedFactorOf: String?
  /// The address that the event names.
  package var email: EmailAddress?
  /// The team that the event names: its `teamId`.
  package var teamID: String?
  /// The teams whose data the answer shows.
  package private(set) var usedTeams = UsedTeams()
  /// The key of the event and its canonical data; nil if the event has no `source` and `id`.
  package var event: (key: EventKey, data: [UInt8])?
  /// The IP address of the app's request.
  package let clientAddress: String?
  /// The country of the app's request, as two capital letters (ISO 3166-1).
  package let clientCountry: String?
  /// Whether the request came through a gateway that did not give a trustworthy client address.
  package let isBehindGateway: Bool
  package let userAgent: String?
  package let traceID: String?
  /// The method of the HTTP request; nil if the event was not an HTTP request.
  package let httpMethod: String?
  /// Whether a browser has sent a form.
  package var isForm: Bool { httpMethod == "POST" }
  /// The caller's language, one of the policy's.
  package let language: LanguageTag
  /// What a browser sends in addition to the data: its cookies and where the request came from.
  package var browser = BrowserHeaders()
  /// Whether the platform that runs the function has authenticated the sender, so that a webhook needs no signature.
  package var isVouchedFor = false
  /// Whether a page calls the function. Its session is then held by a cookie.
  package var isOfPage = false
  /// What a client of Supabase Auth asks in addition to the event; nil for other calls.
  package internal(set) var supabase: SupabaseCall?
  /// The bearer token of the request, for a function that finds its caller itself.
  package var token: String?
  /// The session that a new one replaces: that of the browser in which a page signs in.
  package var replacedSession: String?
  /// The operating system's user who runs an operator's command; nil for events.
  package var operatorName: String?
  /// The device that the event names, or that of the session.
  package var device: Device?
  /// When the execution of the event began; nil for schedules and operators' commands, which are not measured.
  package var startedAt: ContinuousClock.Instant?

  package init(
    function: String, caller: Caller?, provider: String? = nil, event: (key: EventKey, data: [UInt8])?,
    clientAddress: String?, clientCountry: String? = nil, isBehindGateway: Bool = false,
    userAgent: String?, traceID: String?, httpMethod: String? = nil, language: LanguageTag
  ) {
    self.function = function
    self.caller = caller?.account
    credential = caller?.credential
    self.provider = provider
    self.event = event
    self.clientAddress = clientAddress
    self.clientCountry = clientCountry
    self.isBehindGateway = isBehindGateway
    self.userAgent = userAgent
    self.traceID = traceID
    self.httpMethod = httpMethod
    self.language = language
  }

  /// The same call by the person whose session a browser has.
  package func signedIn(_ caller: Caller) -> Call { copy(function, caller: caller, provider: provider, event: event) }

  /// The call of a function inside this one.
  /// - Parameter isSignedIn: whether the function takes the session.
  package func calling(
    _ function: String, provider: String?, isSignedIn: Bool, event: (key: EventKey, data: [UInt8])?
  ) -> Call {
    var caller: Caller?
    if isSignedIn, let account = self.caller, let credential { caller = Caller(account: account, credential) }
    return copy(function, caller: caller, provider: provider, event: event)
  }

  private func copy(
    _ function: String, caller: Caller?, provider: String?, event: (key: EventKey, data: [UInt8])?
  ) -> Call {
    var call = self
    (call.function, call.caller, call.credential) = (function, caller?.account, caller?.credential)
    (call.provider, call.event) = (provider, event)
    // What was found for this function and this caller says nothing about another one.
    (call.access, call.needsRecentSignIn, call.passedFactorOf, call.email) = (nil, false, nil, nil)
    (call.teamID, call.usedTeams) = (nil, UsedTeams())
    (call.isVouchedFor, call.isOfPage, call.replacedSession) = (false, false, nil)
    (call.supabase, call.token) = (nil, nil)
    return call
  }

  /// The key of limits per client: an IPv4 address, or the /56 network of an IPv6 address, because one customer has
  /// 2^64 or more IPv6 addresses, and often a /56 (RFC 6177). All clients that a gateway does not name share the key `gateway`.
  /// - Returns: nil if the client is unknown: otherwise one caller could exhaust the limit for all.
  var clientNetwork: String? {
    guard let address = clientAddress else { return isBehindGateway ? "gateway" : nil }
    return Self.network(of: address)
  }

  /// An IPv4 address, or the /56 network of an IPv6 address.
  static func network(of address: String) -> String {
    guard address.contains(":") else { return address }
    // In the canonical form of RFC 5952, "::" replaces the missing zero groups.
    let halves = address.split(separator: "::", omittingEmptySubsequences: false).map { $0.split(separator: ":") }
    let missing = 8 - halves.reduce(0) { $0 + $1.count }
    let zeros = Array(repeating: Substring("0"), count: halves.count > 1 ? max(0, missing) : 0)
    let groups = (halves[0] + zeros + halves.dropFirst().joined()).prefix(4)
    // The upper half of the fourth group: two of its up to four digits.
    let last = String((UInt16(groups.last ?? "", radix: 16) ?? 0) & 0xFF00, radix: 16)
    return (groups.dropLast() + [Substring(last)]).joined(separator: ":") + "::/56"
  }

  /// The account of a function that only a signed-in account may call.
  package func requireCaller() throws(Problem) -> Account {
    guard let caller else { throw .bug("\(function) was called without an account") }
    return caller
  }

  /// The session of a function that only a signed-in account may call.
  package func requireSession() throws(Problem) -> Session {
    guard let session else { throw .bug("\(function) was called without a session") }
    return session
  }
}
