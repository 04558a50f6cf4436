// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Identity
import NIOCore
import NIOHTTP1
import Runtime

/// A thin bar at the top of all pages of development, those of the functions included: the steps of the overview with
/// those that are done, and the ways to the overview and the inbox. The functions' answers do not have it.
struct DevelopmentBar {
  /// The steps of the overview.
  enum Step: Int, CaseIterable {
    case signIn = 1
    case invite, openMail, accept, result
    /// After the last one, for who sees the result.
    case end

    /// The steps that the overview lists.
    static let listed: [Step] = allCases.filter { $0 != .end }

    var title: String {
      switch self {
      case .signIn: "Be the trainer"
      case .invite: "Invite somebody"
      case .openMail: "Open the email"
      case .accept: "Accept the invitation"
      case .result: "See the result"
      case .end: "Put it in your app"
      }
    }
  }

  let hasInbox: Bool
  /// Whether the overview has all steps.
  let hasSteps: Bool
  /// The address of the server, if one click signs the browser in as the trainer.
  let oneClickURL: String?

  /// The answer with the bar, if it is a page.
  func added(to answer: WebAnswer, at path: String, isSignedIn: Bool = false) -> WebAnswer {
    guard answer.headers.first(name: "content-type")?.hasPrefix("text/html") == true else { return answer }
    var page = String(buffer: answer.body)
    guard let body = page.firstRange(of: "<body")?.upperBound, let tagEnd = page[body...].firstIndex(of: ">") else {
      return answer
    }
    page.insert(
      contentsOf: "\n<style>\(Self.style)</style>\n\(html(next: next(at: path, isSignedIn: isSignedIn)))",
      at: page.index(after: tagEnd))
    var answer = answer
    answer.body = ByteBuffer(string: page)
    if let policy = answer.headers.first(name: Self.policy), !policy.contains("'unsafe-inline'") {
      let hash = "'sha256-\(sha256(Array(Self.style.utf8)).base64Text)'"
      answer.headers.replaceOrAdd(
        name: Self.policy, value: policy.replacing("style-src ", with: "style-src \(hash) ", maxReplacements: 1))
    }
    return answer
  }

  private func html(next: Step?) -> String {
    let steps = next.map { next in
      "<ol>\n\((next == .end ? Step.allCases : Step.listed).map { item($0, next: next) }.joined())</ol>\n"
    }
    let inbox = hasInbox ? "<a href=\"/inbox\">Inbox</a>\n" : ""
    return
      "<nav id=\"development\" aria-label=\"Development\">\n\(steps ?? "")\(inbox)<a href=\"/\">Overview</a>\n</nav>\n"
  }

  /// A step that is done has a tick, and the next one leads to where it is done.
  private func item(_ step: Step, next: Step) -> String {
    let title = "<span>\(step.title)</span>"
    if step.rawValue < next.rawValue {
      return "<li><b role=\"img\" aria-label=\"Done\">\u{2713}</b> \(title)</li>\n"
    }
    guard step == next else { return "<li>\(step.rawValue) \(title)</li>\n" }
    let words = step == .end ? title : "\(step.rawValue) \(title)"
    return "<li aria-current=\"step\">\(way(to: step, words))</li>\n"
  }

  /// A link, or the button that signs in. The page for accepting is reached from the mail.
  private func way(to step: Step, _ words: String) -> String {
    switch (step, oneClickURL) {
    case (.signIn, let url?), (.result, let url?):
      "<form method=\"post\" action=\"\(url)\(DevelopmentSession.signIn)\"><button>\(words)</button></form>"
    case (.signIn, nil), (.result, nil): "<a href=\"/clients\">\(words)</a>"
    case (.invite, _): "<a href=\"/clients?view=invite\">\(words)</a>"
    case (.openMail, _), (.accept, _): "<a href=\"/inbox\">\(words)</a>"
    case (.end, _): "<a href=\"/#app\">\(words)</a>"
    }
  }

  /// The step that comes next. It depends on the database, and not on who uses the browser, because anybody may.
  /// - Parameter isSignedIn: whether the browser has a session. Before the first invitation it can only be the
  ///   trainer's.
  func next(at path: String, isSignedIn: Bool = false) -> Step? {
    guard hasSteps else { return nil }
    if ["/invite", "/accept"].contains(path) { return .accept }
    guard let counts = try? invitationCounts() else { return nil }
    let isOfTrainer = ["/clients", "/client"].contains(path)
    // Also while another invitation waits.
    if (counts["accepted"] ?? 0) > 0 { return isOfTrainer ? .end : .result }
    if path == "/account/next" { return .accept }
    if (counts["pending"] ?? 0) > 0 { return .openMail }
    return isSignedIn || isOfTrainer ? .invite : .signIn
  }

  private func invitationCounts() throws(Failure) -> [String: Int] {
    let environment = try operatorEnvironment()
    return try deciding { () throws(Problem) in
      try environment.read(.ofOperator("serve", environment)) { (decision) throws(Problem) in
        try decision.tables.report.invitationCounts()
      }
    }
  }

  private static let policy = "Content-Security-Policy"

  private static let style = """

    #development { display: flex; flex-wrap: wrap; justify-content: center; gap: 0 .75rem; max-width: none; margin-bottom: 1.5rem;
      background: #1b2733; color: #f2f5f8; box-shadow: 0 0 0 100vmax #1b2733; clip-path: inset(0 -100vmax);
      font: .875rem/1.25rem system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; }
    #development ol { display: flex; gap: 1.125rem; margin: 0; padding: 0; list-style: none; }
    #development li { margin: 0; padding: .75rem 0; color: #b4c0cc; }
    #development li[aria-current] { padding: 0; color: inherit; }
    #development form { margin: 0; }
    #development :is(a, button) { display: inline-block; width: auto; min-height: 0; margin: 0; padding: .75rem 0; border: 0; background: none;
      color: inherit; font: inherit; text-decoration: underline; cursor: pointer; }
    #development b { color: #7fd8ac; }
    #development :focus-visible { outline: 3px solid #9ec5ff; outline-offset: -3px; }
    @media (max-width: 479.98px) { #development li:not([aria-current]) { display: none; } }
    @media (max-width: 999.98px) { #development li:not([aria-current]) span { display: none; } }
    @media (min-width: 480px) { #development { gap: 0 1.5rem; } }
    @media print { #development { display: none; } }
    html > body { padding-top: 0; }

    """
}
