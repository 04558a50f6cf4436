import Domain
import Functions

extension Settings {
  /// The messages of `templates/messages`, each file read when something is first said in its language.
  public func messages() -> Messages {
    let cache = Cache()
    return Messages { (locale) throws(Problem) in
      if let known = cache.files[locale] { return known }
      let folder = try templatesDirectory + "/messages"
      let languages = LanguageTag(locale).chain + ["en"]
      guard let content = languages.lazy.compactMap({ try? readFile("\(folder)/\($0).json") }).first,
        let file = try? JSON(parsing: content)
      else {
        throw .misconfigured("TEMPLATES_DIR", "\(folder) has no messages in \(languages[0]), or they are not JSON")
      }
      cache.files[locale] = file
      return file
    }
  }

  private final class Cache { var files: [String: JSON] = [:] }
}
