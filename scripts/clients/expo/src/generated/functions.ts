// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

import type {
  CompleteAccountRequest, CompleteAccountResult, DeleteAccountRequest, DeleteAccountResult, ExportAccountRequest,
  ExportAccountResult, GetAccountRequest, GetAccountResult, LinkIdentityRequest, LinkIdentityResult,
  ResetPasswordRequest, ResetPasswordResult, RestoreAccountRequest, RestoreAccountResult, SignUpRequest, SignUpResult,
  UnlinkIdentityRequest, UnlinkIdentityResult, UpdateAccountRequest, UpdateAccountResult, VerifyEmailRequest,
  VerifyEmailResult
} from "./accounts";
import type {
  AppConfiguration, AppConfigurationRequest
} from "./apps";
import type {
  GetClientRequest, GetClientResult, GetMemberRequest, GetMemberResult, LeaveInviterRequest, LeaveInviterResult,
  ListAuditRequest, ListAuditResult, ListClientsRequest, ListClientsResult, ListMembersRequest, ListMembersResult,
  RemoveClientRequest, RemoveClientResult, UpdateClientRequest, UpdateClientResult, UpdateMemberRequest,
  UpdateMemberResult
} from "./clients";
import type {
  AnswerChallengeRequest, AnswerChallengeResult, ConfirmFactorRequest, ConfirmFactorResult, EnrollFactorRequest,
  EnrollFactorResult, ListFactorsRequest, ListFactorsResult, PasskeyOptionsRequest, PasskeyOptionsResult,
  RemoveFactorRequest, RemoveFactorResult, RenewRecoveryCodesRequest, RenewRecoveryCodesResult
} from "./factors";
import type {
  AcceptInvitationRequest, AcceptInvitationResult, AnswerJoinRequestRequest, AnswerJoinRequestResult,
  CreateJoinLinkRequest, CreateJoinLinkResult, DeclineInvitationRequest, DeclineInvitationResult,
  InvitationReportRequest, InvitationReportResult, ListJoinLinksRequest, ListJoinLinksResult, ListJoinRequestsRequest,
  ListJoinRequestsResult, PreviewInvitationRequest, PreviewInvitationResult, RequestInvitationRequest,
  RequestInvitationResult, ResendInvitationRequest, ResendInvitationResult, RevokeInvitationRequest,
  RevokeInvitationResult, SendInvitationRequest, SendInvitationResult, UnsubscribeRequest, UnsubscribeResult,
  UpdateJoinLinkRequest, UpdateJoinLinkResult
} from "./invitations";
import type {
  AuthorizeRequest, AuthorizeResult, JwksRequest, JwksResult, ListSessionsRequest, ListSessionsResult,
  ReauthenticateRequest, ReauthenticateResult, RefreshSessionRequest, RefreshSessionResult, RequestSignInRequest,
  RequestSignInResult, SignInRequest, SignInResult, SignInWithAppleRequest, SignInWithAppleResult, SignOutRequest,
  SignOutResult
} from "./sessions";
import type {
  CreateTeamRequest, CreateTeamResult, GetTeamRequest, GetTeamResult, ListTeamsRequest, ListTeamsResult,
  RemoveTeamMemberRequest, RemoveTeamMemberResult, UpdateTeamMemberRequest, UpdateTeamMemberResult, UpdateTeamRequest,
  UpdateTeamResult
} from "./teams";
import type {
  AssignWorkoutRequest, AssignWorkoutResult, CompleteWorkoutRequest, CompleteWorkoutResult, ListWorkoutsRequest,
  ListWorkoutsResult, RemoveWorkoutRequest, RemoveWorkoutResult, UpdateWorkoutRequest, UpdateWorkoutResult
} from "./workouts";

/** How a function is called over HTTP. */
export interface FunctionCall {
  readonly method: "GET" | "POST";
  readonly path: string;
  /** Who may call it: anybody, anybody with another answer for a session, or only a session. */
  readonly access: "anyone" | "sessionIfAny" | "session";
}

/** The functions that an app calls, each with its request and its result. */
export interface Functions {
  /**
   * Takes what a code offers, an invitation or a link by which many people join: with an ID token, a password, a new
   * passkey or the mailed code alone, which finds or creates the account and starts a session; or with a session. With
   * a session it also accepts an invitation to the account's verified address by its id.
   */
  "accept-invitation": { request: AcceptInvitationRequest; result: AcceptInvitationResult };
  /** Answers the challenge of a second factor. The result is that of the function that returned the challenge. */
  "answer-challenge": { request: AnswerChallengeRequest; result: AnswerChallengeResult };
  /** Admits a person who wants to join by a link, or refuses. */
  "answer-join-request": { request: AnswerJoinRequestRequest; result: AnswerJoinRequestResult };
  /**
   * What an app needs for its screens: sign-in methods, rules for what people type, limits, and the messages of one
   * language.
   */
  "app-configuration": { request: AppConfigurationRequest; result: AppConfiguration };
  /** Assigns a workout to one of the inviter's clients. */
  "assign-workout": { request: AssignWorkoutRequest; result: AssignWorkoutResult };
  /** Tells a gateway whether an access token is valid, and whose it is. */
  "authorize": { request: AuthorizeRequest; result: AuthorizeResult };
  /** Adds the data that the policy requires and the account lacks. This ends the state `incomplete`. */
  "complete-account": { request: CompleteAccountRequest; result: CompleteAccountResult };
  /** Marks one of the caller's workouts as completed. If it is repeated, the first time is kept. */
  "complete-workout": { request: CompleteWorkoutRequest; result: CompleteWorkoutResult };
  /** Confirms a new second factor; every later sign-in needs it. */
  "confirm-factor": { request: ConfirmFactorRequest; result: ConfirmFactorResult };
  /** Makes a link by which any number of people become clients of the inviter: for a poster, a chat or a team. */
  "create-join-link": { request: CreateJoinLinkRequest; result: CreateJoinLinkResult };
  /** Makes a team that the inviter owns; an account is in at most 10. */
  "create-team": { request: CreateTeamRequest; result: CreateTeamResult };
  /**
   * Declines an invitation: with its code, or with a session and the id of an invitation to the account's verified
   * address. The inviter is told, and may invite again.
   */
  "decline-invitation": { request: DeclineInvitationRequest; result: DeclineInvitationResult };
  /** Deletes the account: at once, or after the policy's `deletion.graceDays`, in which it can be restored. */
  "delete-account": { request: DeleteAccountRequest; result: DeleteAccountResult };
  /** Begins to add a second factor; `confirm-factor` completes it. */
  "enroll-factor": { request: EnrollFactorRequest; result: EnrollFactorResult };
  /** Returns all data of the account, as one object. */
  "export-account": { request: ExportAccountRequest; result: ExportAccountResult };
  /** Returns the caller's account, its state, its client records and the invitations that wait for it. */
  "get-account": { request: GetAccountRequest; result: GetAccountResult };
  /** Returns one client with its invitation, the deliveries of its messages, and its workouts. */
  "get-client": { request: GetClientRequest; result: GetClientResult };
  /** Returns the account of an invitee, and its state. */
  "get-member": { request: GetMemberRequest; result: GetMemberResult };
  /** Shows a team, who is in it and who is invited. */
  "get-team": { request: GetTeamRequest; result: GetTeamResult };
  /** Counts the inviter's invitations by status and by day, and how many were opened and accepted. */
  "invitation-report": { request: InvitationReportRequest; result: InvitationReportResult };
  /** The public keys of access tokens (RFC 7517). */
  "jwks": { request: JwksRequest; result: JwksResult };
  /** Ends the caller's connection with an inviter. The inviter's record of the client stays. */
  "leave-inviter": { request: LeaveInviterRequest; result: LeaveInviterResult };
  /** Adds a sign-in method to the account. */
  "link-identity": { request: LinkIdentityRequest; result: LinkIdentityResult };
  /** Lists what the inviter did and what happened to its invitations and clients, newest first. */
  "list-audit": { request: ListAuditRequest; result: ListAuditResult };
  /** Lists the inviter's clients, each with its invitation. */
  "list-clients": { request: ListClientsRequest; result: ListClientsResult };
  /** Lists the second factors of the account. */
  "list-factors": { request: ListFactorsRequest; result: ListFactorsResult };
  /** Lists the inviter's links by which people join. */
  "list-join-links": { request: ListJoinLinksRequest; result: ListJoinLinksResult };
  /** Lists the people who want to join by the inviter's links and wait for the answer. */
  "list-join-requests": { request: ListJoinRequestsRequest; result: ListJoinRequestsResult };
  /**
   * Lists the accounts of invitees: those of the inviter's clients, or all, as `members.visibility` of the policy
   * says.
   */
  "list-members": { request: ListMembersRequest; result: ListMembersResult };
  /** Lists where the account is signed in. */
  "list-sessions": { request: ListSessionsRequest; result: ListSessionsResult };
  /** Lists the teams of the inviter. */
  "list-teams": { request: ListTeamsRequest; result: ListTeamsResult };
  /** Lists workouts: a client's own, or those of an inviter's client. */
  "list-workouts": { request: ListWorkoutsRequest; result: ListWorkoutsResult };
  /** Begins a sign-in with a passkey, or, with the mailed code of an invitation, a new passkey to accept it. */
  "passkey-options": { request: PasskeyOptionsRequest; result: PasskeyOptionsResult };
  /** Shows who invites, and to which app; consumes nothing. */
  "preview-invitation": { request: PreviewInvitationRequest; result: PreviewInvitationResult };
  /** Proves again who the caller is: the same session counts as a recent sign-in and gets new tokens. */
  "reauthenticate": { request: ReauthenticateRequest; result: ReauthenticateResult };
  /** Exchanges a refresh token for the session's next tokens. */
  "refresh-session": { request: RefreshSessionRequest; result: RefreshSessionResult };
  /** Removes a client with its invitation and workouts; the person's account stays. */
  "remove-client": { request: RemoveClientRequest; result: RemoveClientResult };
  /** Removes a second factor. */
  "remove-factor": { request: RemoveFactorRequest; result: RemoveFactorResult };
  /** Takes a member out of a team, or leaves it. What the member has made there stays. */
  "remove-team-member": { request: RemoveTeamMemberRequest; result: RemoveTeamMemberResult };
  /** Removes a workout of one of the inviter's clients. */
  "remove-workout": { request: RemoveWorkoutRequest; result: RemoveWorkoutResult };
  /** Replaces the recovery codes of the account. */
  "renew-recovery-codes": { request: RenewRecoveryCodesRequest; result: RenewRecoveryCodesResult };
  /**
   * Asks for a new invitation with the code of one that has expired or was declined, with the same answer for every
   * code. The inviter gets a mail with a link that sends it again.
   */
  "request-invitation": { request: RequestInvitationRequest; result: RequestInvitationResult };
  /** Sends a mail with a code that signs in, with the same answer for every address. */
  "request-sign-in": { request: RequestSignInRequest; result: RequestSignInResult };
  /**
   * Sends an invitation again, or many, by the same channel or another, with a new code and a new expiry; the old code
   * becomes invalid. A wrong address or number can be corrected.
   */
  "resend-invitation": { request: ResendInvitationRequest; result: ResendInvitationResult };
  /** Requests the password reset mail, or sets a new password with the mail's code, which ends every session. */
  "reset-password": { request: ResetPasswordRequest; result: ResetPasswordResult };
  /** Restores an account that its owner has deleted, with the code of the deletion's mail or by signing in. */
  "restore-account": { request: RestoreAccountRequest; result: RestoreAccountResult };
  /** Withdraws an invitation. */
  "revoke-invitation": { request: RevokeInvitationRequest; result: RevokeInvitationResult };
  /**
   * Adds one client, or up to 1000, and invites them by mail, link or text message. A client whose invitation has
   * ended or bounced gets it again.
   */
  "send-invitation": { request: SendInvitationRequest; result: SendInvitationResult };
  /**
   * Signs in with an ID token, with email or user name and password, with email and a mailed code, or with a passkey;
   * a new identity creates an account where the policy allows sign-up.
   */
  "sign-in": { request: SignInRequest; result: SignInResult };
  /** Signs in with Apple in the request format of the Manajet app: `sign-in` with the provider `apple`. */
  "sign-in-with-apple": { request: SignInWithAppleRequest; result: SignInWithAppleResult };
  /** Ends the caller's session, another session of the account, or all of them. */
  "sign-out": { request: SignOutRequest; result: SignOutResult };
  /** Creates an account with email and password, and queues the verification mail. */
  "sign-up": { request: SignUpRequest; result: SignUpResult };
  /** Removes a sign-in method from the account, unless it is the last one. */
  "unlink-identity": { request: UnlinkIdentityRequest; result: UnlinkIdentityResult };
  /** Stops invitation mail to the address that received the link, with one click (RFC 8058). */
  "unsubscribe": { request: UnsubscribeRequest; result: UnsubscribeResult };
  /** Changes the data that people may change about their account; a new address must be confirmed. */
  "update-account": { request: UpdateAccountRequest; result: UpdateAccountResult };
  /** Corrects the inviter's record of a client. */
  "update-client": { request: UpdateClientRequest; result: UpdateClientResult };
  /** Renames, prolongs, limits, closes or opens a link by which people join, or gives it a new code. */
  "update-join-link": { request: UpdateJoinLinkRequest; result: UpdateJoinLinkResult };
  /** Sets profile fields of an invitee that the policy reserves for inviters. */
  "update-member": { request: UpdateMemberRequest; result: UpdateMemberResult };
  /** Names a team, or sets what its invitations show. Only its owners can. */
  "update-team": { request: UpdateTeamRequest; result: UpdateTeamResult };
  /** Gives a member of a team another role. Only owners of the team can; a team keeps an owner. */
  "update-team-member": { request: UpdateTeamMemberRequest; result: UpdateTeamMemberResult };
  /** Changes a workout of one of the inviter's clients. */
  "update-workout": { request: UpdateWorkoutRequest; result: UpdateWorkoutResult };
  /** Requests the verification mail, or confirms or refuses the address with the mail's code. */
  "verify-email": { request: VerifyEmailRequest; result: VerifyEmailResult };
}

/** The name of a function. */
export type FunctionName = keyof Functions;

/** How each function is called. */
export const functions: { readonly [Name in FunctionName]: FunctionCall } = {
  "accept-invitation": { method: "POST", path: "/accept-invitation", access: "sessionIfAny" },
  "answer-challenge": { method: "POST", path: "/answer-challenge", access: "anyone" },
  "answer-join-request": { method: "POST", path: "/answer-join-request", access: "session" },
  "app-configuration": { method: "GET", path: "/app-configuration", access: "anyone" },
  "assign-workout": { method: "POST", path: "/assign-workout", access: "session" },
  "authorize": { method: "POST", path: "/authorize", access: "session" },
  "complete-account": { method: "POST", path: "/complete-account", access: "session" },
  "complete-workout": { method: "POST", path: "/complete-workout", access: "session" },
  "confirm-factor": { method: "POST", path: "/confirm-factor", access: "session" },
  "create-join-link": { method: "POST", path: "/create-join-link", access: "session" },
  "create-team": { method: "POST", path: "/create-team", access: "session" },
  "decline-invitation": { method: "POST", path: "/decline-invitation", access: "sessionIfAny" },
  "delete-account": { method: "POST", path: "/delete-account", access: "session" },
  "enroll-factor": { method: "POST", path: "/enroll-factor", access: "session" },
  "export-account": { method: "POST", path: "/export-account", access: "session" },
  "get-account": { method: "POST", path: "/get-account", access: "session" },
  "get-client": { method: "POST", path: "/get-client", access: "session" },
  "get-member": { method: "POST", path: "/get-member", access: "session" },
  "get-team": { method: "POST", path: "/get-team", access: "session" },
  "invitation-report": { method: "POST", path: "/invitation-report", access: "session" },
  "jwks": { method: "GET", path: "/jwks", access: "anyone" },
  "leave-inviter": { method: "POST", path: "/leave-inviter", access: "session" },
  "link-identity": { method: "POST", path: "/link-identity", access: "session" },
  "list-audit": { method: "POST", path: "/list-audit", access: "session" },
  "list-clients": { method: "POST", path: "/list-clients", access: "session" },
  "list-factors": { method: "POST", path: "/list-factors", access: "session" },
  "list-join-links": { method: "POST", path: "/list-join-links", access: "session" },
  "list-join-requests": { method: "POST", path: "/list-join-requests", access: "session" },
  "list-members": { method: "POST", path: "/list-members", access: "session" },
  "list-sessions": { method: "POST", path: "/list-sessions", access: "session" },
  "list-teams": { method: "POST", path: "/list-teams", access: "session" },
  "list-workouts": { method: "POST", path: "/list-workouts", access: "session" },
  "passkey-options": { method: "POST", path: "/passkey-options", access: "anyone" },
  "preview-invitation": { method: "POST", path: "/preview-invitation", access: "anyone" },
  "reauthenticate": { method: "POST", path: "/reauthenticate", access: "session" },
  "refresh-session": { method: "POST", path: "/refresh-session", access: "anyone" },
  "remove-client": { method: "POST", path: "/remove-client", access: "session" },
  "remove-factor": { method: "POST", path: "/remove-factor", access: "session" },
  "remove-team-member": { method: "POST", path: "/remove-team-member", access: "session" },
  "remove-workout": { method: "POST", path: "/remove-workout", access: "session" },
  "renew-recovery-codes": { method: "POST", path: "/renew-recovery-codes", access: "session" },
  "request-invitation": { method: "POST", path: "/request-invitation", access: "anyone" },
  "request-sign-in": { method: "POST", path: "/request-sign-in", access: "anyone" },
  "resend-invitation": { method: "POST", path: "/resend-invitation", access: "session" },
  "reset-password": { method: "POST", path: "/reset-password", access: "anyone" },
  "restore-account": { method: "POST", path: "/restore-account", access: "anyone" },
  "revoke-invitation": { method: "POST", path: "/revoke-invitation", access: "session" },
  "send-invitation": { method: "POST", path: "/send-invitation", access: "session" },
  "sign-in": { method: "POST", path: "/sign-in", access: "anyone" },
  "sign-in-with-apple": { method: "POST", path: "/api/auth/apple", access: "anyone" },
  "sign-out": { method: "POST", path: "/sign-out", access: "session" },
  "sign-up": { method: "POST", path: "/sign-up", access: "anyone" },
  "unlink-identity": { method: "POST", path: "/unlink-identity", access: "session" },
  "unsubscribe": { method: "POST", path: "/unsubscribe", access: "anyone" },
  "update-account": { method: "POST", path: "/update-account", access: "session" },
  "update-client": { method: "POST", path: "/update-client", access: "session" },
  "update-join-link": { method: "POST", path: "/update-join-link", access: "session" },
  "update-member": { method: "POST", path: "/update-member", access: "session" },
  "update-team": { method: "POST", path: "/update-team", access: "session" },
  "update-team-member": { method: "POST", path: "/update-team-member", access: "session" },
  "update-workout": { method: "POST", path: "/update-workout", access: "session" },
  "verify-email": { method: "POST", path: "/verify-email", access: "sessionIfAny" },
};
