// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Templates

/// Renders pages from templates and the policy. Pages load nothing but the logo. Pages that use passkeys, ask for a
/// password, show a link to copy or ask for the time zone have a script.
package final class PageRenderer: Presentation {
  private let function: any PageFunction.Type
  private let settings: PageSettings
  /// The templates that were read for the check of an event, for its page and those of later events.
  private var files: TemplateFiles?

  init(of function: any PageFunction.Type, _ settings: PageSettings) {
    (self.function, self.settings) = (function, settings)
  }

  private func templates(_ policy: Policy, _ language: LanguageTag) throws(Problem) -> PageTemplates {
    let files = if let files { files } else { TemplateFiles(folders: try settings.templateFolders()) }
    self.files = files
    return PageTemplates(files, policy, language)
  }

  /// Checks the templates of the page and of the error page, in one language.
  package func check(_ policy: Policy, _ language: LanguageTag) throws(Problem) {
    _ = try settings.formsByName()
    let templates = try templates(policy, language)
    try templates.check(function.page)
    try templates.check(ErrorPage.page)
  }

  package func page(
    _ result: FunctionResult, _ refused: RefusedPage?, to data: JSON, _ policy: Policy?, for reader: PageReader
  ) -> HTMLPage? {
    if function.isOfProgram(data) { return nil }
    if function.isOfSession, case .success(let answer) = result, let policy {
      return browserPage(PageAnswer(answer), policy, reader)
    }
    let shown = result.error == nil ? result.json : refused?.variables ?? [:]
    guard let policy, let html = try? html(result, shown, data, policy, reader) else {
      return .unrendered(result.status, reader.language)
    }
    return HTMLPage(
      result.status, html, logo: Self.branding(shown)?.logoURL ?? policy.app.logoURL,
      hasScript: (function.asksForPassword || function.showsLink) && section(result) != nil)
  }

  private func html(
    _ result: FunctionResult, _ shown: JSON, _ data: JSON, _ policy: Policy, _ reader: PageReader
  ) throws(Problem) -> String {
    let templates = try templates(policy, reader.language)
    let branding = Self.branding(shown)
    let common = common(result, policy, branding, reader)
    if let section = section(result) {
      let repeated = JSON.object(JSON.Members(function.repeated.compactMap { name in data[name].map { (name, $0) } }))
      return try templates.html(
        function.page, common.merging(repeated).merging(shown).merging(.object(JSON.Members([(section, true)]))))
    }
    return try templates.html(
      ErrorPage.page, common.merging(.object(JSON.Members([(Self.errorSection(result), true)]))))
  }

  /// The answer of a `BrowserPage`: a page or the address of the next one, with its cookies.
  private func browserPage(_ answer: PageAnswer, _ policy: Policy, _ reader: PageReader) -> HTMLPage {
    if answer.location != nil { return answer.page(303) }
    if answer.download != nil { return answer.page(200) }
    let shown = answer.error.map { FunctionResult(json: ["error": $0]) } ?? .success(answer.variables)
    let branding = Self.branding(answer.variables)
    let variables = common(shown, policy, branding, reader).merging(answer.variables)
      .merging(.object(JSON.Members([(answer.section, true), ("hasErrors", .bool(shown.error != nil))])))
    let template = answer.template ?? function.page
    guard let html = try? html(template, variables, answer.refusedFields, try templates(policy, reader.language)) else {
      var page = HTMLPage.unrendered(shown.status, reader.language)
      (page.cookies, page.clearsCache) = (answer.cookies, answer.clearsCache)
      return page
    }
    let variablesOfScripts = ["passkey", "copies", "asksTimeZone"]
    let hasScript =
      function.asksForPassword || variablesOfScripts.contains { ![nil, false].contains(answer.variables[$0]) }
    let rendered = HTMLPage(200, html, logo: branding?.logoURL ?? policy.app.logoURL, hasScript: hasScript)
    // An invalid field of a form is not an invalid request.
    var page = answer.page(
      shown.status == 400 ? 422 : shown.status, rendered.html, contentSecurityPolicy: rendered.contentSecurityPolicy)
    page.retryAfter = shown.error?.retryAfter
    return page
  }

  /// The page. One field that says itself what is wrong is enough, and links lead only to fields that the page has.
  private func html(
    _ template: String, _ variables: JSON, _ refusedFields: [String], _ templates: PageTemplates
  ) throws(Problem) -> String {
    let html = try templates.html(template, variables)
    if refusedFields.isEmpty { return html }
    let bytes = Array(html.utf8)
    let areShown = refusedFields.allSatisfy { bytes[...].range(of: Array("id=\"\($0)-error\"".utf8)) != nil }
    switch (areShown, refusedFields.count) {
    case (true, 1): return try templates.html(template, variables.merging(["isShownAtField": true]))
    case (false, 2...): return try templates.html(template, variables.merging(["problems": .null]))
    default: return html
    }
  }

  /// Renders pages of a function that answers programs and browsers.
  package static func standalone(_ settings: PageSettings) -> PageMaker {
    { (name, variables, policy, language) throws(Problem) in
      let templates = PageTemplates(TemplateFiles(folders: try settings.templateFolders()), policy, language)
      let reader = PageReader(language, on: .unknown)
      let values = common(settings, .success([:]), policy, nil, reader, action: "verify").merging(variables)
      return HTMLPage(200, try templates.html(name, values), logo: policy.app.logoURL)
    }
  }

  /// The names of all pages' templates.
  package static var templates: [String] { PageVariables.templates }

  /// The URL of the page's form.
  private var action: String {
    let isByName = (try? settings.formsByName()) ?? false
    return function.sharesRoute && isByName ? function.name : function.action
  }

  /// The section of the page's template for an answer; nil if there is none.
  private func section(_ result: FunctionResult) -> String? {
    switch result {
    case .success(let json): function.section(for: json)
    case .failure(let error): function.refused[error.code]
    }
  }

  private static func errorSection(_ result: FunctionResult) -> String {
    // A web server's own 403 is `not-found` (ErrorPage.swift). Other codes with this status say what to do.
    let isForbidden = [.permissionDenied, .notFound].contains(result.error?.code)
    return switch result.status {
    case 403 where isForbidden: "isForbidden"
    case 404: "isNotFound"
    case 429: "isLimited"
    case 502, 503, 504: "isLater"
    default: "isOther"
    }
  }

  /// The branding of the inviter whose invitation the page shows.
  private static func branding(_ variables: JSON) -> Branding? { Branding(variables["inviter"]?["branding"]) }

  private func common(
    _ result: FunctionResult, _ policy: Policy, _ branding: Branding?, _ reader: PageReader
  ) -> JSON {
    Self.common(settings, result, policy, branding, reader, action: action)
  }

  /// The variables that every page has.
  private static func common(
    _ settings: PageSettings, _ result: FunctionResult, _ policy: Policy, _ branding: Branding?, _ reader: PageReader,
    action: String
  ) -> JSON {
    let shared = SharedVariables.values(policy, reader.language.text, branding)
    let fieldMessages = result.error?.fieldMessages ?? []
    let message = result.error.map(\.userMessage) ?? result.json["message"]?.string ?? ""
    let storeID = policy.app.appStoreID.map { (id) -> JSON in ["appStoreID": .string(id)] } ?? [:]
    let own = JSON.object([
      "icon": .string(icon(policy, branding)), "base": (try? settings.publicURL()).map(JSON.string),
      "app": (shared["app"] ?? [:]).merging(storeID),
      "appLink": JSON("\(policy.app.urlScheme)://"), "action": JSON(action),
      "message": message.isEmpty ? nil : JSON(message),
      "fieldErrors": fieldMessages.isEmpty ? nil : JSON(fieldMessages),
      // Whether the form shows errors of its fields. An invalid link has no form to correct.
      "hasErrors": .bool(result.status == 422 && !fieldMessages.isEmpty), "isLimited": .bool(result.status == 429),
      "isDesktop": .bool(reader.device == .desktop), "password": policy.password.map(described),
    ])
    return shared.merging(own)
  }

  private static func described(_ rules: Policy.PasswordRules) -> JSON {
    let classes = JSON.object(JSON.Members(rules.require.map { ($0.rawValue, true) }))
    return classes.merging(["minLength": JSON(rules.minLength), "denyCommon": .bool(rules.denyCommon)])
  }

  /// The icon of the browser's tab: the first letter of the name on the color of buttons.
  private static func icon(_ policy: Policy, _ branding: Branding?) -> String {
    let color = branding?.color ?? policy.app.accentColor ?? Palette.defaultAccent.text
    let text = (branding?.name ?? policy.app.name).initial ?? ""
    let svg = """
      <svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'><rect width='16' height='16' rx='4' fill='\(color)'/>\
      <text x='8' y='12' font-family='sans-serif' font-size='12' font-weight='700' text-anchor='middle' fill='#fff'>\
      \(text)</text></svg>
      """
    // Without the characters that a URL or an attribute cannot have.
    let encoded = svg.utf8.map {
      "<>#' ".utf8.contains($0) || $0 > 0x7F ? "%" + [$0].hexadecimal : String(UnicodeScalar($0))
    }
    return "data:image/svg+xml," + encoded.joined()
  }
}

extension String {
  /// The first letter or digit of a name, as a sign of it; nil if it begins with something else.
  var initial: String? {
    guard let first = trimmed.first, first.isLetter || first.isNumber else { return nil }
    let letter = String(first).uppercased()
    return letter.allSatisfy { $0.isLetter || $0.isNumber } ? letter : nil
  }
}

extension Policy.App {
  /// The app's number in the App Store, which follows `/id` in its URL.
  fileprivate var appStoreID: String? {
    let digits = appStoreURL?.split(separator: "/").dropFirst(2).lazy.filter { $0.hasPrefix("id") }.map {
      $0.dropFirst(2).prefix(while: \.isNumber)
    }
    return digits?.last { !$0.isEmpty }.map(String.init)
  }
}
