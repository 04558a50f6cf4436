// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions

extension HTMLPage {
  /// The page if the policy or the templates cannot be read, in the person's language. It says only that something is
  /// wrong.
  /// - Parameter status: that of the result. What was granted, or refused with a reason, is unavailable without its
  ///   page.
  static func unrendered(_ status: Int, _ language: LanguageTag) -> HTMLPage {
    var page = withoutTemplates(status < 500 ? 503 : status, language)
    page.isRendered = false
    return page
  }

  /// The page of an error that no function has answered, in one of the languages of this package.
  package static func withoutTemplates(_ status: Int, acceptLanguage: String?) -> HTMLPage {
    withoutTemplates(status, .best(for: acceptLanguage, among: LanguageTag.included))
  }

  private static func withoutTemplates(_ status: Int, _ language: LanguageTag) -> HTMLPage {
    HTMLPage(status, html(status < 500 ? refusal(status, language) : failure(language)))
  }

  private typealias Words = (tag: String, heading: String, text: String, again: String)

  private static func html(_ words: Words) -> String {
    let (tag, heading, text, again) = words
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

  private static func failure(_ language: LanguageTag) -> Words {
    switch language.chain.last {
    case "de":
      ("de", "Bei uns ist etwas schiefgegangen", "Bitte versuch es später noch einmal.", "Noch einmal versuchen")
    case "es": ("es", "Algo ha fallado por nuestra parte", "Inténtalo de nuevo más tarde.", "Intentarlo de nuevo")
    default: ("en", "Something isn’t right on our side", "Please try again later.", "Try again")
    }
  }

  private static func refusal(_ status: Int, _ language: LanguageTag) -> Words {
    switch (language.chain.last, status) {
    case ("de", 404): ("de", "Diese Seite gibt es nicht", "Bitte prüfe die Adresse.", "Neu laden")
    case ("es", 404): ("es", "Esta página no existe", "Comprueba la dirección.", "Volver a cargar")
    case (_, 404): ("en", "This page doesn’t exist", "Please check the address.", "Reload")
    case ("de", 413):
      ("de", "Das ist zu groß", "Geh zurück und wähle eine kleinere Datei oder einen kürzeren Text.", "Neu laden")
    case ("es", 413):
      ("es", "Es demasiado grande", "Vuelve atrás y elige un archivo o un texto más pequeño.", "Volver a cargar")
    case (_, 413): ("en", "That’s too large", "Go back and choose a smaller file or a shorter text.", "Reload")
    case ("de", _): ("de", "Das hat nicht geklappt", "Die Anfrage war nicht lesbar.", "Neu laden")
    case ("es", _): ("es", "No ha funcionado", "No se ha podido leer la solicitud.", "Volver a cargar")
    default: ("en", "That didn’t work", "The request couldn’t be read.", "Reload")
    }
  }
}
