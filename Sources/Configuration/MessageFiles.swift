// SPDX-License-Identifier: Apache-2.0

import Domain

extension Settings {
  /// The messages of `templates/messages`, each file read when something is first said in its language.
  /// - Parameter wording: the policy's own, by language and code; it goes before the file's.
  public func messages(wording: JSON = [:]) -> Messages {
    let cache = Cache()
    return Messages { (locale) throws(Problem) in
      if let known = cache.files[locale] { return known }
      let folder = try templatesDirectory + "/messages"
      let languages = LanguageTag(locale).chain + ["en"]
      let own = languages.compactMap { wording[$0] }.first ?? [:]
      // `first` of what is lazily mapped would map it twice: here, read the file.
      var content: [UInt8]?
      for language in languages where content == nil { content = try? readFile("\(folder)/\(language).json") }
      guard let content, let file = try? JSON(parsing: content) else {
        throw .misconfigured("TEMPLATES_DIR", "\(folder) has no messages in \(languages[0]), or they are not JSON")
      }
      let messages = file.merging(["errors": (file["errors"] ?? [:]).merging(own)])
      cache.files[locale] = messages
      return messages
    }
  }

  private final class Cache { var files: [String: JSON] = [:] }
}
