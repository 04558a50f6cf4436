// SPDX-License-Identifier: Apache-2.0

// The steps of the overview: one invitation, from both sides.

extension OverviewPage {
  private typealias Step = DevelopmentBar.Step

  /// - Parameter next: the step that comes next; nil if it is not known. Without an inbox there is only the first step.
  func start(next: DevelopmentBar.Step?) -> String {
    guard let admin else { return "" }
    let next = next ?? .signIn
    let items = (hasInbox ? Step.listed : [.signIn]).map { step in
      """
      \(begin(of: step, next: next))\(words(of: step, isNext: step == next))
      \(step == next ? button(for: step) : "")\(step == .signIn ? credentials(of: admin, next: next) : "")</li>

      """
    }
    return """
      <section class="card">
      <h2>Try it: one invitation, from both sides</h2>
      <ol class="steps">
      \(items.joined())</ol>
      </section>

      """
  }

  private func begin(of step: Step, next: Step) -> String {
    if step == next { return "<li class=\"next\" aria-current=\"step\">" }
    return step.rawValue < next.rawValue ? "<li class=\"done\">" : "<li>"
  }

  private func words(of step: Step, isNext: Bool) -> String {
    let title = step.title
    switch step {
    case .signIn:
      return hasOneClick
        ? "<b>\(title).</b> The button opens a new tab, signed in as the first admin."
        : "<b>\(title)</b>, in a new tab. It is the first admin's account. A click selects a value."
    case .invite: return "<b>\(title).</b> Any name and any address will do: nothing leaves this machine."
    case .openMail:
      let inbox = isNext ? "inbox" : "<a href=\"inbox\" target=\"_blank\">inbox</a>"
      let opening =
        hasOneClick
        ? "and choose \"Open as the recipient\". You are then the client; step 5 makes you the trainer again"
        : "and open its link in a private window"
      return "<b>\(title)</b> in the \(inbox), \(opening)."
    case .accept: return "<b>\(title)</b> in the browser."
    case .result: return "<b>\(title).</b> Sign in as the trainer again. The client's status is \"Accepted\"."
    case .end: return ""
    }
  }

  /// Only the next step has one, so that there is one thing to do.
  private func button(for step: Step) -> String {
    switch step {
    case .signIn, .result: hasOneClick ? oneClick("button") : link("Sign in", to: "clients")
    case .invite: link(addClient, to: "clients?view=invite")
    case .end: ""
    case .openMail, .accept: link("Open the inbox", to: "inbox")
    }
  }

  private func link(_ words: String, to page: String) -> String {
    "<p><a class=\"button\" href=\"\(page)\" target=\"_blank\">\(words.html)</a></p>\n"
  }

  private func oneClick(_ style: String) -> String {
    """
    <form method="post" action="\(url)\(DevelopmentSession.signIn)" target="_blank"><button class="\(style)">\
    Sign in as the trainer</button></form>

    """
  }

  /// What is typed where no click signs in. Behind the button it is out of the way, with a way back in: opening a mail
  /// as its recipient signs the trainer out.
  private func credentials(of admin: FirstAdmin, next: Step) -> String {
    let password =
      calls.password.map { "<code data-copy=\"Password\">\($0.html)</code>" }
      ?? "in the terminal of the server, and in <code>\(adminFile.html)</code>"
    let facts = """
      <dl class="facts"><dt>Email</dt><dd><code data-copy="Email">\(admin.email.html)</code></dd>\
      <dt>Password</dt><dd>\(password)</dd></dl>

      """
    guard hasOneClick else { return facts }
    let hasButton = next == .signIn || next == .result
    return """
      <details><summary>\(hasButton ? "Or type the email and the password" : "Sign in again")</summary>
      \(hasButton ? "" : oneClick("button plain"))\(facts)</details>

      """
  }
}
