// SPDX-License-Identifier: Apache-2.0

import Domain

extension TemplateFiles {
  /// The best available language of a template's words and its fallbacks, nearest first. Fallbacks are of the same
  /// language, so that a mail or page is in one language.
  package func languages(
    of name: String, _ folder: String, _ wanted: [String], default others: [String]
  ) throws(Problem) -> [String] {
    for languages in [wanted, others] {
      for language in languages where try has("\(folder)/\(name)/words.\(language).json") { return languages }
    }
    throw .misconfigured(
      "TEMPLATES_DIR",
      "there is no \(folder)/\(name)/words.\(wanted.first ?? "en").json, and none in a fallback language")
  }
}

extension Problem {
  /// The error of a file in the form that templates had earlier, one for each language: it would have no effect.
  /// - Parameter section: of `templates/README.md`.
  package static func formerTemplate(_ file: String, words: String, _ section: String) -> Problem {
    .misconfigured(
      "TEMPLATES_DIR",
      "\(file) has an earlier form: write the changed words to \(words), and remove it (templates/README.md, \(section))"
    )
  }
}
