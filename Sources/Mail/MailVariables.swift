import Domain
import Foundation
import Functions

/// What a mail's templates may speak of. A name that nothing fills would leave a hole in a mail that somebody reads.
enum MailVariables {
  static let ofEveryMail: Set<String> = [
    "app", "app.name", "app.tagline", "app.urlScheme", "app.appStoreURL", "app.playStoreURL", "app.supportEmail",
    "language",
  ]
  private static let ofLinks: Set<String> = ["link", "appLink", "offersApp"]
  private static let ofInvitations: Set<String> = [
    "client", "client.name", "inviter", "inviter.displayName", "inviter.email", "inviter.id", "expiresOn", "days",
    "isOneDay", "note", "unsubscribeLink",
  ]
  private static let ofAccounts: Set<String> = ["account", "account.displayName", "account.email"]
  private static let ofCodes: Set<String> = ["newEmail", "hours", "isOneHour"]

  static func names(of kind: OutboxMail.Kind) -> Set<String> {
    let own: Set<String> =
      switch kind {
      case .invitation, .resentInvitation, .reminder, .invitationSMS: ofLinks.union(ofInvitations)
      case .invitationAccepted: ["client", "client.name", "client.email", "inviter", "inviter.displayName"]
      case .verifyEmail, .resetPassword, .confirmEmailChange: ofLinks.union(ofAccounts).union(ofCodes)
      case .emailChangeNotice: ofAccounts.union(["newEmail", "when"])
      case .passwordChanged, .guardianNotice: ofAccounts.union(["when"])
      case .newDevice: ofAccounts.union(["when", "device", "device.name", "device.platform", "address"])
      case .providerAdded: ofAccounts.union(["when", "provider"])
      case .webhook: []
      }
    return own.union(ofEveryMail)
  }

  /// What the layout and partials may speak of: they serve every mail.
  static let ofAnyMail = OutboxMail.Kind.allCases.reduce(into: Set<String>()) { $0.formUnion(names(of: $1)) }
}

/// A template's text, looked at before it is used.
struct TemplateSource {
  private let path: String
  private let tags: [Tag]

  private struct Tag {
    /// What it is, such as `#` of a section's beginning; nil for a variable.
    let sign: Character?
    let name: String
    let line: Int
  }

  /// - Throws: `service/misconfigured` naming file and line of a tag that does not end on its line.
  init(path: String, text: String) throws(Problem) {
    self.path = path
    tags = try Self.tags(of: text, path)
  }

  /// A template's tags in their order.
  private static func tags(of text: String, _ path: String) throws(Problem) -> [Tag] {
    var tags: [Tag] = []
    var isInComment = false
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      var parts = line.components(separatedBy: "{{")[...]
      if isInComment {
        guard line.contains("}}") else { continue }
        isInComment = false
      }
      parts = parts.dropFirst()
      for part in parts {
        guard let end = part.range(of: "}}") else {
          isInComment = part.hasPrefix("!")
          if isInComment { continue }
          throw wrong(path, index + 1, "{{\(part.prefix(20)) is not closed")
        }
        let tag = part[..<end.lowerBound].trimmingCharacters(in: .whitespaces)
        let sign = tag.first.flatMap { "!$<>/%=#^&{".contains($0) ? $0 : nil }
        tags.append(Tag(sign: sign, name: sign == nil ? tag : String(tag.dropFirst()).trimmed, line: index + 1))
      }
    }
    return tags
  }

  private static func wrong(_ path: String, _ line: Int, _ what: String) -> Problem {
    .misconfigured("TEMPLATES_DIR", "\(path):\(line): \(what)")
  }

  /// The partials that it wants, and what it fills the blocks of.
  var takenIn: [String] { tags.filter { $0.sign == ">" || $0.sign == "<" }.map(\.name) }

  /// - Throws: `service/misconfigured` naming file and line of a variable that no mail of this kind has, or of a section
  ///   that does not end where it should.
  func check(_ known: Set<String>) throws(Problem) {
    func wrong(_ line: Int, _ what: String) -> Problem { Self.wrong(path, line, what) }
    for tag in tags where tag.name != "." && tag.sign.map({ "#^&{".contains($0) }) ?? true {
      // Inside of {{#app}} the name of a member stands alone.
      if known.contains(tag.name) || known.contains(where: { $0.hasSuffix("." + tag.name) }) { continue }
      throw wrong(tag.line, "{{\(tag.name)}} is no variable of this mail")
    }
    // With other delimiters it would not be these tags.
    if let tag = tags.first(where: { $0.sign == "=" }) { throw wrong(tag.line, "other delimiters are not known here") }
    var open: [Tag] = []
    for tag in tags {
      switch tag.sign {
      case "#", "^", "<", "$": open.append(tag)
      case "/":
        guard let section = open.popLast() else { throw wrong(tag.line, "{{/\(tag.name)}} ends nothing") }
        guard section.name == tag.name else {
          throw wrong(
            tag.line, "{{/\(tag.name)}} should be {{/\(section.name)}}, which ends that of line \(section.line)")
        }
      default: break
      }
    }
    if let section = open.last { throw wrong(section.line, "{{\(section.sign!)\(section.name)}} has no end") }
  }
}
