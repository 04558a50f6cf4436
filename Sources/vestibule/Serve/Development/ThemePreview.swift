// SPDX-License-Identifier: Apache-2.0

import Configuration
import Delivery
import Domain
import Functions
import Identity
import Pages
import Runtime

/// How the policy's theme looks: every page in its states and every mail, in the languages of the policy, light and
/// dark, on a phone and a desktop.
struct ThemePreview {
  static let path = "/theme"

  private var policy: Policy
  private let choices: ThemeChoices
  private let fields: [(name: String, value: String)]

  /// - Parameter fields: of the query.
  init(_ fields: [(name: String, value: String)]) throws(Problem) {
    policy = try Settings().policy()
    choices = ThemeChoices(fields, policy)
    self.fields = fields
    if choices.hasSampleLogo { policy.app.logoURL = SampleLogo.url }
    // Without them the pages do not show where they are linked.
    policy.app.termsURL = policy.app.termsURL ?? "https://example.com/terms"
    policy.app.privacyURL = policy.app.privacyURL ?? "https://example.com/privacy"
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

  private var locale: String { choices.locale }

  // MARK: The overview

  private var overview: DevelopmentPage {
    get throws(Problem) {
      var content = choices.html + theme + glance + ThemeColors(policy).html + "<h2>All</h2>\n" + index
      for group in ThemeIndex.pages {
        content += "<h2 id=\"\(group.id)\">\(group.title.html)</h2>\n"
        for entry in group.entries { content += try section(ofPage: entry) }
      }
      content += "<h2>Mails</h2>\n"
      for group in ThemeIndex.mails { content += try section(ofMails: group) }
      return DevelopmentPage(title: "The theme of \(policy.app.name)", content: content, isWide: true)
    }
  }

  /// What an invited person and an inviter see first.
  private var glance: String {
    let frames = [
      framed("invitation", "mail=invitation", id: "glance-mail", isSeenAtOnce: true),
      framed("invite", "page=invite&state=pending", id: "glance-invite", isSeenAtOnce: true),
      framed("clients", "page=clients&state=list", id: "glance-clients", isSeenAtOnce: true),
    ]
    return "<h2>At a glance</h2>\n<div class=\"frames \(choices.width.rawValue)\">\n\(frames.joined())</div>\n"
  }

  /// What there is, in groups, and a link to each.
  private var index: String {
    let pages = ThemeIndex.pages.map { group in
      item(group, group.entries.map { ("page-\($0.name)", $0.name) })
    }
    let mails = ThemeIndex.mails.map { group in
      item(group, group.entries.map { ("mail-\($0.name)", $0.name) })
    }
    return "<nav aria-label=\"Pages and mails\"><dl class=\"index\">\n\((pages + mails).joined())</dl></nav>\n"
  }

  private func item(_ group: ThemeIndex.Group, _ links: [(id: String, name: String)]) -> String {
    let all = links.map { "<a href=\"#\($0.id.html)\">\($0.name.html)</a>" }.joined(separator: " · ")
    return "<div><dt><a href=\"#\(group.id)\">\(group.title.html)</a></dt><dd>\(all)</dd></div>\n"
  }

  private var theme: String {
    let image = policy.app.logoURL.map { "<p><img src=\"\($0.html)\" alt=\"Logo\" height=\"40\"></p>\n" } ?? ""
    let logo =
      choices.hasSampleLogo ? "The logo is a sample, because the policy has none (<code>app.logoURL</code>). " : ""
    return "\(image)<p>\(logo)Texts are from the policy and <code>TEMPLATES_DIR</code>. "
      + "The people are fictional, and so are terms that the policy does not name.</p>\n"
  }

  private func section(ofPage entry: ThemeIndex.Entry) throws(Problem) -> String {
    guard let page = try PageExamples(of: entry.name) else { return "" }
    let frames = page.states.map { framed($0, "page=\(page.name)&state=\($0)", id: "\(page.name)-\($0)") }
    let count = frames.count == 1 ? "1 state" : "\(frames.count) states"
    return closed(page.name, about: "\(entry.purpose.map { $0 + " " } ?? "")\(count).", id: "page-\(page.name)", frames)
  }

  private func section(ofMails group: ThemeIndex.Group) throws(Problem) -> String {
    var frames: [String] = []
    for entry in group.entries {
      let about = try entry.kind.map { (kind) throws(Problem) in try subject(of: kind) } ?? ""
      frames.append(framed(entry.name, "mail=\(entry.name)", about: about, id: "mail-\(entry.name)"))
    }
    return closed(group.title, about: "\(frames.count) mails.", id: group.id, frames)
  }

  /// Closed, so that the page is short and quick. A link to what is inside opens it: the id is not that of the summary.
  private func closed(_ title: String, about: String, id: String, _ frames: [String]) -> String {
    """
    <details class="theme"><summary><h3>\(title.html)</h3> <span>\(about.html)</span></summary>
    <div class="frames \(choices.width.rawValue)" id="\(id.html)">
    \(frames.joined())</div>
    </details>

    """
  }

  /// A frame is dark if its element is (CSS Color Adjustment, section 2.4).
  /// - Parameter isSeenAtOnce: whether it is loaded before anybody scrolls to it.
  private func framed(
    _ title: String, _ query: String, about: String = "", id: String, isSeenAtOnce: Bool = false
  ) -> String {
    let loading = isSeenAtOnce ? "" : " loading=\"lazy\""
    let url = "theme?\(query)&\(choices.ofFrame)".html
    return """
      <figure id="\(id.html)"><figcaption><a href="\(url)" target="_blank">\(title.html)</a> \(about.html)</figcaption>
      <iframe title="\(title.html)" src="\(url)"\(loading) sandbox style="color-scheme: \(choices.scheme.rawValue)"></iframe></figure>

      """
  }

  // MARK: Frames

  private func frame(page name: String, state: String) throws(Problem) -> WebAnswer {
    guard PageRenderer.templates.contains(name), let variables = try PageExamples(of: name)?.variables(of: state) else {
      return DevelopmentPage(status: 404, reason: "There is no such example.").answer
    }
    let texts = ExampleTexts(
      messages: Settings().messages(wording: policy.messages), language: LanguageTag(locale),
      leastLength: (policy.password ?? Policy.PasswordRules([:])).minLength)
    let render = PageRenderer.standalone(PageSettings(Settings()))
    let page = try render(name, try texts.filled(variables), policy, LanguageTag(locale))
    return framedAnswer(page.html)
  }

  private var renderer: MailRenderer {
    let settings = Settings(defaults: ["MAIL_FROM": MailExample.sender.text, "PUBLIC_URL": "https://example.com"])
    return MailRenderer(
      settings: RenderingSettings(settings), policy: policy, messages: settings.messages(wording: policy.messages))
  }

  private func content(of kind: OutboxMessage.Kind) throws(Problem) -> MailContent {
    do throws(Failure) { return try MailExample(.plain, policy, patch: [:]).content(of: kind, locale: locale) } catch {
      throw .bug(error.message)
    }
  }

  /// Empty for a text message.
  private func subject(of kind: OutboxMessage.Kind) throws(Problem) -> String {
    guard kind != .invitationSMS else { return "" }
    return try renderer.message(try content(of: kind), date: MailExample.timestamp).subject
  }

  private func frame(mail kind: OutboxMessage.Kind) throws(Problem) -> WebAnswer {
    guard kind != .invitationSMS else {
      let text = try renderer.textMessage(try content(of: kind)).html
      return framedAnswer(
        "<!doctype html><meta charset=\"utf-8\"><body style=\"margin:24px;font:16px/24px system-ui\">\(text)")
    }
    return framedAnswer(try renderer.message(try content(of: kind), date: MailExample.timestamp).html)
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

/// The examples of a page: `pages/<page>/examples.json` of the templates has the variables of each state. Those whose
/// text depends on the language are objects: see `ExampleTexts`.
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
