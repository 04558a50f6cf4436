import Domain
import Functions

extension Settings {
  /// The messages of `templates/messages`, each file read when something is first said in its language.
  public func messages() -> Messages {
    let cache = Cache()
    return Messages { (locale) throws(Problem) in
      if let known = cache.files[locale] { return known }
      let path = try templatesDirectory + "/messages/\(locale).json"
      guard let content = try? readFile(path), let file = try? JSON(parsing: content) else {
        throw .misconfigured("TEMPLATES_DIR", "\(path) is missing or not JSON")
      }
      cache.files[locale] = file
      return file
    }
  }

  private final class Cache { var files: [String: JSON] = [:] }
}
