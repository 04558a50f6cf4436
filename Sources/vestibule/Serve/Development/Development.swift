// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain
import Glibc
import NIOCore
import NIOHTTP1
import Runtime

/// What `--inbox` adds for somebody who tries the functions: the overview, the inbox, a policy that trusts a
/// development key, a first admin, and one line on stderr for each request.
struct Development {
  private let url: String
  private let authority: String
  private let isLocal: Bool
  private let folder: DataFolder
  private let overview: OverviewPage
  private let bar: DevelopmentBar
  private let inbox: Inbox?
  private let admin: FirstAdmin?
  /// What signs a browser in by one click; nil where others could click too, or see no mails.
  private let session: DevelopmentSession?
  private let functions: String

  /// Sets the variables of development. It starts no process.
  init(at listener: Listener, in folder: DataFolder, functions: String?) throws(Failure) {
    guard let authority = listener.authority else { throw .usage("--inbox needs a port, because browsers open it") }
    self.authority = authority
    self.folder = folder
    self.functions = functions ?? executableFolder()
    isLocal = listener.isLocal
    url = "http://\(authority)"
    DataFolder.setDefault("PUBLIC_URL", url)
    DataFolder.setDefault("ALLOW_INSECURE", "1")
    let policy = try DevelopmentPolicy(in: folder)
    DataFolder.setDefault("MAIL_FROM", "\(policy.appName) <hello@\(policy.domain)>")
    admin = FirstAdmin.known(in: folder) ?? FirstAdmin.created(in: folder, domain: policy.domain)
    let served = try Router(functions: self.functions).functions
    overview = OverviewPage(
      appName: policy.appName, url: url, admin: admin, adminFile: "\(folder.path)/\(FirstAdmin.fileName)",
      hasInbox: Inbox.isThere, isLocal: isLocal, functions: served, addClient: policy.addClient)
    bar = DevelopmentBar(
      hasInbox: Inbox.isThere, hasSteps: Inbox.isThere && admin != nil, oneClickURL: overview.hasOneClick ? url : nil)
    session = if overview.hasOneClick, let admin { DevelopmentSession(url: url, admin: admin) } else { nil }
    inbox = Inbox(url: session == nil ? nil : url)
  }

  /// The first lines on stdout.
  var greeting: String {
    var lines = [
      "\(url) serves the functions of \(functions).",
      "Database, mails and policy are in \(folder.given), unless their variables are set. Ctrl-C ends it.", "",
      "  start here     \(url)/",
    ]
    if inbox != nil { lines.append("  mails          \(url)/inbox") }
    lines.append("  all pages      \(url)\(ThemePreview.path)")
    if let admin { lines.append("  first admin    \(admin.email), password \(admin.password)") }
    if !isLocal {
      lines += [
        "",
        "Warning: for development only. The policy has high limits, allows every origin, and trusts a development key.",
      ]
      if inbox != nil {
        lines.append("Everybody in the network can read the mails, with the codes in them, and sign in with them.")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The answer to a request for a page of development; nil for other requests. What the theme shows in frames is as
  /// people see it.
  func answer(to request: WebRequest) -> WebAnswer? {
    let isFrame =
      request.path == ThemePreview.path && !Set(["page", "mail"]).isDisjoint(with: names(in: request.query))
    return ownAnswer(to: request).map {
      isFrame ? $0 : bar.added(to: $0, at: request.path, isSignedIn: hasSession(request))
    }
  }

  /// A page with the bar of development.
  func withBar(_ answer: WebAnswer, at path: String) -> WebAnswer { bar.added(to: answer, at: path) }

  private func ownAnswer(to request: WebRequest) -> WebAnswer? {
    if let session, [DevelopmentSession.signIn, DevelopmentSession.open].contains(request.path) {
      return answer(to: request, session)
    }
    guard ["/", "/inbox", ThemePreview.path].contains(request.path) else { return nil }
    guard [.GET, .HEAD].contains(request.method) else {
      var answer = DevelopmentPage(status: 405, reason: "The method should be GET.").answer
      answer.headers.add(name: "Allow", value: "GET, HEAD")
      return answer
    }
    guard isOwn(request.headers.first(name: "host") ?? "") else {
      return DevelopmentPage(status: 403, reason: "The page has another address.").answer
    }
    if request.path == "/" { return overview.page(next: bar.next(at: "/", isSignedIn: hasSession(request))).answer }
    if request.path == ThemePreview.path { return theme(request.query) }
    guard let inbox else {
      return DevelopmentPage(status: 403, reason: "Mails are shown only if MAIL_URL is a maildir:.").answer
    }
    return inbox.page(mail(in: request.query), isSignedIn: hasSession(request)).answer
  }

  private func hasSession(_ request: WebRequest) -> Bool {
    request.headers["cookie"].contains { $0.split(separator: ";").contains { DevelopmentSession.isCookie($0, url) } }
  }

  /// The answer to a button of the overview or of the inbox. No other site may press it.
  private func answer(to request: WebRequest, _ session: DevelopmentSession) -> WebAnswer {
    let origin = request.headers.first(name: "origin").map { $0.replacing("http://", with: "") } ?? ""
    // The functions' pages send no referrer, and so their forms name no origin.
    let isOfOwnPage =
      isOwn(origin) || (origin == "null" && request.headers.first(name: "sec-fetch-site") == "same-origin")
    guard request.method == .POST, isOwn(request.headers.first(name: "host") ?? ""), isOfOwnPage else {
      return DevelopmentPage(status: 403, reason: "Only the pages of this server can do that.").answer
    }
    do throws(Failure) {
      if request.path == DevelopmentSession.signIn { return try session.signedIn() }
    } catch {
      return DevelopmentPage(status: 500, reason: error.message).answer
    }
    let link = fields(of: String(buffer: request.body)).first { $0.name == DevelopmentSession.link }?.value
    return link.flatMap(session.opened)
      ?? DevelopmentPage(status: 400, reason: "The link leads to another server.").answer
  }

  private func theme(_ query: String) -> WebAnswer {
    do throws(Problem) { return try ThemePreview(fields(of: query)).answer } catch {
      return DevelopmentPage(status: 500, reason: error.detail).answer
    }
  }

  /// The name of the mail that a query asks for.
  private func mail(in query: String) -> String? { fields(of: query).first { $0.name == "mail" }?.value }

  private func names(in query: String) -> [String] { fields(of: query).map(\.name) }

  private func fields(of query: String) -> [(name: String, value: String)] {
    (try? FormFields(urlencoded: query.utf8))?.pairs ?? []
  }

  /// Whether a request names this server. Another name may be that of a page that has changed its address to read mails
  /// (DNS rebinding).
  private func isOwn(_ host: String) -> Bool {
    let port = authority.split(separator: ":").last ?? ""
    let local = ["127.0.0.1", "localhost", "[::1]"].map { "\($0):\(port)" }
    let known = ((try? Settings()["PUBLIC_URL"]) ?? nil)?.split(separator: "/").dropFirst().first.map(String.init)
    return ([authority, known].compactMap(\.self) + local).contains(host)
  }

  /// One line without the query, which may contain a code.
  func note(_ request: RequestLine, _ status: Int, after time: TimeAmount) {
    var seconds = Glibc.time(nil)
    var now = tm()
    localtime_r(&seconds, &now)
    let clock = [now.tm_hour, now.tm_min, now.tm_sec].map { ($0 < 10 ? "0" : "") + String($0) }.joined(separator: ":")
    let method = request.method.rawValue
    let padding = String(repeating: " ", count: max(0, 7 - method.utf8.count))
    writeStandardError(
      "\(clock)  \(status)  \(method)\(padding) \(request.path.printable)  \(time.nanoseconds / 1_000_000) ms  "
        + "\(request.peer ?? "-")\n")
  }

  /// Reads the app's policy again.
  func renew() {
    do throws(Failure) { _ = try DevelopmentPolicy(in: folder) } catch {
      writeStandardError("vestibule: \(error.message)\n")
    }
  }
}
