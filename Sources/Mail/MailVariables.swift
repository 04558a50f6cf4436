import Domain
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
