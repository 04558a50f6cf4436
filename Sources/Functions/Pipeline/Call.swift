// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// An event without its data: the caller, the origin and the language of the answer.
package struct Call: Sendable {
  package private(set) var function: String
  /// The signed-in account, as it was when the event came in; nil if none is needed.
  package private(set) var caller: Account?
  /// The session or the service key by which the caller uses the account.
  package private(set) var credential: CallerCredential?
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
  /// The sign-in method by which the event proves an identity.
  package internal(set) var method: SignInMethod?
  /// The account whose second factor this event has passed; nil if it has passed none.
  var passedFactorOf: String?
  /// The address that the event names.
  package var email: EmailAddress?
  /// The team that the event names (`Fields.namedTeamID`).
  package var teamID: String?
  /// The key of the event and its canonical data; nil if the event has no `source` and `id`.
  package var event: (key: EventKey, data: [UInt8])?
  /// Whether the event's key is made of its data too, because a stranger has used its `source` and `id`.
  var eventKeyIncludesData = false
  /// Where the event comes from.
  package let origin: Origin
  /// The caller's language, one of the policy's.
  package let language: LanguageTag
  /// Whether the platform that runs the function has authenticated the sender, so a webhook needs no signature.
  package var isAuthenticatedByPlatform = false
  /// Whether a page calls the function. Its session is then held by a cookie.
  package var isFromPage = false
  /// What the kind of client asks in addition to the event.
  package internal(set) var terms = ClientTerms()
  /// The bearer token of the request, for a function that finds its caller itself.
  package var token: String?
  /// The session that a new one replaces: that of the browser in which a page signs in.
  package var replacedSession: String?
  /// The device that the event names, or that of the session.
  package var device: Device?

  package init(
    function: String, caller: Caller?, method: SignInMethod? = nil, event: (key: EventKey, data: [UInt8])?,
    origin: Origin, language: LanguageTag
  ) {
    self.function = function
    self.caller = caller?.account
    credential = caller?.credential
    self.method = method
    self.event = event
    self.origin = origin
    self.language = language
  }

  /// This call, made by the person whose session a browser has.
  package func signedIn(_ caller: Caller) -> Call {
    call(of: function, caller: caller, method: method, event: event)
  }

  /// The call of a function inside this one.
  /// - Parameter isSignedIn: whether the function takes the session.
  package func calling(
    _ function: String, method: SignInMethod? = nil, isSignedIn: Bool, event: (key: EventKey, data: [UInt8])? = nil
  ) -> Call {
    var caller: Caller?
    if isSignedIn, let account = self.caller, let credential { caller = Caller(account: account, credential) }
    return call(of: function, caller: caller, method: method, event: event)
  }

  /// A call with the same origin. What was found for this function and this caller says nothing about another one.
  private func call(
    of function: String, caller: Caller?, method: SignInMethod?, event: (key: EventKey, data: [UInt8])?
  ) -> Call {
    var call = Call(
      function: function, caller: caller, method: method, event: event, origin: origin, language: language)
    (call.count, call.device, call.isFromPage) = (count, device, isFromPage)
    return call
  }

  /// Whether the caller is known only by what the event says.
  var isAnonymous: Bool { event?.key.caller.isEmpty ?? false }

  /// The key of limits per client; nil if the client is unknown.
  var clientNetwork: String? { origin.network }

  /// What a browser has sent in addition to the data.
  package var browser: BrowserHeaders { origin.browser }

  /// The name and version of the browser or app.
  package var userAgent: String? { origin.userAgent }

  /// Whether a browser has sent a form.
  package var isForm: Bool { origin.httpMethod == "POST" }

  /// The account of a function that only a signed-in account may call, as it was when the event came in. A decision
  /// uses its own `requireCaller`, which reads it in the transaction.
  package func callerAtEntry() throws(Problem) -> Account {
    guard let caller else { throw .bug("\(function) was called without an account") }
    return caller
  }

  /// The session of a function that only a signed-in account may call, as it was when the event came in. A decision
  /// uses its own `requireSession`.
  package func sessionAtEntry() throws(Problem) -> Session {
    guard let session else { throw .bug("\(function) was called without a session") }
    return session
  }
}
