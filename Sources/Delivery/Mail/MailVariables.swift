// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Templates

/// The variables of a mail's templates, separated by spaces. Other names are errors, because they would be rendered as
/// empty text.
enum MailVariables {
  private static let ofEveryMail = SharedVariables.names
  private static let ofLinks = ["link offersApp"]
  private static let ofLinksIntoTheApp = ofLinks + ["appLink"]
  private static let ofSecurity = ofEveryMail + ofLinks + ["resetLink"]
  private static let ofInvitations = [
    "client client.name inviter inviter.displayName inviter.email inviter.id inviter.branding",
    "inviter.branding.name inviter.branding.color inviter.branding.logoURL expiresOn days isOneDay",
    "isForInvitee note unsubscribeLink",
  ]
  private static let ofAcceptances = ["client client.name client.email inviter inviter.displayName"]
  private static let ofAccounts = ["account account.displayName account.email"]
  private static let ofCodes = ["newEmail hours isOneHour"]
  private static let ofSignInCodes = ["code minutes"]
  private static let ofDevices = ["device device.name device.platform address"]
  private static let ofProviders = ["provider isPassword"]
  private static let ofFactors = ["factor factor.name"]

  static func names(of kind: OutboxMessage.Kind) -> [String] {
    switch kind {
    case .invitation, .resentInvitation, .reminder, .invitationSMS: ofEveryMail + ofLinksIntoTheApp + ofInvitations
    case .invitationAccepted, .clientLeft: ofEveryMail + ofLinks + ofAcceptances
    case .joinRequest:
      ofEveryMail + ofLinks + ofAccounts + ["inviter inviter.displayName joinLink joinLink.name"]
    case .joinAnswer: ofEveryMail + ofLinks + ofAccounts + ["inviter inviter.displayName isApproved when"]
    case .invitationDeclined: ofEveryMail + ofLinks + ofAcceptances + ["note"]
    case .invitationRequested: ofEveryMail + ofLinks + ofAcceptances
    case .verifyEmail, .resetPassword, .confirmEmailChange:
      ofEveryMail + ofLinks + ofAccounts + ofCodes + ["when code typedCode"]
    case .guardianRequest: ofEveryMail + ofLinks + ofAccounts + ofCodes + ["when"]
    case .signInCode: ofEveryMail + ofLinks + ofAccounts + ofSignInCodes + ["when"]
    case .accountDeletion: ofEveryMail + ofLinks + ofAccounts + ["when deletesOn"]
    case .accountClosed: ofEveryMail + ofAccounts + ["when deletesOn"]
    case .addressMoved: ofSecurity + ofAccounts + ["newEmail isLost when"]
    case .emailChangeNotice: ofSecurity + ofAccounts + ["newEmail when"]
    case .passwordChanged, .addressProven: ofSecurity + ofAccounts + ["when"]
    case .accountLocked: ofSecurity + ofAccounts + ["when minutes"]
    case .newDevice, .accountExported, .accountRestored: ofSecurity + ofAccounts + ofDevices + ["when"]
    case .newCountry: ofSecurity + ofAccounts + ofDevices + ["when country"]
    case .factorAdded, .factorRemoved: ofSecurity + ofAccounts + ofDevices + ofFactors + ["when"]
    case .providerAdded, .providerRemoved: ofSecurity + ofAccounts + ofDevices + ofProviders + ["when"]
    case .push, .webhook, .appleExchange, .appleRevocation: ofEveryMail
    }
  }

  /// The variables of the layout and the partials, which all mails share.
  static let ofAnyMail =
    ofEveryMail + ofLinksIntoTheApp + ofInvitations + ofAcceptances + ofAccounts + ofCodes + ofSignInCodes + ofDevices
    + ofProviders + ofFactors + ["when typedCode resetLink country deletesOn isLost joinLink joinLink.name isApproved"]

  /// Those whose values people or their devices have given.
  static let ofPeople = [
    "client.name", "client.email", "inviter.displayName", "inviter.email", "inviter.branding.name",
    "account.displayName", "account.email", "newEmail", "device.name", "device.platform", "address", "country",
    "factor.name", "joinLink.name",
  ]
}
