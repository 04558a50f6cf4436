// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Identity
import Storage

/// One request of a browser for a page, and what the page can do with it.
package struct PageRequest {
  let page: any BrowserPage.Type
  /// The fields of the query or of the form.
  var data: Fields
  /// The call, with the account and the session of the cookie.
  var call: Call
  let environment: Environment
  /// `PUBLIC_URL`, without a trailing slash.
  let publicURL: String
  /// Why the form is shown again, and its answer with the messages.
  var problem: Problem?
  var refusal: ErrorResult?
  /// Where the person wants to go, if neither query nor form says it.
  var returnTo: String?
  /// The time zone of the browser, if no form says it.
  var timeZone: String?
  private let zones = ReadTimeZone()
  /// The value of the cookie to which forms are bound before a sign-in.
  let formSecret: String

  init(
    _ page: any BrowserPage.Type, _ data: Fields, _ call: Call, _ environment: Environment, publicURL: String
  ) {
    (self.page, self.data, self.call, self.environment, self.publicURL) = (page, data, call, environment, publicURL)
    self.call.isFromPage = true
    let known = call.browser[PageCookie.form.name(publicURL)]
    formSecret = known.flatMap { $0.utf8.count == 22 ? $0 : nil } ?? environment.random(16).base64URL
  }

  /// Times as the page shows them to the signed-in person.
  var times: ShownTimes { ShownTimes(call, environment, zones) }

  /// The signed-in person.
  var caller: Account { get throws(Problem) { try call.callerAtEntry() } }

  /// Whether a form was sent.
  var isForm: Bool { call.isForm }

  /// The form that was sent, of a page with several: the `action` of its button or hidden field. Nil if the page has no
  /// such form.
  func form<Form: RawRepresentable>(_ type: Form.Type) -> Form? where Form.RawValue == String {
    data.optionalText("action").flatMap(Form.init)
  }

  var formBinding: FormToken.Binding { call.session.map { .session($0.id) } ?? .cookie(formSecret) }

  /// A text of the form; nil if it is missing or empty.
  func text(_ name: String) -> String? { data.optionalText(name).flatMap { $0.isEmpty ? nil : $0 } }

  /// The texts of the form that are not empty, as members of an event.
  func texts(_ names: String...) -> JSON {
    .object(JSON.Members(names.compactMap { name in text(name).map { (name, .string($0)) } }))
  }
}

// MARK: The functions of the API

extension PageRequest {
  /// Calls a function that changes nothing. Its answer is not remembered: a form that is sent twice reads again.
  /// - Throws: its refusals.
  func read<F: Function>(_ function: F.Type, _ event: JSON = [:]) throws(Problem) -> F.Output {
    try inner(function, event) { (_, _) in nil }.output()
  }

  /// Calls a function of the API with the session of the page: the same access, schema, limits and decision. A form
  /// that is sent twice has the same answer and one effect.
  /// - Returns: its result as JSON: the answer of a form that was sent before is remembered in no other form.
  /// - Throws: its refusals.
  @discardableResult
  func perform<F: Function>(_ function: F.Type, _ event: JSON = [:]) throws(Problem) -> JSON {
    try inner(function, event) { (data, caller) in key(F.name, data, caller: caller) }.answer {
      // A sign-in ends the session that the browser had.
      $0.replacedSession = call.session?.id
    }
  }

  /// Requires what a function with secrets in its result requires, before a remembered result is shown again.
  /// - Throws: `auth/requires-recent-login`.
  func requireRecent() throws(Problem) {
    let (session, account) = (try call.sessionAtEntry(), try caller)
    try session.requireRecent(of: account, environment.policy.session, at: environment.now)
  }

  /// Whether the person has signed in recently enough for what shows a secret.
  var isRecent: Bool {
    get throws(Problem) {
      do { try requireRecent() } catch {
        guard error.code == .requiresRecentLogin else { throw error }
        return false
      }
      return true
    }
  }

  private func inner<F: Function>(
    _ function: F.Type, _ event: JSON,
    key: (_ data: JSON, _ caller: Account?) throws(Problem) -> (key: EventKey, data: [UInt8])?
  ) throws(Problem) -> InnerCall<F> {
    try environment.policy.requireUnprotected(function)
    return try InnerCall(of: function, event, in: call, environment, key: key)
  }

  /// The key of a form's event: the form's token and the data, so a corrected form is another event. Reading to show a
  /// refused form again is not an event.
  private func key(_ function: String, _ data: JSON, caller: Account?) -> (key: EventKey, data: [UInt8])? {
    // The address of a form can have an id. The form is then the same event if the person goes back and sends it again.
    // Anonymous callers share one namespace of ids, so before a sign-in an id could be guessed, or planted by a link.
    let ownEvent = caller == nil ? nil : text("event")
    guard isForm, problem == nil, let token = ownEvent ?? self.data.optionalText(FormToken.field) else { return nil }
    let line = data.canonicalLine
    let id = sha256(Array("\(token)\n".utf8) + line).base64URL
    return (EventKey(function: function, caller: caller?.id ?? "", source: "form", id: id), line)
  }
}

// MARK: A refused form

extension PageRequest {
  /// The message about a field of the refused form. A password may break several rules.
  func message(at pointer: String) -> String? {
    let messages = refusal?.messages.filter { $0.pointer == pointer }.map(\.text) ?? []
    return messages.isEmpty ? nil : messages.joined(separator: " ")
  }
}

extension ErrorResult {
  /// The messages about fields of a form.
  var messages: [(pointer: String, text: String)] {
    (json["errors"]?.array ?? []).compactMap { field in
      field["pointer"]?.string.flatMap { pointer in field["userMessage"]?.string.map { (pointer, $0) } }
    }
  }
}

// MARK: The way on

extension PageRequest {
  /// The URL of a page of this service.
  /// - Parameter path: without a leading slash.
  func url(_ path: String, _ query: KeyValuePairs<String, String?> = [:]) -> String {
    "\(publicURL)/\(path)\(Self.query(query.compactMap { name, value in value.map { (name, $0) } }))"
  }

  /// The query of a link to this page or another one, with the fields that identify what it shows.
  func query(_ form: JSON) -> String {
    let names = page.identifying + (page.identifying.contains("return") ? [] : ["return"])
    return Self.query(names.compactMap { name in form[name]?.string.flatMap { $0.isEmpty ? nil : (name, $0) } })
  }

  /// The path of this page, with the fields that identify what it shows.
  var ownPath: String { "/\(page.path)\(Self.query(identified(by: page.identifying)))" }

  /// Leads to this page again, after a form.
  /// - Parameters:
  ///   - done: what the page says that was done.
  ///   - names: the fields of its address; nil for all that identify what it shows.
  func again<Message: PageFlag>(done: Message?, with names: [String]? = nil) -> PageResponse {
    again(done: done?.rawValue, names)
  }

  /// Leads to this page.
  func again() -> PageResponse { again(done: nil, nil) }

  private func again(done: String?, _ names: [String]?) -> PageResponse {
    let pairs = identified(by: names ?? page.identifying) + (done.map { [("done", $0)] } ?? [])
    return PageResponse(location: "\(publicURL)/\(page.path)\(Self.query(pairs))")
  }

  /// Leads to the form of this page with an id in its address, so that going back and sending it again has no second
  /// effect.
  func withOwnEvent() -> PageResponse {
    let pairs = identified(by: page.identifying + ["cursor"]) + [("event", environment.random(16).base64URL)]
    return PageResponse(location: "\(publicURL)/\(page.path)\(Self.query(pairs))")
  }

  private func identified(by names: [String]) -> [(String, String)] {
    names.compactMap { name in text(name).map { (name, $0) } }
  }

  private static func query(_ pairs: [(String, String)]) -> String { pairs.isEmpty ? "" : "?\(formEncoded(pairs))" }

  /// Where the person wants to go after a sign-in: the field `return`, if it is a page of this service or a URL that
  /// the policy lists.
  var returnURL: ReturnURL? { (returnTo ?? text("return")).flatMap(returnURL) }

  private func returnURL(_ text: String) -> ReturnURL? {
    ReturnURL(text, base: publicURL, listed: environment.policy.app.returnURLs)
  }

  /// The answer of a sign-in: sets the cookie of the new session. An invitation may lead to a URL of the app.
  func signedIn(_ answer: SignInAnswer) throws(Problem) -> PageResponse {
    guard let cookie = answer.cookie else { throw .bug("a page has signed in without a cookie") }
    if answer.timeZone == nil { try keepTimeZone(cookie) }
    let lifetime = environment.policy.session.absolute
    let wanted = returnTo ?? text("return") ?? answer.returnURL
    var output =
      // The next page names the inviter on the way to another site.
      if answer.state == .signedIn, let url = wanted.flatMap(returnURL), url.isOwn || answer.clientID == nil {
        PageResponse.returning(to: url)
      } else {
        PageResponse(location: url(next: answer, wanted: wanted))
      }
    output.cookies = [
      PageCookie.session.header(cookie, publicURL, lifetime: lifetime),
      PageCookie.form.header("", publicURL, lifetime: .zero),
    ]
    return output
  }

  /// Stores the time zone of the browser in the account of a new session, which has none. Its owner can choose another
  /// one on `account-page`.
  private func keepTimeZone(_ cookie: String) throws(Problem) {
    guard let name = timeZone ?? text("timeZone"), try environment.timeZone(name) != nil,
      let cookie = SessionCookie(cookie),
      let holder = try environment.caller(of: cookie)
    else { return }
    do throws(Problem) {
      _ = try InnerCall(of: UpdateAccount.self, ["timeZone": .string(name)], in: call.signedIn(holder), environment)
        .answer()
    } catch {
      // The person is signed in, even if the account may not be changed now.
      guard error.isRefusal else { throw error }
    }
  }

  /// The page after a sign-in or an acceptance, which says what has happened.
  /// - Parameter wanted: where the person wants to go then.
  func url(next answer: SignInAnswer, wanted: String?) -> String {
    let done = answer.isRequestToJoin ? "asked" : answer.clientID.map { _ in "joined" }
    return url(NextPage.path, ["return": wanted, "done": done, "clientId": answer.clientID])
  }

  /// Where a refusal leads: to the sign-in page and back, or to the page that completes an account.
  /// - Parameter hasAccess: whether the person may see this page.
  func way(onFrom problem: Problem, hasAccess: Bool) -> PageResponse? {
    switch problem.code {
    case .unauthenticated, .sessionExpired, .sessionRevoked, .requiresRecentLogin:
      guard !hasAccess || call.session != nil else { return nil }
      let reason: SignInPage.Reason? =
        problem.code == .requiresRecentLogin ? .confirm : isForm ? .ended : nil
      return PageResponse(
        location: url(SignInPage.path, ["return": ownPath, "as": roleOfNewcomers, "done": reason?.rawValue]))
    case .factorRequired where hasAccess && call.caller.map { $0.factors > 0 } ?? false:
      // The session began before the second factor.
      return PageResponse(location: url(SignInPage.path, ["return": ownPath]))
    case .emailNotVerified, .accountIncomplete, .guardianPending, .factorRequired:
      guard !hasAccess else { return nil }
      return PageResponse(location: url(NextPage.path, ["return": ownPath]))
    default: return nil
    }
  }

  /// The role of an account that a new person makes to see this page: inviters' pages are for inviters only.
  private var roleOfNewcomers: String? {
    environment.catalogue.entry(page.name).access.access == .inviter ? environment.policy.roles.inviter : nil
  }
}
