// SPDX-License-Identifier: Apache-2.0

import Domain

extension Settings {
  /// The messages of `templates/messages`. Each file is read when its language is first used.
  /// - Parameter wording: the policy's own texts, by language and code. They take precedence over the file's.
  package func messages(wording: JSON = [:]) -> Messages {
    let cache = Cache()
    return Messages { (locale) throws(Problem) in
      if let known = cache.files[locale] { return known }
      let folder = try templatesDirectory + "/messages"
      let languages = LanguageTag(locale).chain + ["en"]
      let own = languages.compactMap { wording[$0] }.first ?? [:]
      // A loop, because `first` of a lazy map would read the file twice.
      var content: [UInt8]?
      for language in languages where content == nil { content = try? readFile("\(folder)/\(language).json") }
      guard let content, let file = try? JSON(parsing: content) else {
        throw .misconfigured("TEMPLATES_DIR", "\(folder) has no messages in \(languages[0]), or they are not JSON")
      }
      let messages = file.merging([
        "errors": (file["errors"] ?? [:]).merging(own), "push": (file["push"] ?? [:]).merging(pushTexts(in: own)),
      ])
      cache.files[locale] = messages
      return messages
    }
  }

  /// The policy's own texts of push messages, whose codes begin with `push/`.
  private func pushTexts(in own: JSON) -> JSON {
    let prefix = "push/"
    let texts = (own.members?.pairs ?? []).filter { $0.name.hasPrefix(prefix) }
    return .object(JSON.Members(texts.map { (name: String($0.name.dropFirst(prefix.count)), value: $0.value) }))
  }

  private final class Cache { var files: [String: JSON] = [:] }
}
