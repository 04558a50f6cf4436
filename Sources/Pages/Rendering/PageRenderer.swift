// SPDX-License-Identifier: Apache-2.0

import Configuration
import Crypto
import Domain
import Functions
import Identity
import Templates

/// Renders pages from templates and the policy. They load nothing but the logo. Those that use passkeys have a script.
final class PageRenderer: Presentation {
  private let function: any PageFunction.Type
  /// The templates that were read for the check of an event, for its page and those of later events.
  private var files: TemplateFiles?

  init(of function: any PageFunction.Type) { self.function = function }

  private func templates(_ policy: Policy, _ language: LanguageTag) throws(Problem) -> PageTemplates {
    let files = if let files { files } else { TemplateFiles(folders: try Settings().templatesDirectories) }
    self.files = files
    return PageTemplates(files, policy, language)
  }

  /// Checks the templates of the page and of the error page, in one language.
  func check(_ policy: Policy, _ language: LanguageTag) throws(Problem) {
    _ = try Settings().flag(Self.formsByName)
    let templates = try templates(policy, language)
    try templates.check(function.page)
    try templates.check(ErrorPage.page)
  }

  func page(_ result: FunctionResult, to data: JSON, _ policy: Policy?, _ language: LanguageTag) -> JSON? {
    if function.isOfProgram(data) { return nil }
    if function.isOfSession, case .success(let answer) = result, let policy {
      return browserPage(answer, policy, language)
    }
    guard let policy, let html = try? html(result, data, policy, language) else {
      return Self.page(result.status, Self.fallbackHTML)
    }
    return Self.page(result.status, html, logo: Self.branding(result)?.logoURL ?? policy.app.logoURL)
  }

  private func html(
    _ result: FunctionResult, _ data: JSON, _ policy: Policy, _ language: LanguageTag
  ) throws(Problem) -> String {
    let templates = try templates(policy, language)
    let common = SharedVariables.values(policy, language.text, Self.branding(result))
      .merging(Self.common(result, policy, action: action))
    if let section = section(result) {
      let own = result.error?.pageVariables ?? result.json
      let repeated = JSON.object(JSON.Members(function.repeated.compactMap { name in data[name].map { (name, $0) } }))
      return try templates.html(
        function.page, common.merging(repeated).merging(own).merging(.object(JSON.Members([(section, true)]))))
    }
    return try templates.html(
      ErrorPage.page, common.merging(.object(JSON.Members([(Self.errorSection(result.status), true)]))))
  }

  /// The answer of a `BrowserPage`: a page or the address of the next one, with its cookies.
  private func browserPage(_ answer: JSON, _ policy: Policy, _ language: LanguageTag) -> JSON {
    let headers = JSON.object(
      JSON.Members(
        ["cookies", "clearsCache", "location", "download"].compactMap { name in answer[name].map { (name, $0) } }))
    if answer["location"] != nil { return headers.merging(["status": 303, "html": ""]) }
    if answer["download"] != nil { return headers.merging(["status": 200, "html": ""]) }
    let shown = answer["error"].map { FunctionResult(json: ["error": $0]) } ?? .success(answer["variables"] ?? [:])
    let branding = Branding(answer["variables"]?["inviter"]?["branding"])
    let variables = SharedVariables.values(policy, language.text, branding)
      .merging(Self.common(shown, policy, action: action))
      .merging(answer["variables"] ?? [:])
      .merging(
        .object(JSON.Members([(answer["section"]?.string ?? "", true), ("hasErrors", .bool(shown.error != nil))])))
    // An invalid field of a form is no invalid request.
    let status = shown.status == 400 ? 422 : shown.status
    let template = answer["template"]?.string ?? function.page
    guard let html = try? templates(policy, language).html(template, variables) else {
      return Self.page(500, Self.fallbackHTML)
    }
    let hasScript = answer["variables"]?["passkey"] != nil
    return Self.page(status, html, logo: branding?.logoURL ?? policy.app.logoURL, hasScript: hasScript)
      .merging(.object(["retryAfter": shown.error?.retryAfter.map { JSON($0) }])).merging(headers)
  }

  private static let formsByName = "FORMS_BY_NAME"

  /// The URL of the page's form.
  private var action: String {
    let isByName = (try? Settings().flag(Self.formsByName)) ?? false
    return function.sharesRoute && isByName ? function.name : function.action
  }

  /// The section of the page's template for an answer; nil if there is none.
  private func section(_ result: FunctionResult) -> String? {
    switch result {
    case .success(let json): function.section(for: json)
    case .failure(let error): function.refused[error.code]
    }
  }

  private static func errorSection(_ status: Int) -> String {
    switch status {
    case 404: "isNotFound"
    case 429: "isLimited"
    case 502, 503, 504: "isLater"
    default: "isOther"
    }
  }

  /// The branding of the inviter whose invitation the page shows.
  private static func branding(_ result: FunctionResult) -> Branding? {
    Branding((result.error?.pageVariables ?? result.json)["inviter"]?["branding"])
  }

  private static func common(_ result: FunctionResult, _ policy: Policy, action: String) -> JSON {
    let fieldMessages = result.error?.fieldMessages ?? []
    let message = result.error.map(\.userMessage) ?? result.json["message"]?.string ?? ""
    let storeID = policy.app.appStoreID.map { (id) -> JSON in ["appStoreID": .string(id)] } ?? [:]
    return .object([
      "app": policy.app.json.merging(storeID), "appLink": JSON("\(policy.app.urlScheme)://"), "action": JSON(action),
      "message": message.isEmpty ? nil : JSON(message),
      "fieldErrors": fieldMessages.isEmpty ? nil : JSON(fieldMessages),
      // Whether the form shows errors of its fields. An invalid link has no form to correct.
      "hasErrors": .bool(result.status == 422 && !fieldMessages.isEmpty),
      "password": policy.password.map(described),
    ])
  }

  private static func described(_ rules: Policy.PasswordRules) -> JSON {
    let classes = JSON.object(JSON.Members(rules.require.map { ($0.rawValue, true) }))
    return classes.merging(["minLength": JSON(rules.minLength), "denyCommon": .bool(rules.denyCommon)])
  }

  /// A page with its Content Security Policy: it may use its own inline style, show the logo and send its form to this
  /// host.
  /// - Parameter hasScript: whether it uses passkeys, for which it may use its own inline script.
  private static func page(_ status: Int, _ html: String, logo: String? = nil, hasScript: Bool = false) -> JSON {
    // Browsers normalise line ends before they compute the hash of a style.
    let hasReturns = Array(html.utf8)[...].range(of: [UInt8(ascii: "\r")]) != nil
    let text = hasReturns ? html.replacing("\r\n", with: "\n") : html
    let bytes = Array(text.utf8)
    let scripts = hasScript ? " script-src \(hashes(of: "script", in: bytes));" : ""
    let images = logo.map { " img-src \(source($0));" } ?? ""
    return [
      "status": JSON(status), "html": .string(text),
      "contentSecurityPolicy": .string(
        "default-src 'none'; style-src \(hashes(of: "style", in: bytes));\(scripts)\(images) form-action 'self'; "
          + "base-uri 'none'; frame-ancestors 'none'"),
    ]
  }

  /// The contents of the elements with a name, as hashes of a policy.
  private static func hashes(of element: String, in html: [UInt8]) -> String {
    let (start, end) = (Array("<\(element)>".utf8), Array("</\(element)>".utf8))
    var (rest, hashes) = (html[...], [String]())
    while let opening = rest.range(of: start) {
      rest = rest[opening.upperBound...]
      let content = rest[..<(rest.range(of: end)?.lowerBound ?? rest.endIndex)]
      hashes.append("'sha256-\(Array(SHA256.hash(data: content)).base64Text)'")
      rest = rest[content.endIndex...]
    }
    return hashes.isEmpty ? "'none'" : hashes.joined(separator: " ")
  }

  /// A URL as a source expression (Content Security Policy Level 3, section 2.3.1): without its query, and with
  /// characters that would end the expression or its directive percent-encoded.
  private static func source(_ url: String) -> String {
    url.prefix { $0 != "?" && $0 != "#" }.utf8.map { byte in
      let character = Character(UnicodeScalar(byte))
      let isPlain = character.isLetter || character.isNumber || "-._~:/%@!$&()*+=".contains(character)
      return isPlain ? String(character) : "%" + String(byte, radix: 16, uppercase: true)
    }.joined()
  }

  /// The page if the policy or the templates cannot be read.
  private static let fallbackHTML = """
    <!doctype html>
    <html lang="en" dir="ltr">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width,initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="referrer" content="no-referrer">
    <meta name="robots" content="noindex">
    <title>Something isn't right on our side</title>
    <style>body { max-width: 560px; margin: 8vh auto; padding: 0 16px; font: 16px/24px system-ui, sans-serif; }</style>
    </head>
    <body>
    <main>
    <h1>Something isn't right on our side</h1>
    <p>Please try again later.</p>
    </main>
    </body>
    </html>

    """
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
