// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain
import Functions
import Templates

/// The templates of pages: the structure `pages/<page>/structure.html`, within `pages/layout.html`, and the words of
/// each language, `pages/<page>/words.<locale>.json`.
package struct PageTemplates {
  private let files: TemplateFiles
  private let wanted: [String]
  private let others: [String]
  private let policy: Policy

  /// - Parameter language: the person's language. Pages that do not exist in it are in the policy's first language.
  init(_ files: TemplateFiles, _ policy: Policy, _ language: LanguageTag) {
    self.files = files
    self.policy = policy
    wanted = language.chain
    others = LanguageTag(policy.app.locales.first ?? "en").chain
  }

  /// Checks every page in every language of the policy.
  /// - Throws: `service/misconfigured` with file and line.
  package static func checkAll(_ settings: Settings, _ policy: Policy) throws(Problem) {
    let files = TemplateFiles(folders: try settings.templatesDirectories)
    for locale in policy.app.locales {
      let templates = PageTemplates(files, policy, LanguageTag(locale))
      for page in PageVariables.templates { try templates.check(page) }
    }
  }

  func check(_ page: String) throws(Problem) { _ = try files.page(page, Self.rules(of: page), try languages(of: page)) }

  func html(_ page: String, _ values: JSON) throws(Problem) -> String {
    let languages = try languages(of: page)
    var language = languages[0]
    for candidate in languages where try files.has("pages/\(page)/words.\(candidate).json") {
      language = candidate
      break
    }
    let texts = Self.texts(page, values, policy, language)
    let direction = Self.isRightToLeft(language) ? "rtl" : "ltr"
    let all = values.merging(["language": .string(language), "direction": .string(direction), "texts": texts])
    return try files.page(page, Self.rules(of: page), languages).fill(all)
  }

  /// The pages about one client and their invitation have the texts of the list.
  private static let pagesOfTexts = ["client": "clients", "resend": "clients"]

  /// The texts that all pages with a new password have.
  private static let rulesForPasswords = "password"

  /// The policy's texts of the page; headline and subtext only of the section with which it begins. `{app}`,
  /// `{inviter}` and `{email}` are replaced. The parts of each keep the name of a person apart, whose direction may be
  /// another one. `namesInviter` is true if the headline has that name.
  private static func texts(_ page: String, _ values: JSON, _ policy: Policy, _ language: String) -> JSON {
    func own(_ page: String) -> [(name: String, value: JSON)] {
      LanguageTag(language).chain.lazy.compactMap { policy.texts[$0]?[page]?.members?.pairs }.first ?? []
    }
    let own = own(pagesOfTexts[page] ?? page) + own(Self.rulesForPasswords)
    guard !own.isEmpty else { return .null }
    let isBeginning = PageVariables.beginning(of: page).map { values[$0] == true } ?? false
    let names = [
      "app": policy.app.name, "inviter": values["inviter"]?["displayName"]?.string ?? "",
      "email": (values["account"]?["email"] ?? values["email"])?.string ?? "",
    ]
    var texts = JSON.Members()
    for (name, text) in own
    where isBeginning || !["headline", "subtext"].contains(name) {
      texts[name] = .string((text.string ?? "").filled(with: names))
      if name == "headline", text.string?.contains("{inviter}") == true { texts["namesInviter"] = true }
      texts["\(name)Parts"] = .array(
        (text.string ?? "").placeholderParts.map { part in
          switch part {
          case .text(let plain): ["plain": .string(plain)]
          case .name("inviter"): ["person": .string(names["inviter"] ?? "")]
          case .name(let name): ["plain": .string(names[name] ?? "")]
          }
        })
    }
    return .object(texts)
  }

  private func languages(of page: String) throws(Problem) -> [String] {
    try refuseFormerFiles(of: page)
    return try files.languages(of: page, "pages", wanted, default: others)
  }

  /// - Throws: `service/misconfigured` if an app's own folder has files in the form that pages had earlier, one for
  ///   each language, because they would have no effect.
  private func refuseFormerFiles(of page: String) throws(Problem) {
    for folder in files.ownFolders {
      for language in wanted + others {
        let file = "\(folder)/pages/\(page)/\(language).html"
        guard try !files.exists(file) else {
          throw .formerTemplate(file, words: "pages/\(page)/words.\(language).json", "Pages")
        }
      }
      // The larger pages had their structure among the partials.
      let file = "\(folder)/pages/partials/\(page).html"
      guard try !files.exists(file) else {
        throw .misconfigured(
          "TEMPLATES_DIR",
          "\(file) has an earlier place: move it to pages/\(page)/structure.html (templates/README.md, Pages)")
      }
    }
  }

  private static func rules(of page: String) -> TemplateRules {
    TemplateRules(
      what: "page", folder: "pages", variables: PageVariables.names(of: page), layoutVariables: PageVariables.ofLayout,
      sharedVariables: PageVariables.ofAnyPage, allowsUnescaped: false, isolatedVariables: ofPeople,
      wordsOfTitles: ["heading"])
  }

  /// Variables of words whose values people have entered (`TemplateRules.isolatedVariables`).
  private static let ofPeople = [
    "account.displayName", "account.email", "client.name", "inviter.displayName", "linkName", "recipient", "email",
    "suggestion", "lineSuggestion", "typed",
  ]

  private static func isRightToLeft(_ language: String) -> Bool {
    ["ar", "ckb", "dv", "fa", "he", "ps", "sd", "ug", "ur", "yi"].contains(language.prefix { $0 != "-" }.lowercased())
  }
}
