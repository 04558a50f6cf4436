// SPDX-License-Identifier: Apache-2.0

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

  var page: DevelopmentPage {
    DevelopmentPage(title: "\(appName) on this machine", content: [start, cards, pages, api, reading].joined())
  }

  private var start: String {
    guard let admin else { return "" }
    // Whoever reads the inbox can sign in with a code anyway.
    let password =
      isLocal && hasInbox
      ? "<code>\(admin.password.html)</code>" : "in the terminal of the server, and in <code>\(adminFile.html)</code>"
    let invite = """
      <ol>
      <li><a href="clients">Sign in</a> as the first admin, and invite yourself with any name and address.</li>
      <li>Open the invitation in the <a href="inbox">inbox</a>, and click on its button.</li>
      <li>Click on "Accept invitation", then on "Use another account", and choose a password.</li>
      <li><a href="account/sign-out">Sign out</a>, and sign in as the first admin again, to see that you have accepted.</li>
      </ol>

      """
    return """
      <section class="card">
      <h2>Try it</h2>
      <dl class="facts"><dt>First admin</dt><dd><b>\(admin.email.html)</b></dd><dt>Password</dt><dd>\(password)</dd></dl>
      \(hasInbox ? invite : "")</section>

      """
  }

  private var cards: String {
    let inbox = ("inbox", "Inbox", "Mails are not sent: they are here.")
    let cards =
      (hasInbox ? [inbox] : []) + [
        ("theme", "Theme", "Every page and mail, with the policy's logo, colour and texts."),
        ("openapi.json", "API", "\(functions.count { !$0.isPage }) functions, described by OpenAPI."),
      ]
    let items = cards.map { "<li class=\"card\"><a href=\"\($0)\">\($1)</a> <span>\($2)</span></li>\n" }
    return "<ul class=\"cards\">\n\(items.joined())</ul>\n"
  }

  /// The pages that show something without a query.
  private var pages: String {
    let rows = functions.filter(\.isOpenedByItself).map { function in
      let summary = function.entry["summary"]?.string ?? ""
      return "<dt><a href=\"\(function.route.dropFirst())\">\(function.route)</a></dt><dd>\(summary.html)</dd>\n"
    }
    let list = rows.isEmpty ? "" : "<dl>\n\(rows.joined())</dl>\n"
    return "<h2>Pages</h2>\n\(list)<p>Other pages open with links in mails or on pages.</p>\n"
  }

  private var api: String {
    let lines = """
      url=\(url)
      curl $url/jwks
      curl --json '{"code":"A"}' $url/preview-invitation
      curl --json '{"email":"\(admin?.email ?? "sam@example.com")","password":"…"}' $url/sign-in
      curl -H "Authorization: Bearer $token" --json '{"client":{"name":"Kim","email":"kim@example.com"}}' $url/send-invitation

      """
    return """
      <h2>First calls of the API</h2>
      <p><code>$token</code> is <code>session.accessToken</code> of the answer of <code>sign-in</code>.</p>
      <pre>\(lines.html)</pre>

      """
  }

  private var reading: String {
    """
    <h2>Further reading</h2>
    <p>The README, and the reference of every function, field, error and key: <code>reference.html</code> of a release, or \
    <code>scripts/reference</code>.</p>

    """
  }
}

extension ServedFunction {
  /// Whether it is a page of a browser's session that requires no field, is not about one record, and is not the end of a
  /// sign-in at a provider.
  fileprivate var isOpenedByItself: Bool {
    let event = entry["event"]
    let fields = entry["example"]?.members?.pairs.map(\.name) ?? []
    return isPage && Set(methods) == ["GET", "POST"] && (event?["required"]?.array ?? []).isEmpty
      && !fields.contains("id") && !fields.contains("state")
  }
}
