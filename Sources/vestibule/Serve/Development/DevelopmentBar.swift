// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Identity
import NIOCore
import NIOHTTP1
import Runtime

/// A thin bar at the top of all pages of development, those of the functions included: which step of the overview
/// comes next, and the ways to the overview and the inbox. The functions' answers do not have it.
struct DevelopmentBar {
  /// The steps of the overview.
  enum Step: Int, CaseIterable {
    case signIn = 1
    case invite, openMail, accept, result

    var title: String {
      switch self {
      case .signIn: "Be the trainer"
      case .invite: "Invite somebody"
      case .openMail: "Open the mail"
      case .accept: "Accept the invitation"
      case .result: "See the result"
      }
    }
  }

  let hasInbox: Bool
  /// Whether the overview has all steps.
  let hasSteps: Bool

  /// The answer with the bar, if it is a page.
  func added(to answer: WebAnswer, at path: String) -> WebAnswer {
    guard answer.headers.first(name: "content-type")?.hasPrefix("text/html") == true else { return answer }
    var page = String(buffer: answer.body)
    guard let body = page.firstRange(of: "<body")?.upperBound, let tagEnd = page[body...].firstIndex(of: ">") else {
      return answer
    }
    page.insert(contentsOf: "\n<style>\(Self.style)</style>\n\(html(at: path))", at: page.index(after: tagEnd))
    var answer = answer
    answer.body = ByteBuffer(string: page)
    if let policy = answer.headers.first(name: Self.policy), !policy.contains("'unsafe-inline'") {
      let hash = "'sha256-\(sha256(Array(Self.style.utf8)).base64Text)'"
      answer.headers.replaceOrAdd(
        name: Self.policy, value: policy.replacing("style-src ", with: "style-src \(hash) ", maxReplacements: 1))
    }
    return answer
  }

  private func html(at path: String) -> String {
    let next = step(at: path).map { step in
      "<span><span>Step </span>\(step.rawValue)<span> of \(Step.allCases.count)</span>: \(step.title)</span>\n"
    }
    let inbox = hasInbox ? "<a href=\"/inbox\">Inbox</a>\n" : ""
    return
      "<nav id=\"development\" aria-label=\"Development\">\n\(next ?? "")\(inbox)<a href=\"/\">Overview</a>\n</nav>\n"
  }

  /// The step that comes next. It depends on what is in the database, because a browser may be anybody's.
  private func step(at path: String) -> Step? {
    guard hasSteps else { return nil }
    if ["/invite", "/accept", "/account/next"].contains(path) { return .accept }
    guard let counts = try? invitationCounts() else { return nil }
    if (counts["pending"] ?? 0) > 0 { return .openMail }
    if (counts["accepted"] ?? 0) > 0 { return .result }
    return ["/clients", "/client", "/inbox"].contains(path) ? .invite : .signIn
  }

  private func invitationCounts() throws(Failure) -> [String: Int] {
    let environment = try operatorEnvironment()
    return try deciding { () throws(Problem) in
      try environment.read(.ofOperator("serve", environment)) { (decision) throws(Problem) in
        try decision.transaction.report.invitationCounts()
      }
    }
  }

  private static let policy = "Content-Security-Policy"

  private static let style = """

    #development { display: flex; flex-wrap: wrap; justify-content: center; gap: 0 .75rem; max-width: none; margin-bottom: 1.5rem;
      background: #1b2733; color: #f2f5f8; box-shadow: 0 0 0 100vmax #1b2733; clip-path: inset(0 -100vmax);
      font: .875rem/1.25rem system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; }
    #development > * { display: inline-block; padding: .75rem 0; color: inherit; }
    #development :focus-visible { outline: 3px solid #9ec5ff; outline-offset: -3px; }
    @media (max-width: 479.98px) { #development > * > span { display: none; } }
    @media (min-width: 480px) { #development { gap: 0 1.5rem; } }
    @media print { #development { display: none; } }
    html > body { padding-top: 0; }

    """
}
