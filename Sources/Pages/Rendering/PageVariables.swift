// SPDX-License-Identifier: Apache-2.0

import Functions
import Templates

/// The pages with their own templates, and the variables that all of them have. A page declares its own
/// (`PageFunction.variables`). Templates with other variables are refused, because they would have gaps.
enum PageVariables {
  private static let ofEveryPage =
    SharedVariables.names + [
      "app.appStoreID appLink direction action message base formToken ownQuery isSignedIn refreshURL isOfInviter",
      "isWide hasMenu isInviter isInvitee zoneName asksTimeZone at at.clients at.workouts at.members at.account",
      "hasOtherWays isDesktop",
      "icon texts texts.headline texts.headlineParts texts.subtext texts.subtextParts plain person",
      "texts.addButton texts.sendButton texts.resendButton texts.sentStatus texts.pendingStatus",
      "texts.linkSent texts.verifiedButton texts.namesInviter",
    ]
  /// What the layout and the partials of every page ask of them.
  static let ofLayout = [
    "isDone isList hasClients hasMembers hasErrors form form.return form.as form.code isShownAtField",
    RefusedFields.names,
  ]
  /// Of pages with a field for a new password.
  static let ofPasswords = [
    "password password.minLength password.upper password.lower password.letter password.digit",
    "password.symbol password.denyCommon texts.lengthRule texts.upperRule texts.lowerRule texts.letterRule",
    "texts.digitRule texts.symbolRule texts.commonRule",
  ]

  private static var pages: [any PageFunction.Type] {
    [
      AcceptPage.self, AccountDataPage.self, AccountPage.self, ClientPage.self, ClientsPage.self, DeclinePage.self,
      ErrorPage.self, GuardianPage.self, InvitePage.self, JoinPage.self, MembersPage.self, NextPage.self,
      NotMePage.self,
      OauthCallback.self, RequestPage.self, ResendPage.self, ResetPasswordPage.self, RestoreAccountPage.self,
      SecurityPage.self, SignInCodePage.self, SignInPage.self, SignOutPage.self, SignUpPage.self, UnsubscribePage.self,
      VerifyEmailPage.self, WorkoutsPage.self,
    ]
  }

  /// The pages that no `PageFunction` shows, with their variables.
  private static let others: KeyValuePairs<String, [String]> = [
    "leaving": ["isLeaving joined joined.inviterName"],
    "supabase-verify": ["isAsked isSignIn token_hash type redirect_to email"],
  ]

  /// The names of all pages' templates.
  static var templates: [String] { pages.map { $0.page } + others.map(\.key) }

  private static func function(of page: String) -> (any PageFunction.Type)? { pages.first { $0.page == page } }

  static func beginning(of page: String) -> String? { function(of: page)?.beginning }

  static func names(of page: String) -> [String] {
    ofEveryPage + (function(of: page)?.variables ?? others.first { $0.key == page }?.value ?? [])
  }

  /// The variables of the layout and the partials, which all pages share.
  static var ofAnyPage: [String] { ofEveryPage + pages.flatMap { $0.variables } + others.flatMap(\.value) }
}
