// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Identity
import Storage

/// A page of a browser's session. GET shows it. POST takes one of its forms: the page calls the functions of the API,
/// and then leads to a page (post, redirect, get) or shows the form again with what was refused.
///
/// The access rule of its entry in functions.json applies to the session in the cookie. A person without a session is
/// led to `sign-in-page` and back, and a person whose account is not complete to `next-page`.
package protocol BrowserPage: PageFunction where Event == PageData, Output == PageResponse {
  /// The path of its route, without a leading slash.
  static var path: String { get }
  /// The fields that identify what the page shows, such as a client's id: its address has them.
  static var identifying: [String] { get }

  /// The entry of the menu to which the page belongs; nil if it has no menu.
  static var menuEntry: MenuEntry? { get }

  /// Whether its forms sign people in, and therefore name the browser's time zone.
  static var asksTimeZone: Bool { get }

  /// Whether the form that was sent has the box with which a person agrees to the terms.
  static func asksForConsent(_ request: PageRequest) -> Bool

  /// Whether another site sends its forms, which have no token.
  static var takesForeignForms: Bool { get }

  /// The page. After a refused form `request.problem` is set.
  static func show(_ request: PageRequest) throws(Problem) -> PageResponse

  /// Takes a form. A thrown refusal shows the page again with its messages.
  static func act(_ request: PageRequest) throws(Problem) -> PageResponse
}

/// The fields of a page's query or form.
package struct PageData {
  let fields: Fields
}

extension BrowserPage {
  package static var isOfSession: Bool { true }
  package static var granted: String { "" }
  package static var identifying: [String] { [] }
  package static var menuEntry: MenuEntry? { nil }
  package static var asksTimeZone: Bool { false }
  package static var takesForeignForms: Bool { false }
  package static func asksForConsent(_ request: PageRequest) -> Bool { false }
  package static var action: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// The names of the variables of a page with forms: the values of a refused form, and the messages of its fields.
  static func form(errors fields: String...) -> [String] {
    ["hasErrors form errors"] + (repeated + identifying).map { "form.\($0)" } + fields.map { "errors.\($0)" }
  }

  package static func event(from data: Fields) -> PageData { PageData(fields: data) }
  package static func method(in data: Fields) -> SignInMethod? { nil }

  /// The session of the cookie is checked here, and no other is taken.
  package static func access(_ rule: AccessRule, to data: Fields) -> AccessRule { .anyone }

  package static func answer(
    _ event: PageData, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<PageResponse> {
    let url = try environment.publicURL()
    var request = PageRequest(Self.self, event.fields, call, environment, publicURL: url)
    if !request.isForm { request.forgetFilledIn() }
    do throws(Problem) { try request.authenticate() } catch {
      guard let way = request.way(onFrom: error, hasAccess: false) else { throw error }
      return .answered(way)
    }
    var output: PageResponse
    do throws(Problem) {
      output = request.isForm ? try request.acting() : try show(request)
    } catch {
      guard error.isRefusal else { throw error }
      if let way = request.way(onFrom: error, hasAccess: true) { return .answered(way) }
      guard request.isForm else { throw error }
      request.problem = error
      request.refusal = try environment.messages.answer(error, call.language)
      if error.code == .formInvalid { request.forgetForm() }
      output = try show(request)
      output.refusal = request.refusal
    }
    return .answered(try request.completed(output))
  }
}

extension PageRequest {
  fileprivate mutating func authenticate() throws(Problem) {
    let cookie = call.browser[PageCookie.session.name(publicURL)]
    let rule = environment.catalogue.entry(page.name).access
    let caller = try BrowserSession(environment: environment).visitor(rule, cookie: cookie) {
      (caller, problem) throws(Problem) in
      try environment.auditRefusal(problem, of: call.signedIn(caller))
    }
    guard let caller else { return }
    call = call.signedIn(caller)
  }

  fileprivate func acting() throws(Problem) -> PageResponse {
    if page.takesForeignForms { return try page.act(self) }
    try FormToken(environment: environment).require(
      data.optionalText(FormToken.field), formBindings, from: call.browser)
    return try page.act(self)
  }

  /// What a form of this browser may be bound to. The first sending of a form may end the session of the cookie. If the
  /// form is sent again, it still belongs to that session: only its holder has had a token for it.
  private var formBindings: [FormToken.Binding] {
    guard call.session == nil, let cookie = call.browser[PageCookie.session.name(publicURL)].flatMap(SessionCookie.init)
    else { return [formBinding] }
    return [formBinding, .session(cookie.sessionID)]
  }

  /// A link cannot fill in a form: only the fields of a query that identify what the page shows are used.
  fileprivate mutating func forgetFilledIn() {
    let filledIn = Set(page.repeated + ["action"]).subtracting(page.identifying)
    let others = data.all.members?.pairs.filter { name, _ in
      !filledIn.contains(name) && !name.hasPrefix(ProfileField.prefix)
    }
    data = Fields(.object(JSON.Members(others?.map { ($0.name, $0.value) } ?? [])))
  }

  /// Fields that another site has filled in are neither shown nor used, except those that identify what the page shows.
  fileprivate mutating func forgetForm() { data = Fields(values(of: page.identifying)) }

  private func values(of names: [String]) -> JSON {
    .object(JSON.Members(names.compactMap { name in data.json(name).map { (name, $0) } }))
  }

  /// The answer with its frame, and with the cookie to which the token of its forms is bound.
  fileprivate func completed(_ output: PageResponse) throws(Problem) -> PageResponse {
    var output = output
    guard output.location == nil, output.refusedPage == nil else { return output }
    if call.session == nil, call.browser[PageCookie.form.name(publicURL)] != formSecret {
      output.cookies.append(PageCookie.form.header(formSecret, publicURL, lifetime: nil))
    }
    output.frame = try frame(of: output)
    return output
  }

  /// The message about the box of the terms that is not ticked. Functions check the other fields first.
  private var missingConsent: String? {
    get throws(Problem) {
      guard environment.policy.consent.version != nil, page.asksForConsent(self), text("consent") == nil else {
        return nil
      }
      return try environment.messages.text(of: Problem(.consentRequired, "the terms are not agreed to"), call.language)
    }
  }

  private func frame(of output: PageResponse) throws(Problem) -> PageFrame {
    // The forms of another page have fields of their own, and a page on the way to another one has no menu.
    let isOwn = output.template == nil
    // A page that ends the session has no menu.
    let endsSession = output.clearsCache
    let repeated = isOwn ? values(of: page.repeated + page.identifying) : [:]
    let form = output.returnTo.map { repeated.merging(["return": .string($0)]) } ?? repeated
    let refused = try output.refusal.map { (refusal) throws(Problem) in
      RefusedFields(
        refusal, names: ProfileField.names(environment.policy.profile, call.language),
        missingConsent: try missingConsent)
    }
    return PageFrame(
      base: publicURL, formToken: try FormToken(environment: environment).make(formBinding),
      isSignedIn: call.session != nil && !endsSession, menu: isOwn && !endsSession ? try menu : [:],
      asksTimeZone: page.asksTimeZone || output.template == SignInPage.page, form: form, ownQuery: query(form),
      refusedFields: refused, problems: try refused?.json(times) ?? [:])
  }
}
