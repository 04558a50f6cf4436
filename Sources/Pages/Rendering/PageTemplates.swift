// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain
import Functions
import Templates

/// The templates of pages: `pages/<page>/<locale>.html`, within `pages/layout.html`.
package struct PageTemplates {
  private let files: TemplateFiles
  private let languages: [String]

  /// - Parameter language: the person's language. Pages that do not exist in it are in the policy's first language.
  init(_ files: TemplateFiles, _ policy: Policy, _ language: LanguageTag) {
    self.files = files
    languages = language.chain + LanguageTag(policy.app.locales.first ?? "en").chain
  }

  /// Checks every page in every language of the policy.
  /// - Throws: `service/misconfigured` with file and line.
  package static func checkAll(_ settings: Settings, _ policy: Policy) throws(Problem) {
    let files = TemplateFiles(folders: try settings.templatesDirectories)
    for locale in policy.app.locales {
      let templates = PageTemplates(files, policy, LanguageTag(locale))
      for page in PageVariables.pages { try templates.check(page) }
    }
  }

  func check(_ page: String) throws(Problem) { try files.check(try file(page).path, Self.rules(of: page)) }

  func html(_ page: String, _ values: JSON) throws(Problem) -> String {
    let (path, language) = try file(page)
    let direction = Self.isRightToLeft(language) ? "rtl" : "ltr"
    let all = values.merging(["language": .string(language), "direction": .string(direction)])
    return try files.fill(path, Self.rules(of: page), all)
  }

  private func file(_ page: String) throws(Problem) -> (path: String, language: String) {
    for language in languages where files.has("pages/\(page)/\(language).html") {
      return ("pages/\(page)/\(language).html", language)
    }
    throw .misconfigured(
      "TEMPLATES_DIR", "there is no pages/\(page)/\(languages[0]).html, and none in a fallback language")
  }

  private static func rules(of page: String) -> TemplateRules {
    TemplateRules(
      what: "page", folder: "pages", variables: PageVariables.names(of: page), sharedVariables: PageVariables.ofAnyPage,
      allowsUnescaped: false)
  }

  private static func isRightToLeft(_ language: String) -> Bool {
    ["ar", "ckb", "dv", "fa", "he", "ps", "sd", "ug", "ur", "yi"].contains(language.prefix { $0 != "-" }.lowercased())
  }
}
