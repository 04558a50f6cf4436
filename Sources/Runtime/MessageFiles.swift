import Domain
import Functions

extension Settings {
  /// The messages of `templates/messages`, each file read when something is first said in its language.
  /// - Parameter wording: the policy's own, by language and code; it goes before the file's.
  public func messages(wording: JSON = [:]) -> Messages {
    let cache = Cache()
    return Messages { (locale) throws(Problem) in
      if let known = cache.files[locale] { return known }
      let folder = try templatesDirectory + "/messages"
      let languages = LanguageTag(locale).chain + ["en"]
      let own = languages.lazy.compactMap { wording[$0] }.first ?? [:]
      guard let content = languages.lazy.compactMap({ try? readFile("\(folder)/\($0).json") }).first,
        let file = try? JSON(parsing: content)
      else {
        throw .misconfigured("TEMPLATES_DIR", "\(folder) has no messages in \(languages[0]), or they are not JSON")
      }
      let messages = file.merging(["errors": (file["errors"] ?? [:]).merging(own)])
      cache.files[locale] = messages
      return messages
    }
  }

  private final class Cache { var files: [String: JSON] = [:] }
}
