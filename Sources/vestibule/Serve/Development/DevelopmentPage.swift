// SPDX-License-Identifier: Apache-2.0

import Identity
import NIOHTTP1

/// A page for development. Its only script copies what is copied often (`data-copy`), and nothing needs it.
struct DevelopmentPage {
  var status = 200
  let title: String
  let content: String
  /// Whether it is as wide as the window.
  var isWide = false
  /// After how many seconds the browser loads the page again; nil for never.
  var refreshSeconds: Int? = nil

  init(title: String, content: String, isWide: Bool = false, refreshSeconds: Int? = nil) {
    (self.title, self.content, self.isWide, self.refreshSeconds) = (title, content, isWide, refreshSeconds)
  }

  init(status: Int, reason: String) {
    self.status = status
    title = "\(status) \(HTTPResponseStatus(statusCode: status).reasonPhrase)"
    content = "<p>\(reason.html)</p>\n"
  }

  var answer: WebAnswer {
    WebAnswer(
      status: status, type: "text/html; charset=utf-8",
      """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width,initial-scale=1">
      <title>\(title.html)</title>
      <link rel="icon" href="\(Self.icon)">
      <style>\(Self.style)</style>
      </head>
      <body\(isWide ? " class=\"wide\"" : "")>
      <main>
      <h1>\(title.html)</h1>
      \(content)</main>
      \(copies ? "<script>\(Self.script)</script>\n" : "")</body>
      </html>

      """,
      headers: [
        ("Content-Security-Policy", copies ? Self.copyingPolicy : Self.policy),
        // With `no-referrer` browsers do not say which page has sent a form.
        ("Referrer-Policy", "origin"), ("X-Frame-Options", "DENY"),
      ] + (refreshSeconds.map { [("Refresh", String($0))] } ?? []))
  }

  private var copies: Bool { content.contains(" data-copy=\"") }

  /// Pages of other addresses than this machine's have no clipboard.
  private static let script = """

    for (const text of navigator.clipboard ? document.querySelectorAll("[data-copy]") : []) {
      const button = document.createElement("button");
      const say = (words) => { button.textContent = words; button.ariaLabel = `${words}: ${text.dataset.copy}`; };
      button.type = "button";
      button.className = "copy";
      say("Copy");
      button.addEventListener("click", async () => {
        await navigator.clipboard.writeText(text.textContent.trim());
        say("Copied");
        setTimeout(say, 2000, "Copy");
      });
      text.after(button);
    }

    """

  private static let copyingPolicy = "\(policy); script-src 'sha256-\(sha256(Array(script.utf8)).base64Text)'"

  /// Mails have inline styles and images, and a frame that is made of text has the policy of its page. Other frames are
  /// of this server. Its forms lead to the address that the cookies are of, also from `localhost`.
  private static let policy =
    "default-src 'none'; style-src 'unsafe-inline'; img-src http: https: data:; frame-src 'self'; form-action 'self' http://127.0.0.1:*; "
    + "base-uri 'none'; frame-ancestors 'none'"

  /// Like the icons of the app's pages.
  private static let icon =
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='4' "
    + "fill='%231a4fc4'/%3E%3Cpath d='M4 4l4 9 4-9' fill='none' stroke='%23fff' stroke-width='2'/%3E%3C/svg%3E"

  /// With the colors of the app's pages.
  private static let style = """

    :root { color-scheme: light dark; --page: #f3f5f8; --card: #ffffff; --line: #d5dce4; --edge: #66758a; --ink: #1b2733;
      --muted: #4b5a69; --link: #1a4fc4; --on-link: #ffffff; --good: #17704a; }
    @media (prefers-color-scheme: dark) {
      :root { --page: #0f1720; --card: #1b2530; --line: #3a4756; --edge: #8898a9; --ink: #f2f5f8; --muted: #b4c0cc;
        --link: #9bb4ea; --on-link: #0f1720; --good: #7fd8ac; }
    }
    * { box-sizing: border-box; }
    body { max-width: 860px; margin: 0 auto; padding: 24px 16px; background: var(--page); color: var(--ink);
      overflow-wrap: anywhere; font: 16px/24px system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; }
    h1 { font-size: 24px; line-height: 32px; } h2 { margin-top: 32px; font-size: 18px; }
    a { color: var(--link); } :focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
    pre { padding: 12px; border: 1px solid var(--line); border-radius: 8px; background: var(--card); white-space: pre-wrap;
      font: 14px/20px ui-monospace, Menlo, Consolas, monospace; }
    dt { margin-top: 12px; font-weight: 600; } dd { margin: 0; }
    .mails { padding: 0 20px; list-style: none; } .mails li + li { border-top: 1px solid var(--line); }
    .mails li { display: flex; flex-wrap: wrap; gap: 0 16px; align-items: center; } .mails li > a { flex: 1 1 280px; }
    .mails a { display: block; padding: 12px 0; font-weight: 600; text-decoration: none; } .mails a:hover { text-decoration: underline; }
    .mails span { font-weight: 400; display: block; color: var(--muted); font-size: 14px; line-height: 20px; }
    a[aria-current] { color: var(--ink); font-weight: 600; text-decoration: none; }
    .card { padding: 20px; } .card, .mails { border: 1px solid var(--line); border-radius: 12px; background: var(--card);
      box-shadow: 0 1px 2px rgb(15 23 32 / 4%), 0 8px 24px rgb(15 23 32 / 5%); }
    .card pre { background: var(--page); }
    .card h2 { margin-top: 0; } .card > :last-child { margin-bottom: 0; }
    .facts { display: grid; align-items: baseline; grid-template-columns: max-content 1fr; gap: 4px 16px; } .facts dt { margin: 0; font-weight: 400; }
    .cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(220px, 1fr)); gap: 16px; padding: 0; list-style: none; }
    .cards li { position: relative; } .cards a { font-weight: 600; text-decoration: none; }
    .cards a::after { content: ""; position: absolute; inset: 0; border-radius: 12px; } .cards li:hover a { text-decoration: underline; }
    .cards a:focus-visible { outline: 0; } .cards a:focus-visible::after { outline: 3px solid var(--link); outline-offset: 2px; }
    .cards span { display: block; color: var(--muted); font-size: 14px; line-height: 20px; }
    .steps { margin: 0; padding: 0; counter-reset: step; list-style: none; }
    .steps > li { position: relative; padding: 0 0 16px 44px; counter-increment: step; }
    .steps > li::before { content: counter(step); position: absolute; left: 0; top: -2px; width: 28px; height: 28px;
      border: 1px solid var(--edge); border-radius: 14px; color: var(--muted); font-weight: 600; line-height: 26px; text-align: center; }
    .steps > .next::before { border-color: var(--link); background: var(--link); color: var(--on-link); }
    .steps > .done::before { border-color: var(--good); background: var(--good); color: var(--on-link); content: "\\2713"; content: "\\2713" / "Done"; }
    .steps > li:last-child { padding-bottom: 0; } .steps p { margin: 8px 0; } .steps .facts { margin: 4px 0 0; }
    .button { display: inline-block; min-height: 44px; padding: 8px 20px; border: 0; border-radius: 8px; background: var(--link);
      color: var(--on-link); font: inherit; font-weight: 600; text-decoration: none; cursor: pointer; }
    .plain { border: 1px solid var(--edge); background: none; color: var(--link); }
    form { margin: 8px 0; } summary { padding: 10px 0; color: var(--link); font-weight: 600; cursor: pointer; }
    .steps summary { font-weight: 400; font-size: 14px; line-height: 20px; }
    .pages { display: grid; grid-template-columns: minmax(120px, 180px) 1fr; gap: 4px 24px; }
    .pages dt { margin: 0; font-weight: 400; }
    @media (max-width: 560px) { .pages { display: block; } .pages dd { margin-bottom: 12px; } }
    code { user-select: all; font: 15px ui-monospace, Menlo, Consolas, monospace; }
    .copy { min-height: 32px; margin-inline-start: 8px; padding: 2px 12px; border: 1px solid var(--edge); border-radius: 8px;
      background: var(--card); color: var(--link); font: 14px/20px system-ui, sans-serif; cursor: pointer; }
    .copy:hover { border-color: var(--link); }
    .copied { position: relative; } .copied .copy { position: absolute; top: 8px; right: 8px; }
    .copied pre { padding-top: 44px; overflow-x: auto; white-space: pre; }
    @media (min-width: 561px) { .copied pre { padding: 12px 88px 12px 12px; } }
    .lead { margin: 4px 0 20px; color: var(--muted); }
    body.wide { max-width: 1344px; } figure { margin: 0; } figcaption { padding: 4px 0; }
    h2, h3, figure { scroll-margin-top: 64px; } .frames { scroll-margin-top: 140px; } h3 { margin: 32px 0 0; font-size: 16px; }
    .choices { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: 4px 28px; margin: 0 -16px 16px;
      padding: 12px 16px; border-bottom: 1px solid var(--line); background: var(--page); }
    .choices span { display: inline-flex; gap: 12px; }
    .index { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(280px, 100%), 1fr)); gap: 4px 32px; margin: 0; }
    .index a { white-space: nowrap; } .index a, .choices a, figcaption a { display: inline-block; line-height: 24px; }
    .frames { display: grid; gap: 24px; align-items: end; }
    .frames.phone { grid-template-columns: repeat(auto-fill, minmax(min(390px, 100%), 1fr)); }
    .frames figure { overflow-x: auto; }
    .theme { border-top: 1px solid var(--line); } .theme > .frames { padding: 8px 0 32px; }
    .theme h3 { display: inline; } .theme summary span { color: var(--muted); font-weight: 400; font-size: 14px; }
    .colors { display: flex; flex-wrap: wrap; gap: 16px; }
    .colors section { flex: 1 1 280px; max-width: 420px; padding: 16px 20px; border: 1px solid var(--line); border-radius: 12px; }
    .colors h3 { margin: 0; } .colors ul { margin: 0; padding: 0; list-style: none; }
    .colors li { display: flex; gap: 12px; align-items: center; margin-top: 12px; } .colors i { width: 32px; height: 32px; border-radius: 8px; }
    .colors span:last-child { margin-inline-start: auto; }
    iframe { width: 100%; height: 80vh; border: 1px solid var(--line); border-radius: 8px; background: var(--page); }
    .phone iframe { width: 390px; max-width: 100%; height: 700px; } .desktop iframe { width: 1280px; height: 760px; }

    """
}

extension String {
  /// The text in HTML, also as the value of an attribute.
  var html: String {
    var escaped = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#x27;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
