// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain

/// The overview: the pages, the mails, and the first calls of the API.
struct OverviewPage {
  let appName: String
  let url: String
  let admin: FirstAdmin?
  /// The file with the first admin's password.
  let adminFile: String
  let hasInbox: Bool
  /// Whether only this machine reaches the server.
  let isLocal: Bool
  let functions: [ServedFunction]
  /// What the app calls the button that adds a client.
  let addClient: String

  /// The commands for a terminal. The password is shown only to readers of the inbox: they can sign in by code anyway.
  var calls: FirstCalls {
    FirstCalls(
      url: url, email: admin?.email ?? "sam@example.com", password: isLocal && hasInbox ? admin?.password : nil)
  }

  /// Whether a button signs the first admin in. Only people who can read the password anyway get it. The cookie belongs
  /// to this server only if the pages have its address.
  var hasOneClick: Bool { calls.password != nil && (try? Settings().publicURL()) == url }

  /// - Parameter next: the step that comes next; nil if it is not known.
  func page(next: DevelopmentBar.Step?) -> DevelopmentPage {
    DevelopmentPage(
      title: "Vestibule for \(appName)",
      content: [lead, start(next: next), cards, own, api, pages, reading].joined())
  }

  private var lead: String {
    let mails = hasInbox ? " Its emails stay here, in the <a href=\"inbox\">inbox</a>." : ""
    return
      "<p class=\"lead\">Vestibule invites people to your app and signs them in. This copy is for development.\(mails)</p>\n"
  }

  private var cards: String {
    let inbox = ("inbox", "Inbox", "The emails, as people see them.")
    let cards =
      (hasInbox ? [inbox] : []) + [
        ("theme", "Theme", "Every page and email, with the policy's logo, color and texts."),
        ("openapi.json", "API", "\(functions.count { !$0.isPage }) functions, with an OpenAPI description."),
      ]
    let items = cards.map { "<li class=\"card\"><a href=\"\($0)\">\($1)</a> <span>\($2)</span></li>\n" }
    return "<ul class=\"cards\">\n\(items.joined())</ul>\n"
  }

  private var own: String {
    """
    <h2 id="app">Put it in your app</h2>
    <dl class="pages">
    <dt>Name, color, texts</dt><dd>Copy a policy of <code>templates/policies</code>, and change it: the \
    <a href="theme">theme</a> shows the result. Start with \
    <code data-copy="Command">POLICY_FILE=policy.json vestibule serve --inbox</code></dd>
    <dt>The app</dt><dd>The Swift package <code>VestibuleClient</code>, a client library of Supabase Auth, or the \
    <a href="openapi.json">API</a>.</dd>
    <dt>Real emails</dt><dd>Start without <code>--inbox</code>, with a relay in <code>MAIL_URL</code>: \
    <code>scripts/deployment/server.md</code> goes from an empty server to a signed-in trainer.</dd>
    </dl>

    """
  }

  /// The pages that show something without a query, by who opens them.
  private var pages: String {
    let groups = [
      ("inviter", "For inviters"), ("session", "For everybody who is signed in"), ("public", "Without a sign-in"),
    ]
    let lists = groups.compactMap { access, title -> String? in
      let rows = functions.filter { $0.isOpenedByItself && $0.entry["access"]?.string == access }.map { function in
        let purpose = ThemeIndex.purpose(of: function.name) ?? function.entry["summary"]?.string ?? ""
        return "<dt><a href=\"\(function.route.dropFirst())\">\(function.route)</a></dt><dd>\(purpose.html)</dd>\n"
      }
      return rows.isEmpty ? nil : "<h3>\(title)</h3>\n<dl class=\"pages\">\n\(rows.joined())</dl>\n"
    }
    let others = "Other pages open with links in emails or on pages. The <a href=\"theme\">theme</a> shows them all."
    return "<details><summary>All pages and their addresses</summary>\n\(lists.joined())<p>\(others)</p></details>\n"
  }

  private var api: String {
    """
    <h2>First calls of the API</h2>
    <p>In a terminal: sign in, and send an invitation.\(calls.password == nil ? " Type the password for <code>…</code>." : "")</p>
    <div class="copied"><pre tabindex="0" data-copy="Commands">\(calls.text.html)</pre></div>

    """
  }

  private var reading: String {
    """
    <h2>Further reading</h2>
    <p>The README begins with the first five minutes. Every function, field, error and key is in <code>reference.html</code>, which \
    a release contains and <code>scripts/reference</code> writes.</p>

    """
  }
}

extension ServedFunction {
  /// Whether it is a page of a browser's session that requires no field, is not about one record, and is not the end of
  /// a sign-in at a provider.
  fileprivate var isOpenedByItself: Bool {
    let event = entry["event"]
    let fields = entry["example"]?.members?.pairs.map(\.name) ?? []
    return isPage && Set(methods) == ["GET", "POST"] && (event?["required"]?.array ?? []).isEmpty
      && !fields.contains("id") && !fields.contains("state")
  }
}
