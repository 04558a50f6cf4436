// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions

extension HTMLPage {
  /// The page if the policy or the templates cannot be read, in the person's language. It says only that something is
  /// wrong.
  /// - Parameter status: that of the result. What was granted, or refused with a reason, is unavailable without its
  ///   page.
  static func unrendered(_ status: Int, _ language: LanguageTag) -> HTMLPage {
    var page = HTMLPage(status < 500 ? 503 : status, fallback(language))
    page.isRendered = false
    return page
  }

  private static func fallback(_ language: LanguageTag) -> String {
    let (tag, heading, text, again) = words(language)
    return """
      <!doctype html>
      <html lang="\(tag)" dir="ltr">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width,initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta name="referrer" content="no-referrer">
      <meta name="robots" content="noindex">
      <title>\(heading)</title>
      <style>
      body { max-width: 35rem; margin: 8vh auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; }
      main { padding: 2rem; border: 1px solid; border-radius: .75rem; }
      h1 { margin: 0 0 1rem; font-size: 1.5rem; }
      p { margin: 0 0 1rem; }
      </style>
      </head>
      <body>
      <main>
      <h1>\(heading)</h1>
      <p>\(text)</p>
      <p><a href="">\(again)</a></p>
      </main>
      </body>
      </html>

      """
  }

  private static func words(
    _ language: LanguageTag
  ) -> (tag: String, heading: String, text: String, again: String) {
    switch language.chain.last {
    case "de":
      ("de", "Bei uns ist etwas schiefgegangen", "Bitte versuch es später noch einmal.", "Noch einmal versuchen")
    case "es": ("es", "Algo ha fallado por nuestra parte", "Inténtalo de nuevo más tarde.", "Intentarlo de nuevo")
    default: ("en", "Something isn't right on our side", "Please try again later.", "Try again")
    }
  }
}
