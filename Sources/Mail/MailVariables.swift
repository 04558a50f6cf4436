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
  let path: String
  let text: String

  /// The names of its tags with the lines that they are in: of variables and sections, not of blocks and partials.
  private var names: [(name: String, line: Int)] {
    var found: [(String, Int)] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      for part in line.components(separatedBy: "{{").dropFirst() {
        guard let end = part.range(of: "}}") else { continue }
        let tag = part[..<end.lowerBound].trimmingCharacters(in: .whitespaces)
        guard let first = tag.first, !"!$<>/%=".contains(first) else { continue }
        let name = "#^&{".contains(first) ? String(tag.dropFirst()).trimmed : tag
        found.append((name, index + 1))
      }
    }
    return found
  }

  /// The partials that it wants.
  var partials: [String] {
    text.components(separatedBy: "{{>").dropFirst().compactMap { part in
      part.range(of: "}}").map { part[..<$0.lowerBound].trimmingCharacters(in: .whitespaces) }
    }
  }

  /// - Throws: `service/misconfigured` naming file and line of a variable that no mail of this kind has.
  func check(_ known: Set<String>) throws(Problem) {
    for (name, line) in names where name != "." && !known.contains(name) {
      // Inside of {{#app}} the name of a member stands alone.
      if known.contains(where: { $0.hasSuffix("." + name) }) { continue }
      throw .misconfigured("TEMPLATES_DIR", "\(path):\(line): {{\(name)}} is no variable of this mail")
    }
  }
}
