// SPDX-License-Identifier: Apache-2.0

import Configuration
import Delivery
import Domain
import Identity
import Pages

/// How the policy's theme looks: every page in its states and every mail, light and dark, in the languages of the policy.
struct ThemePreview {
  static let path = "/theme"

  private let policy: Policy
  private let fields: [(name: String, value: String)]

  /// - Parameter fields: of the query.
  init(_ fields: [(name: String, value: String)]) throws(Problem) {
    policy = try Settings().policy()
    self.fields = fields
  }

  /// The overview, or what one of its frames shows.
  var answer: WebAnswer {
    get throws(Problem) {
      if let page = value("page") { return try frame(page: page, state: value("state") ?? "") }
      if let kind = value("mail").flatMap(PreviewedKinds.init(argument:))?.kinds.first { return try frame(mail: kind) }
      return try overview.answer
    }
  }

  private func value(_ name: String) -> String? { fields.first { $0.name == name }?.value }

  private var locale: String {
    let chosen = value("locale") ?? ""
    return policy.app.locales.contains(chosen) ? chosen : policy.app.locales.first ?? "en"
  }

  private var isDark: Bool { value("scheme") == "dark" }

  // MARK: The overview

  private var overview: DevelopmentPage {
    get throws(Problem) {
      var content = choices + logo
      for name in PageRenderer.templates.sorted() {
        guard let page = try PageExamples(of: name) else { continue }
        content += "<h2>\(page.name.html)</h2>\n<div class=\"frames\">\n"
        for state in page.states { content += framed(state, "page=\(page.name)&state=\(state)") }
        content += "</div>\n"
      }
      content += "<h2>Mails</h2>\n<div class=\"frames\">\n"
      for kind in PreviewedKinds.all { content += framed(kind.rawValue, "mail=\(kind.rawValue)") }
      return DevelopmentPage(title: "The theme of \(policy.app.name)", content: content + "</div>\n", isWide: true)
    }
  }

  /// Links, because a form that needs no button would need a script.
  private var choices: String {
    let languages = policy.app.locales.map { link($0, locale: $0, isDark: isDark, isChosen: $0 == locale) }
    let schemes = [
      link("Light", locale: locale, isDark: false, isChosen: !isDark),
      link("Dark", locale: locale, isDark: true, isChosen: isDark),
    ]
    return "<p>\((languages + schemes).joined(separator: " · ")) · <a href=\"./\">Overview</a></p>\n"
  }

  private func link(_ text: String, locale: String, isDark: Bool, isChosen: Bool) -> String {
    let target = "theme?locale=\(locale.percentEncoded)&scheme=\(isDark ? "dark" : "light")"
    return "<a href=\"\(target.html)\"\(isChosen ? " aria-current=\"true\"" : "")>\(text.html)</a>"
  }

  private var logo: String {
    let color = policy.app.accentColor.map { "<code>\($0.html)</code>" } ?? "the default"
    let image = policy.app.logoURL.map { "<p><img src=\"\($0.html)\" alt=\"Logo\" height=\"48\"></p>\n" } ?? ""
    return "\(image)<p>The colour is \(color). Logo, colour and texts are those of the policy, and of "
      + "<code>TEMPLATES_DIR</code>.</p>\n"
  }

  /// A frame is dark if its element is (CSS Color Adjustment, section 2.4). It is loaded when it is scrolled to.
  private func framed(_ title: String, _ query: String) -> String {
    let url = "theme?\(query)&locale=\(locale.percentEncoded)".html
    return """
      <figure><figcaption><a href="\(url)" target="_blank">\(title.html)</a></figcaption>
      <iframe title="\(title.html)" src="\(url)" loading="lazy" sandbox style="color-scheme: \(isDark ? "dark" : "light")"></iframe></figure>

      """
  }

  // MARK: Frames

  private func frame(page name: String, state: String) throws(Problem) -> WebAnswer {
    guard PageRenderer.templates.contains(name), let variables = try PageExamples(of: name)?.variables(of: state) else {
      return DevelopmentPage(status: 404, reason: "There is no such example.").answer
    }
    let texts = ExampleTexts(messages: Settings().messages(wording: policy.messages), language: LanguageTag(locale))
    let page = try PageRenderer.standalone(name, try texts.filled(variables), policy, LanguageTag(locale))
    return framedAnswer(page["html"]?.string ?? "")
  }

  private func frame(mail kind: OutboxMessage.Kind) throws(Problem) -> WebAnswer {
    let settings = Settings(defaults: ["MAIL_FROM": MailExample.sender.text, "PUBLIC_URL": "https://example.com"])
    let renderer = MailRenderer(
      settings: settings, policy: policy, messages: settings.messages(wording: policy.messages))
    let content = MailExample(.plain, policy, patch: [:]).content(of: kind, locale: locale)
    guard kind != .invitationSMS else {
      return framedAnswer("<!doctype html><meta charset=\"utf-8\"><p>\(try renderer.textMessage(content).html)</p>")
    }
    return framedAnswer(try renderer.message(content, date: MailExample.timestamp).html)
  }

  /// The answer may stand in a frame of the overview, and does nothing but look.
  private func framedAnswer(_ html: String) -> WebAnswer {
    WebAnswer(
      type: "text/html; charset=utf-8", html,
      headers: [("Content-Security-Policy", Self.framePolicy), ("Referrer-Policy", "no-referrer")])
  }

  private static let framePolicy =
    "default-src 'none'; style-src 'unsafe-inline'; img-src http: https: data:; form-action 'none'; base-uri 'none'; "
    + "frame-ancestors 'self'"
}

/// The examples of a page: `pages/<page>/examples.json` of the templates has the variables of each state. Those whose text
/// depends on the language are objects: see `ExampleTexts`.
private struct PageExamples {
  let name: String
  private let examples: JSON

  /// Nil if the page has none.
  init?(of name: String) throws(Problem) {
    self.name = name
    for folder in try Settings().templatesDirectories {
      guard let bytes = try? readFile("\(folder)/pages/\(name)/examples.json") else { continue }
      guard let examples = try? JSON(parsing: bytes), examples.members != nil else {
        throw .misconfigured("TEMPLATES_DIR", "\(folder)/pages/\(name)/examples.json is not a JSON object")
      }
      self.examples = examples
      return
    }
    return nil
  }

  var states: [String] { examples.members?.pairs.map(\.name) ?? [] }

  func variables(of state: String) -> JSON? { examples[state] }
}
