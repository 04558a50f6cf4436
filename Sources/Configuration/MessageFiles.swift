// SPDX-License-Identifier: Apache-2.0

import Domain

extension Settings {
  /// The messages of `templates/messages`. Each file is read when its language is first used, and each section parsed
  /// when it is first used.
  /// - Parameter wording: the policy's own texts, by language and code. They take precedence over the file's.
  package func messages(wording: JSON = [:]) -> Messages {
    let cache = Cache()
    return Messages { (locale, section) throws(Problem) in
      let key = "\(locale)/\(section.rawValue)"
      if let known = cache.sections[key] { return known }
      let folder = try templatesDirectory + "/messages"
      let languages = LanguageTag(locale).chain + ["en"]
      let own = languages.compactMap { wording[$0] }.first ?? [:]
      let content = cache.files[locale] == nil ? try firstFile(in: folder, of: languages) : nil
      let texts: JSON
      do throws(JSONSyntaxError) {
        if cache.files[locale] == nil { cache.files[locale] = try JSON.unparsedMembers(of: content ?? []) }
        let unparsed = cache.files[locale]?.first { $0.name == section.rawValue }?.text
        texts = if let unparsed { try JSON(parsing: Array(unparsed)) } else { [:] }
      } catch {
        throw .misconfigured("TEMPLATES_DIR", "\(folder) has no messages in \(languages[0]), or they are not JSON")
      }
      let messages: JSON =
        switch section {
        case .errors: texts.merging(own.without("role/"))
        case .push: texts.merging(own.beginning(with: "push/"))
        case .roles: texts.merging(own.beginning(with: "role/"))
        case .results, .dates, .months: texts
        }
      cache.sections[key] = messages
      return messages
    }
  }

  private func firstFile(in folder: String, of languages: [String]) throws(Problem) -> [UInt8]? {
    for language in languages {
      let path = "\(folder)/\(language).json"
      do { return try readFile(path) } catch {
        if error.isPassing { throw error.problem("TEMPLATES_DIR", path) }
      }
    }
    return nil
  }

  private final class Cache {
    /// The unparsed sections, by language.
    var files: [String: [(name: String, text: ArraySlice<UInt8>)]] = [:]
    /// By language and section.
    var sections: [String: JSON] = [:]
  }
}

/// The policy's own texts, by code.
extension JSON {
  /// The texts whose codes begin with a prefix, such as `push/`, without it.
  fileprivate func beginning(with prefix: String) -> JSON {
    let texts = (members?.pairs ?? []).filter { $0.name.hasPrefix(prefix) }
    return .object(JSON.Members(texts.map { (name: String($0.name.dropFirst(prefix.count)), value: $0.value) }))
  }

  fileprivate func without(_ prefix: String) -> JSON {
    .object(JSON.Members((members?.pairs ?? []).filter { !$0.name.hasPrefix(prefix) }.map { ($0.name, $0.value) }))
  }
}
