// SPDX-License-Identifier: Apache-2.0

import Templates

/// The variables of each page's templates. Templates with other variables are refused, because they would have gaps.
enum PageVariables {
  private static let ofEveryPage =
    SharedVariables.names + ["app.appStoreID", "appLink", "direction", "action", "message"]
  private static let own: KeyValuePairs<String, [String]> = [
    "invite": [
      "isPending", "isExpired", "isAccepted", "isRevoked", "isSuperseded", "isUnknown", "inviter",
      "inviter.displayName", "inviter.branding", "inviter.branding.name", "inviter.branding.color",
      "inviter.branding.logoURL", "client", "client.name", "expiresOn",
    ],
    "verify-email": [
      "isAsked", "isDone", "isConfirmed", "isDeleted", "isDropped", "isUsed", "isExpired", "isTaken", "isIncomplete",
      "isNewAddress", "code", "email", "account", "account.email",
    ],
    "guardian": [
      "isPending", "isAgreed", "isRefused", "isWithdrawn", "isNotNeeded", "isUsed", "isClosed", "isIncomplete", "code",
      "days", "deletedOn", "account", "account.displayName", "account.email",
    ],
    "reset-password": [
      "isAsked", "isDone", "isUsed", "isExpired", "isIncomplete", "code", "email", "hasErrors", "fieldErrors",
      "password",
      "password.minLength", "password.upper", "password.lower", "password.letter", "password.digit", "password.symbol",
      "password.denyCommon",
    ],
    "restore-account": [
      "isAsked", "isInApp", "isDone", "isUsed", "isExpired", "isClosed", "isIncomplete", "code", "deletesOn", "account",
      "account.displayName", "account.email",
    ],
    "sign-in-code": ["isShown", "isIncomplete", "code"],
    "unsubscribe": ["isAsked", "isDone", "isIncomplete", "token", "email"],
    "error": ["isNotFound", "isLimited", "isLater", "isOther"],
  ]

  static var pages: [String] { own.map(\.key) }

  static func names(of page: String) -> [String] { ofEveryPage + (own.first { $0.key == page }?.value ?? []) }

  /// The variables of the layout and the partials, which all pages share.
  static let ofAnyPage = ofEveryPage + own.flatMap(\.value)
}
