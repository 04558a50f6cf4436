// SPDX-License-Identifier: Apache-2.0

import Functions
import Templates

/// The variables of each page's templates, separated by spaces. Templates with other variables are refused, because they
/// would have gaps.
enum PageVariables {
  private static let ofEveryPage =
    SharedVariables.names + [
      "app.appStoreID appLink direction action message base formToken ownQuery isSignedIn refreshURL isOfInviter",
      "isWide hasMenu isInviter isInvitee zoneName asksTimeZone at at.clients at.workouts at.members at.account",
      "hasProviders",
      "icon texts texts.headline texts.headlineParts texts.subtext texts.subtextParts texts.sendButton plain person",
    ]
  /// Of every form of a browser's session.
  private static let ofForms = ["hasErrors form form.return form.as form.code errors"]
  private static let ofSignInMethods =
    ofForms + ["hasPassword hasForm providers name label mark mark.google mark.apple mark.microsoft mark.facebook"]
  private static let ofPasswords = [
    "password password.minLength password.upper password.lower password.letter password.digit",
    "password.symbol password.denyCommon",
  ]
  /// Of `partials/profile-field.html`.
  private static let ofProfileFields = [
    "id name label hint value error isReadOnly isSwitch isOn isRequired isNumber maxLength isText isChoice choices",
    "choices.value choices.isChosen",
  ]
  /// Of `PersonForm`.
  private static let ofPerson =
    [
      "person person.displayName person.username person.phone person.birthDate person.guardian person.consent",
      "person.profile form.displayName form.username form.phone form.birthDate form.guardianEmail form.consent",
      "errors.displayName errors.username errors.phone errors.birthDate errors.guardianEmail errors.version",
      "isRequired known under version",
    ] + ofProfileFields
  private static let ofPasskeys = [
    "passkey passkey.ceremony passkey.options passkey.formAction passkey.starts passkey.isConditional"
  ]
  /// The variables of the pages of a person's account.
  private static let ofAccounts = ["hasErrors done failed"]
  /// Of `partials/ways-on.html`.
  private static let ofWaysOn = ["code isDesktop qr qr.size qr.path hasStores appStoreLink playStoreLink takesMail"]
  /// Of the pages of inviters, and of `partials/clients-navigation.html`.
  private static let ofInviters = [
    "hasTeams hasTabs waitingCount isList isLinks isRequests isMembers isTeam isReport lastSignInOn sentOn typed suggestion",
    "isPending isUndelivered isAccepted isExpired isRevoked isDeclined hasLeft link shortCode copies qr qr.size qr.path",
    "locales locales.value locales.name locales.isChosen value isChosen resultMessage",
  ]
  private static let own: KeyValuePairs<String, [String]> = [
    "invite": [
      "isPending isExpired isAccepted isRevoked isDeclined isSuperseded isUnknown inviter inviter.displayName",
      "inviter.branding inviter.branding.name inviter.branding.color inviter.branding.logoURL client",
      "client.name expiresOn hasErrors form form.code errors",
    ] + ofWaysOn,
    "join": [
      "isOpen isFull isExpired isClosed isSuperseded isUnknown isAsked inviter inviter.displayName inviter.branding",
      "inviter.branding.name inviter.branding.color inviter.branding.logoURL linkName expiresOn needsApproval",
    ] + ofWaysOn,
    "decline": [
      "isAsked isDone isOver isUnknown inviter inviter.displayName inviter.branding inviter.branding.name",
      "inviter.branding.color inviter.branding.logoURL code",
    ],
    "request": ["isAsked isDone isUnknown code"],
    "resend": ["isAsked isDone isUsed isOver isIncomplete client client.name recipient passedOn code"],
    "accept": [
      "isAsked isSignedIn isForOther isOtherAddress invitedAddress hasAccount inviter inviter.displayName account account.email wayBack needsEmail form.email errors.email",
      "errors.password errors.newPassword",
    ] + ofSignInMethods + ofPerson + ofPasswords,
    "verify-email": [
      "isAsked isDone isConfirmed isDeleted isDropped isUsed isExpired isTaken isIncomplete isNewAddress",
      "code email account account.email",
    ],
    "client": [
      "isShown isEdit isRevoke isRemove isAssign isWorkout isRemoveWorkout removeURL isResent isAddressAsked",
      "form.email form.deliver form.event errors.email isDelayed why why.address why.mailbox-full why.policy why.content why.sender",
      "why.dropped why.expired hasDeliveries done done.saved done.revoked",
      "done.assigned done.updated done.withdrawn hasErrors clientName clientEmail clientPhone clientNotes clientLocale clientId",
      "clientURL listURL pageURL expiresOn acceptedOn canResend canRevoke workouts declinedOn",
      "declineReason",
      "workouts.workoutTitle workoutDay workoutDescription completedOn workoutURL workoutId workoutDate",
      "deliveries deliveries.deliveredOn isQueued isSent isDelivered isBounced isFailed isSuppressed",
      "isCancelled isUnknown deliveryReason form form.name form.phone form.notes form.locale form.title",
      "form.day form.details form.workout errors errors.name errors.phone errors.notes errors.locale",
      "errors.title errors.scheduledFor errors.details",
    ] + ofInviters,
    "clients": [
      "isInvite isAddressAsked isMany isInvited isChecked isManyInvited isManyResent isLink hasErrors isSearch hasAny",
      "done done.removed done.approved done.refused clients hasClients",
      "clients.clientName clientId clientEmail clientURL nextURL previousURL range range.first range.last range.total filters filterURL count isCurrent isAll",
      "undeliveredCount sorts isBy.created isBy.name isBy.signedIn isBy.sent",
      "byStatus byStatus.pending byStatus.accepted",
      "byStatus.expired byStatus.revoked byStatus.declined opened medianHours hasPicture picture picture.width picture.height",
      "picture.isByDay picture.isByWeek picture.isByMonth picture.rows rows.label rows.sent rows.accepted",
      "rows.bounced rows.textY rows.barY rows.sentWidth rows.acceptedWidth rows.bouncedX rows.bouncedWidth",
      "wrong wrongCount good goodCount table pasted hasSuggestions line lineName lineEmail lineMessage lineSuggestion fields",
      "isName isEmail isPhone isNotes isLocale fieldValue fieldMessage isNotText isQuote isTooLong",
      "isTooManyFields isTooManyClients sentCount refused refusedCount form form.name form.email form.phone form.deliver",
      "form.notes form.locale form.list form.query form.status form.undelivered form.view errors errors.name errors.email",
      "errors.phone errors.notes errors.locale errors.list errors.file",
      "joinLinks hasLinks linkId linkName linkURL uses maxUses needsApproval expiresOn isOpen isFull isClosed",
      "form.event form.linkName form.maxUses form.approval errors.maxUses requests hasRequests requestId requestName requestEmail",
      "isUnproven requestedOn teamName members memberName memberEmail isOwner isInvitedMember",
    ] + ofInviters,
    "members": [
      "hasErrors people hasMembers memberName memberEmail isUnproven isActive isDisabled isDeleting createdOn nextURL isSearch",
      "selectsActive selectsDisabled selectsDeleting form form.query",
    ] + ofInviters,
    "guardian": [
      "isPending isAgreed isRefused isWithdrawn isNotNeeded isUsed isClosed isIncomplete code days",
      "deletedOn account account.displayName account.email",
    ],
    "reset-password": [
      "isAsked isAddressAsked isSent isDone isUsed isExpired isIncomplete code email minutes hasErrors fieldErrors"
    ] + ofPasswords,
    "leaving": ["isLeaving"],
    "supabase-verify": ["isAsked isSignIn token_hash type redirect_to email"],
    "restore-account": [
      "isAsked isInApp isDone isUsed isExpired isClosed isIncomplete code deletesOn account",
      "account.displayName account.email",
    ],
    "not-me": [
      "isAsked isDone isMailed isWithoutPassword isUnreachable isUsed isExpired isClosed isIncomplete code account",
      "account.email",
    ],
    "sign-in-code": ["isShown isIncomplete code minutes"],
    "oauth-callback": [
      "isEnded isCancelled isRefused returnTo hasErrors"
    ],
    "next": [
      "isDesktop isUnverified isIncomplete isGuardianPending isFactorRequired isReady done done.sent done.asked account",
      "done.guardian guardianAddress hours",
      "joined joined.inviterName",
      "account.displayName account.email asksInviters inviters clientId inviterName asksRole roles value isChosen",
      "errors.role",
    ] + ofForms + ofPerson,
    "sign-in": [
      "failed failed.password failed.use-code failed.factor hasUserNames minutes isSentAgain errors.username",
      "isAsked isCode isFactor isPasskey canRestore hasCodes hasPasskeys hasSignUp challenge hasApps",
      "onlyApp apps apps.items id isChosen form.email errors.email errors.password errors.code",
    ] + ofSignInMethods + ofPasskeys,
    "sign-up": [
      "isAsked isClosed roles items value isChosen form.email errors.email errors.password"
    ] + ofSignInMethods + ofPerson + ofPasswords,
    "sign-out": ["isAsked isDone hasErrors"],
    "account": ofAccounts + ofProfileFields + [
      "isShown account account.email isVerified profile profile.displayName profile.username profile.phone",
      "profile.hasUsername profile.isNameRequired profile.isUsernameRequired profile.isPhoneRequired locales",
      "locales.value locales.name locales.isChosen timeZones errors.timeZone fields consent consent.version consent.given",
      "consent.isMissing consent.asksGuardian asksForCode form form.email form.guardianEmail errors",
      "errors.displayName errors.username errors.phone errors.locale errors.email errors.code",
      "errors.guardianEmail errors.version done.profile done.email-sent done.email done.verification-sent",
      "done.consent failed.code",
    ],
    "account-data": ofAccounts + [
      "isShown isAsked isDone graceDays keepsRecords email isVerified needsConfirmation clients deletesOn"
    ],
    "security": ofAccounts + ofPasskeys + [
      "isSure sure sure.action sure.field sure.value sure.unlink sure.remove sure.renew sure.end",
      "isShown isEnrolling isPasskey isRecovery isFirst email hasPassword takesPassword hasMethods linkable",
      "linkable.name linkable.label methods methods.name methods.id methods.isPassword methods.shown",
      "takesTOTP takesPasskeys takesFactors hasFactorSection hasFactors factors factors.id factors.htmlID",
      "factors.name factors.isPasskey factors.isTOTP factors.createdOn factors.usedAt recoveryCodesLeft",
      "recoveryCodes sessions sessions.id sessions.htmlID sessions.isCurrent sessions.isBrowser",
      "sessions.deviceName sessions.address sessions.country sessions.usedAt sessions.signedInAt",
      "hasOtherSessions secret uri qr qr.size qr.path factorId form form.name form.factorId errors",
      "errors.name errors.code done.password done.linked done.unlinked done.added done.removed done.ended",
      "done.ended-others failed.confirm",
    ],
    "workouts": ofAccounts + [
      "isShown isAsked id inviter inviter.displayName hasInvitations invitations invitations.id",
      "invitations.htmlID invitations.inviter invitations.inviter.displayName invitations.expiresOn",
      "hasGroups groups groups.htmlID groups.inviter groups.inviter.displayName groups.hasWorkouts",
      "groups.leaveURL groups.workouts groups.workouts.id groups.workouts.htmlID groups.workouts.title",
      "groups.workouts.scheduledFor groups.workouts.completedAt groups.workouts.isOpen",
      "groups.workouts.hasDetails groups.workouts.details groups.workouts.details.name",
      "groups.workouts.details.value older form form.cursor done.accepted done.completed done.left",
    ],
    "unsubscribe": [
      "isAsked isDone isIncomplete token email"
    ],
    "error": [
      "isNotFound isLimited isLater isOther"
    ],
  ]

  /// The section with which a page begins, whose headline and subtext the policy can replace.
  static let beginnings = [
    "invite": "isPending", "join": "isOpen", "accept": "isAsked", "sign-in": "isAsked", "sign-up": "isAsked",
    "next": "isReady", "workouts": "isShown", "clients": "isList",
  ]

  static var pages: [String] { own.map(\.key) }

  static func names(of page: String) -> [String] { ofEveryPage + (own.first { $0.key == page }?.value ?? []) }

  /// The variables of the layout and the partials, which all pages share.
  static let ofAnyPage = ofEveryPage + own.flatMap(\.value)
}
