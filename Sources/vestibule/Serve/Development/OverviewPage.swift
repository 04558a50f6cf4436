// SPDX-License-Identifier: Apache-2.0

import Domain

/// The overview: the pages, the mails, and the first calls of the API.
struct OverviewPage {
  let appName: String
  let url: String
  /// The address of the first admin.
  let admin: String?
  let hasInbox: Bool
  let functions: [ServedFunction]

  var page: DevelopmentPage {
    DevelopmentPage(
      title: "\(appName) on this machine", content: [adminText, firstSteps, pages, mails, api, reading].joined())
  }

  private var adminText: String {
    guard let admin else { return "" }
    return """
      <p>The first admin is <b>\(admin.html)</b>. The password is in the terminal in which the server was started, and in \
      <code>\(FirstAdmin.fileName)</code> in the folder of the data.</p>

      """
  }

  private var firstSteps: String {
    guard admin != nil, hasInbox else { return "" }
    return """
      <h2>Try it</h2>
      <ol>
      <li><a href="clients">Sign in</a> as the first admin, and invite yourself with any name and address.</li>
      <li>Open the invitation in the <a href="inbox">inbox</a>, and click on its button.</li>
      <li>Continue in the browser with another account, and choose a password.</li>
      <li><a href="account/sign-out">Sign out</a>, and sign in as the first admin again, to see that you have accepted.</li>
      </ol>

      """
  }

  /// The pages that show something without a query.
  private var pages: String {
    let rows = functions.filter(\.isOpenedByItself).map { function in
      let summary = function.entry["summary"]?.string ?? ""
      return "<dt><a href=\"\(function.route.dropFirst())\">\(function.route)</a></dt><dd>\(summary.html)</dd>\n"
    }
    let list = rows.isEmpty ? "" : "<dl>\n\(rows.joined())</dl>\n"
    let preview = "<a href=\"theme\">The theme</a> shows every page and mail with the policy's logo, colour and texts."
    return "<h2>Pages</h2>\n\(list)<p>Other pages open with links in mails or on pages. \(preview)</p>\n"
  }

  private var mails: String {
    hasInbox ? "<h2>Mails</h2>\n<p>Mails are not sent. They are in the <a href=\"inbox\">inbox</a>.</p>\n" : ""
  }

  private var api: String {
    let lines = """
      url=\(url)
      curl $url/jwks
      curl --json '{"code":"A"}' $url/preview-invitation
      curl --json '{"email":"\(admin ?? "sam@example.com")","password":"…"}' $url/sign-in
      curl -H "Authorization: Bearer $token" --json '{"client":{"name":"Kim","email":"kim@example.com"}}' $url/send-invitation

      """
    return """
      <h2>API</h2>
      <p>\(functions.count { !$0.isPage }) functions, described in <a href="openapi.json">openapi.json</a>. \
      <code>$token</code> is <code>session.accessToken</code> of the answer of <code>sign-in</code>.</p>
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
