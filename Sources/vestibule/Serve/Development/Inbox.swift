// SPDX-License-Identifier: Apache-2.0

import Configuration
import Delivery
import Domain
import Glibc
import Identity

/// The mails in the folder of `MAIL_URL`, as people see them.
struct Inbox {
  private let folder: String
  /// Where links of this server begin; nil if no button opens them.
  private let url: String?

  private static let listed = 200
  private static let headers = ["From", "To", "Reply-To", "Subject"]

  /// Nil if mails are sent elsewhere.
  static var isThere: Bool { folder != nil }

  init?(url: String?) {
    guard let folder = Self.folder else { return nil }
    (self.folder, self.url) = (folder, url)
  }

  private static var folder: String? {
    guard let url = (try? Settings()["MAIL_URL"]) ?? nil, url.hasPrefix("maildir:") else { return nil }
    return String(url.dropFirst("maildir:".count))
  }

  /// - Parameters:
  ///   - name: of the file of a mail; nil for the list.
  ///   - isSignedIn: whether the browser has a session.
  func page(_ name: String?, isSignedIn: Bool) -> DevelopmentPage {
    let files = files
    guard let name else { return list(files, isSignedIn: isSignedIn) }
    guard let file = files.first(where: { $0.name == name }), let mail = ReceivedMail(file: file.path) else {
      return DevelopmentPage(status: 404, reason: "There is no such email.")
    }
    return show(mail, at: file.time)
  }

  /// The newest first.
  private var files: [(name: String, path: String, time: Int)] {
    var files: [(name: String, path: String, time: Int)] = []
    for box in ["new", "cur"] {
      for name in visibleNames(in: "\(folder)/\(box)") ?? [] {
        let path = "\(folder)/\(box)/\(name)"
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
        files.append((name, path, status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec))
      }
    }
    return files.sorted { ($0.time, $0.name) > ($1.time, $1.name) }
  }

  private func list(
    _ files: [(name: String, path: String, time: Int)], isSignedIn: Bool
  ) -> DevelopmentPage {
    let mails = files.prefix(Self.listed).compactMap { file in
      ReceivedMail(file: file.path).map { (mail: $0, name: file.name, time: file.time) }
    }
    let rows = mails.enumerated().map { number, file in
      let about = "\(file.mail.recipient) · \(Self.time(nanoseconds: file.time))"
      // The newest is the one that somebody who tries the steps waits for.
      let opening = firstLink(of: file.mail).map { button(opening: $0, isMain: number == 0) } ?? ""
      return """
        <li><a href="?mail=\(file.name.percentEncoded)">\((file.mail["Subject"] ?? "").html)<span>\(about.html)</span></a>\(opening)</li>

        """
    }
    guard rows.isEmpty else {
      return DevelopmentPage(title: "Inbox", content: "<ul class=\"mails\">\n\(rows.joined())</ul>\n")
    }
    return DevelopmentPage(title: "Inbox", content: empty(isSignedIn: isSignedIn), refreshSeconds: Self.refreshSeconds)
  }

  private static let refreshSeconds = 3

  /// What a newcomer can do for a first mail.
  private func empty(isSignedIn: Bool) -> String {
    """
    <p class="lead">No email yet. New ones appear here by themselves.</p>
    <section class="card">
    <h2>Try it: send yourself an invitation</h2>
    \(begin(isSignedIn: isSignedIn))<p>Any name and any address will do: nothing leaves this machine.</p>
    <p>The <a href="./">overview</a> also has the email, the password and commands for a terminal.</p>
    </section>
    <h2>What an email looks like</h2>
    <ul class="mails"><li><a href="theme?mail=invitation">A sample invitation<span>With fictional people</span></a></li></ul>
    <p>The <a href="theme#mail-invitations">theme</a> has samples of all emails.</p>

    """
  }

  /// The button that comes first. Where one click signs in, nobody needs a password.
  private func begin(isSignedIn: Bool) -> String {
    guard !isSignedIn, let url else {
      return "<p><a class=\"button\" href=\"clients?view=invite\">Invite somebody</a></p>\n"
    }
    return """
      <form method="post" action="\(url)\(DevelopmentSession.signIn)"><button class="button">Sign in as the trainer</button></form>
      <p>Then choose who is invited.</p>

      """
  }

  /// The time at which a mail came, in the time zone of this machine, for `strftime`.
  private static func shown(nanoseconds: Int, _ format: String = "%Y-%m-%d %H:%M:%S") -> String {
    var (seconds, parts) = (nanoseconds / 1_000_000_000, tm())
    localtime_r(&seconds, &parts)
    var text = [CChar](repeating: 0, count: 32)
    let length = strftime(&text, text.count, format, &parts)
    return String(decoding: text.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// For the list: the time of day of a mail of today, and the day of others.
  private static func time(nanoseconds: Int) -> String {
    let (day, now) = ("%Y-%m-%d", Int(Glibc.time(nil)) * 1_000_000_000)
    let isToday = shown(nanoseconds: nanoseconds, day) == shown(nanoseconds: now, day)
    return shown(nanoseconds: nanoseconds, isToday ? "%H:%M" : "%e %b, %H:%M").trimmed
  }

  private func show(_ mail: ReceivedMail, at time: Int) -> DevelopmentPage {
    let headers = Self.headers.compactMap { name in mail[name].map { (name, $0) } }
    let rows = (headers + [("Date", Self.shown(nanoseconds: time))]).map { name, value in
      "<dt>\(name)</dt><dd>\(value.html)</dd>\n"
    }
    var content = "<p><a href=\"inbox\">All emails</a></p>\n<dl class=\"facts\">\n\(rows.joined())</dl>\n"
    if let link = firstLink(of: mail) {
      content += button(opening: link, isMain: true)
      content += "<p class=\"muted\">The button of the email, in a browser that is signed in as nobody.</p>\n"
    }
    if let html = mail.html { content += "<h2>As HTML</h2>\n\(Self.framed(html))\n" }
    if let text = mail.text { content += "<h2>As plain text</h2>\n<pre>\(Self.linked(text))</pre>\n" }
    return DevelopmentPage(title: mail["Subject"] ?? "Mail", content: content)
  }

  /// The first link of a mail that leads to this server.
  private func firstLink(of mail: ReceivedMail) -> String? {
    guard let url, let text = mail.text, let start = text.firstRange(of: "\(url)/")?.lowerBound else { return nil }
    return String(text[start...].prefix { !$0.isWhitespace })
  }

  private func button(opening link: String, isMain: Bool) -> String {
    """
    <form method="post" action="\(url ?? "")\(DevelopmentSession.open)" target="_blank">
    <input type="hidden" name="\(DevelopmentSession.link)" value="\(link.html)">
    <button class="button\(isMain ? "" : " plain")">Open as the recipient</button>
    </form>

    """
  }

  /// The HTML in a frame without scripts, whose links open in a new tab.
  private static func framed(_ html: String) -> String {
    let based = html.replacing(#/<head[^>]*>/#.ignoresCase(), maxReplacements: 1) { match in
      "\(match.output)<base target=\"_blank\">"
    }
    return """
      <iframe title="The email as HTML" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="\(based.html)"></iframe>
      """
  }

  /// The text with links.
  private static func linked(_ text: String) -> String {
    var linked = ""
    var rest = Substring(text)
    while let start = ["http://", "https://"].compactMap({ rest.firstRange(of: $0)?.lowerBound }).min() {
      let link = rest[start...].prefix { !$0.isWhitespace }
      linked += String(rest[..<start]).html
      linked += "<a href=\"\(String(link).html)\" target=\"_blank\" rel=\"noreferrer\">\(String(link).html)</a>"
      rest = rest[link.endIndex...]
    }
    return linked + String(rest).html
  }
}
