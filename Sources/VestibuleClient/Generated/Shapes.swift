// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// The names and types of the members of each type, which `JSONShape` reads.
enum Shapes {
  /// A line for each type: its name, and `name=type` for each member. Types: `s` text, `i` integer, `d` number, `b` Boolean,
  /// `t` timestamp, `j` any JSON, or another line's name; before it `*` for a list and `:` for values by name; after it `?` for
  /// optional and `~` for a change.
  static let text = """
    AcceptInvitationRequest code=s? invitationId=s? identity=Identity? email=s? password=s? newPassword=s? \
    displayName=s? birthDate=s? consent=Consent? device=Device?
    AcceptInvitationResult state=s missing=*s account=Account? client=ClientRecord? workouts=*Workout? \
    session=Tokens? isNewAccount=b? challenge=s? factors=*Factor? options=:j?
    Account id=s emailVerified=b displayName=s role=s status=s profile=:j consent=AccountConsent createdAt=t \
    email=s? addresses=*AccountAddress? username=s? photoURL=s? phone=s? locale=s? ageVerified=b? \
    branding=Branding? lastSignInAt=t? waitingInviters=*AccountWaitingInviter? externalId=s?
    AccountAddress email=s primary=b provenAt=t?
    AccountConsent guardian=s version=s? agreedAt=t?
    AccountWaitingInviter clientId=s inviter=InviterName
    AnswerChallengeRequest challenge=s factorId=s? code=s? credential=:j? recoveryCode=s?
    AnswerChallengeResult account=Account session=Tokens state=s missing=*s client=ClientRecord? \
    workouts=*Workout? isNewAccount=b? invitations=*WaitingInvitation? success=b? message=s?
    AppConfiguration app=AppConfigurationApp locale=s locales=*s roles=AppConfigurationRoles \
    signIn=AppConfigurationSignIn email=AppConfigurationEmail profile=AppConfigurationProfile \
    consent=AppConfigurationConsent invitation=AppConfigurationInvitation session=AppConfigurationSession \
    factors=AppConfigurationFactors deletion=AppConfigurationDeletion limits=AppConfigurationLimits messages=:s \
    roleNames=:s publicURL=s? botCheck=AppConfigurationBotCheck?
    AppConfigurationApp name=s urlScheme=s tagline=s? appStoreURL=s? playStoreURL=s? supportEmail=s? logoURL=s? \
    accentColor=s?
    AppConfigurationBotCheck provider=s functions=*s
    AppConfigurationConsent version=s? minimumAge=i? parentalUnder=i?
    AppConfigurationDeletion graceDays=i
    AppConfigurationEmail verification=s allowedDomains=*s?
    AppConfigurationFactors totp=b passkey=b requiredFor=*s
    AppConfigurationInvitation days=i allowNote=b roles=*s branding=b
    AppConfigurationLimits signIn=RateLimit signInAccount=RateLimit verifyEmail=RateLimit \
    verifyEmailPause=RateLimit resetPassword=RateLimit signUp=RateLimit invite=RateLimit inviteRecipient=RateLimit \
    guardian=RateLimit mailRequests=RateLimit public=RateLimit
    AppConfigurationProfile displayName=s username=s phone=s callingCode=s foreignPhones=s fields=:j
    AppConfigurationRequest locale=s?
    AppConfigurationRoles inviter=s invitee=s signUp=*s
    AppConfigurationSession recentMinutes=i bindDevice=b
    AppConfigurationSignIn providers=*AppConfigurationSignInProvider mailedCode=b \
    password=AppConfigurationSignInPassword? passkey=AppConfigurationSignInPasskey?
    AppConfigurationSignInPasskey rpID=s
    AppConfigurationSignInPassword minLength=i require=*s denyCommon=b
    AppConfigurationSignInProvider name=s issuer=s clientIDs=*s nonce=s nonceForm=s
    AssignWorkoutRequest clientId=s title=s scheduledFor=t? details=:j?
    AssignWorkoutResult workout=Workout
    AuthorizeRequest role=s? factor=b? maxAge=i?
    AuthorizeResult accountId=s role=s sessionId=s emailVerified=b email=s? externalId=s?
    Branding name=s? color=s? logoURL=s?
    ClientRecord id=s name=s email=s createdAt=t phone=s? notes=s? locale=s? accountId=s? leftAt=t? \
    inviter=InviterName?
    CompleteAccountRequest displayName=s? username=s? phone=s? birthDate=s? consent=Consent? profile=:j? role=s? \
    keepInviters=*s?
    CompleteAccountResult account=Account state=s missing=*s
    CompleteWorkoutRequest workoutId=s
    CompleteWorkoutResult workout=Workout
    ConfirmFactorRequest factorId=s code=s? credential=:j?
    ConfirmFactorResult factors=*Factor recoveryCodes=*s?
    Consent version=s guardianEmail=s?
    DeleteAccountRequest confirm=b?
    DeleteAccountResult deleted=s? account=Account? deletesAt=t?
    Device id=s platform=s? name=s? pushService=s? pushToken=s?
    EnrollFactorRequest type=s name=s?
    EnrollFactorResult factor=Factor secret=s? uri=s? options=:j?
    ExportAccountRequest
    ExportAccountResult account=ExportAccountResultAccount identities=*ExportAccountResultIdentity \
    sessions=*ExportAccountResultSession factors=*ExportAccountResultFactor consents=*ExportAccountResultConsent \
    clients=*ClientRecord workouts=*Workout invitations=*ExportAccountResultInvitation \
    messages=*ExportAccountResultMessage devices=*ExportAccountResultDevice audit=*ExportAccountResultAuditItem \
    truncated=*s ownClients=*ClientRecord?
    ExportAccountResultAccount id=s emailVerified=b displayName=s role=s status=s profile=:j \
    consent=ExportAccountResultAccountConsent createdAt=t email=s? addresses=*AccountAddress? photoURL=s? phone=s? \
    locale=s? lastSignInAt=t? waitingInviters=*AccountWaitingInviter? ageVerified=b? birthDate=s? updatedAt=t? \
    passwordChangedAt=t? deletesAt=t? closedFor=s? importedFrom=*ExportAccountResultAccountImportedFromItem? \
    suppression=ExportAccountResultAccountSuppression?
    ExportAccountResultAccountConsent guardian=s version=s? agreedAt=t? guardianEmail=s? guardianAt=t?
    ExportAccountResultAccountImportedFromItem source=s id=s
    ExportAccountResultAccountSuppression reason=s at=t detail=s? disabledAt=t?
    ExportAccountResultAuditItem id=s at=t function=s action=s subjectId=s? code=s? provider=s? address=s? \
    userAgent=s? country=s? device=ExportAccountResultAuditItemDevice? traceId=s? count=i? lastAt=t?
    ExportAccountResultAuditItemDevice id=s platform=s? name=s?
    ExportAccountResultConsent version=s givenAt=t birthDate=s? guardianEmail=s?
    ExportAccountResultDevice id=s firstUsedAt=t lastUsedAt=t platform=s? name=s?
    ExportAccountResultFactor id=s type=s createdAt=t name=s? confirmedAt=t? lastUsedAt=t?
    ExportAccountResultIdentity provider=s issuer=s subject=s emailVerified=b linkedAt=t email=s? displayName=s? \
    photoURL=s? usedAt=t? endedAt=t?
    ExportAccountResultInvitation id=s clientId=s email=s status=s channel=s sentAt=t expiresAt=t resendCount=i \
    delivery=s? role=s? acceptedAt=t?
    ExportAccountResultMessage id=s kind=s locale=s recipient=s state=s createdAt=t invitationId=s? endedAt=t? \
    failure=s? outcome=s? outcomeAt=t? outcomeDetail=s?
    ExportAccountResultSession id=s createdAt=t lastUsedAt=t expiresAt=t endsAt=t \
    device=ExportAccountResultSessionDevice? address=s? country=s? authenticatedAt=t? factorAt=t? endedAt=t? \
    endReason=s?
    ExportAccountResultSessionDevice id=s platform=s? name=s? pushService=s?
    Factor id=s type=s createdAt=t name=s? lastUsedAt=t?
    FieldProblem pointer=s code=s detail=s userMessage=s
    GetAccountRequest
    GetAccountResult account=Account state=s missing=*s invitations=*WaitingInvitation clients=*ClientRecord \
    providers=*s identities=*GetAccountResultIdentity updatedAt=t consent=GetAccountResultConsent? \
    emailVerificationSentAt=t?
    GetAccountResultConsent version=s givenAt=t guardianEmail=s?
    GetAccountResultIdentity provider=s subject=s emailVerified=b linkedAt=t email=s?
    GetClientRequest clientId=s
    GetClientResult client=ClientRecord invitation=Invitation deliveries=*GetClientResultDelivery \
    workouts=*Workout
    GetClientResultDelivery at=t status=s reason=s? text=s?
    GetMemberRequest accountId=s
    GetMemberResult member=Account state=s missing=*s
    Identity provider=s idToken=s nonce=s? authorizationCode=s? fullName=IdentityFullName?
    IdentityFullName givenName=s? familyName=s?
    Invitation id=s clientId=s email=s status=s channel=s sentAt=t expiresAt=t resendCount=i delivery=s? role=s? \
    acceptedAt=t? lastSignInAt=t?
    InvitationReportRequest since=t?
    InvitationReportResult byStatus=InvitationReportResultByStatus days=*InvitationReportResultDay opened=i \
    accepted=i bounced=i medianSecondsToAccept=i?
    InvitationReportResultByStatus pending=i accepted=i expired=i revoked=i
    InvitationReportResultDay day=s sent=i accepted=i bounced=i
    InvitedPerson name=s
    InviterName id=s displayName=s
    JwksRequest
    JwksResult keys=*JwksResultKey
    JwksResultKey kty=s crv=s x=s y=s kid=s use=s alg=s
    LeaveInviterRequest clientId=s
    LeaveInviterResult left=s
    LinkIdentityRequest identity=Identity
    LinkIdentityResult providers=*s
    ListAuditRequest action=s? subjectId=s? limit=i? cursor=s?
    ListAuditResult entries=*ListAuditResultEntry nextCursor=s?
    ListAuditResultEntry id=s at=t function=s action=s accountId=s? subjectId=s? code=s? provider=s? address=s? \
    userAgent=s? traceId=s? count=i? lastAt=t? operator=s?
    ListClientsRequest status=s? query=s? limit=i? cursor=s?
    ListClientsResult clients=*ListClientsResultClient nextCursor=s?
    ListClientsResultClient id=s name=s email=s createdAt=t invitation=ListClientsResultClientInvitation phone=s? \
    notes=s? locale=s? accountId=s? leftAt=t?
    ListClientsResultClientInvitation id=s clientId=s email=s status=s channel=s sentAt=t expiresAt=t \
    resendCount=i delivery=s? role=s? acceptedAt=t? lastSignInAt=t?
    ListFactorsRequest
    ListFactorsResult factors=*Factor recoveryCodesLeft=i
    ListMembersRequest query=s? role=s? status=s? limit=i? cursor=s?
    ListMembersResult members=*Account nextCursor=s?
    ListSessionsRequest
    ListSessionsResult sessions=*ListSessionsResultSession
    ListSessionsResultSession id=s current=b createdAt=t authenticatedAt=t lastUsedAt=t expiresAt=t \
    device=SessionDevice? address=s? country=s?
    ListWorkoutsRequest clientId=s? limit=i? cursor=s?
    ListWorkoutsResult workouts=*Workout nextCursor=s?
    NewClient name=s email=s phone=s? notes=s? locale=s?
    PasskeyAnswer challenge=s credential=:j
    PasskeyOptionsRequest
    PasskeyOptionsResult challenge=s options=:j
    PreviewInvitationRequest code=s
    PreviewInvitationResult inviter=PreviewInvitationResultInviter client=InvitedPerson \
    app=PreviewInvitationResultApp expiresAt=t providers=*s
    PreviewInvitationResultApp name=s urlScheme=s appStoreURL=s? playStoreURL=s?
    PreviewInvitationResultInviter displayName=s branding=Branding?
    Problem type=s status=i code=s title=s detail=s userMessage=s retryable=b retryAfter=i? requiresAction=s? \
    providers=*s? errors=*FieldProblem?
    RateLimit max=i seconds=i blockSeconds=i?
    ReauthenticateRequest identity=Identity? password=s? factor=ReauthenticateRequestFactor?
    ReauthenticateRequestFactor factorId=s? code=s? credential=:j?
    ReauthenticateResult session=ReauthenticatedTokens
    ReauthenticatedTokens accessToken=s accessTokenExpiresAt=t refreshToken=s authenticatedAt=t
    RefreshSessionRequest refreshToken=s device=Device?
    RefreshSessionResult session=Tokens
    RemoveClientRequest clientId=s
    RemoveClientResult removed=s
    RemoveFactorRequest factorId=s
    RemoveFactorResult factors=*Factor
    RemoveWorkoutRequest workoutId=s
    RemoveWorkoutResult workout=Workout
    RenewRecoveryCodesRequest
    RenewRecoveryCodesResult recoveryCodes=*s
    RequestSignInRequest email=s
    RequestSignInResult message=s
    ResendInvitationRequest invitationId=s deliver=s? alsoByMail=b? note=s?
    ResendInvitationResult invitation=Invitation message=s link=s?
    ResetPasswordRequest email=s? code=s? newPassword=s?
    ResetPasswordResult message=s
    RestoreAccountRequest code=s? identity=Identity? email=s? password=s? passkey=PasskeyAnswer? as=s? \
    device=Device? birthDate=s? consent=Consent?
    RestoreAccountResult state=s missing=*s account=Account? session=Tokens? invitations=*WaitingInvitation? \
    challenge=s? factors=*Factor? options=:j?
    RevokeInvitationRequest invitationId=s
    RevokeInvitationResult invitation=Invitation
    SendInvitationRequest client=NewClient? clients=*NewClient? days=i? allowOtherEmail=b? deliver=s? \
    alsoByMail=b? role=s? note=s?
    SendInvitationResult client=ClientRecord? invitation=Invitation? message=s? link=s? suggestion=s? \
    results=*SendInvitationResultEntry?
    SendInvitationResultEntry client=ClientRecord? invitation=Invitation? message=s? link=s? suggestion=s? \
    error=Problem?
    SessionDevice platform=s? name=s? pushService=s?
    SignInRequest identity=Identity? email=s? username=s? password=s? passkey=PasskeyAnswer? code=s? as=s? \
    device=Device? birthDate=s? consent=Consent? restore=b?
    SignInResult state=s missing=*s account=Account? session=Tokens? invitations=*WaitingInvitation? challenge=s? \
    factors=*Factor? options=:j?
    SignInWithAppleRequest identity_token=s user_identifier=s? email=s? full_name=SignInWithAppleRequestFullName? \
    authorization_code=s? nonce=s? as=s? device=Device? birthDate=s? consent=Consent?
    SignInWithAppleRequestFullName given_name=s? family_name=s?
    SignInWithAppleResult success=b message=s state=s missing=*s account=Account? session=Tokens? \
    invitations=*WaitingInvitation? challenge=s? factors=*Factor? options=:j?
    SignOutRequest everywhere=b? sessionId=s?
    SignOutResult ended=i
    SignUpRequest email=s password=s displayName=s? username=s? role=s? phone=s? profile=:j? locale=s? \
    birthDate=s? consent=Consent? device=Device?
    SignUpResult account=Account session=Tokens state=s missing=*s invitations=*WaitingInvitation
    Tokens accessToken=s accessTokenExpiresAt=t refreshToken=s
    UnlinkIdentityRequest provider=s
    UnlinkIdentityResult providers=*s
    UnsubscribeRequest token=s List-Unsubscribe=s?
    UnsubscribeResult message=s
    UpdateAccountRequest displayName=s~ username=s~ photoURL=s~ phone=s~ locale=s~ profile=:j? branding=Branding? \
    email=s? removeEmail=s? role=s? birthDate=s? consent=Consent?
    UpdateAccountResult account=Account state=s missing=*s pendingEmail=s?
    UpdateClientRequest clientId=s name=s? phone=s~ notes=s~ locale=s~
    UpdateClientResult client=ClientRecord
    UpdateMemberRequest profile=:j accountId=s? email=s?
    UpdateMemberResult member=UpdateMemberResultMember
    UpdateMemberResultMember accountId=s displayName=s profile=:j email=s?
    UpdateWorkoutRequest workoutId=s title=s? scheduledFor=t~ details=:j?
    UpdateWorkoutResult workout=Workout
    VerifyEmailRequest email=s? code=s? decision=s?
    VerifyEmailResult message=s? account=Account? state=s? missing=*s? deleted=s?
    WaitingInvitation id=s inviter=InviterName client=InvitedPerson expiresAt=t
    Workout id=s clientId=s title=s details=:j createdAt=t scheduledFor=t? completedAt=t? inviter=InviterName?
    """
}
