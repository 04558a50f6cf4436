// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

import type {
  Branding, Team, TeamMember, TeamRole
} from "./types";

/** Makes a team that the inviter owns; an account is in at most 10. */
export interface CreateTeamRequest {
  /** What members and clients see. At most 200 characters. */
  name: string;
}

/** What `create-team` answers to `CreateTeamRequest`. */
export interface CreateTeamResult {
  /** Inviters who share clients, invitations, links and workouts. */
  team: Team;
}

/** Shows a team, who is in it and who is invited. */
export interface GetTeamRequest {
  /**
   * The team that the event is about; necessary for an account in several teams. Only with `teams` of the policy. At
   * most 64 characters.
   */
  teamId?: string;
}

/** What `get-team` answers to `GetTeamRequest`. */
export interface GetTeamResult {
  /** Inviters who share clients, invitations, links and workouts. */
  team: Team;
  /** Who is in the team, in the order in which they joined it. At most 1000 entries. */
  members: TeamMember[];
  /** The pending invitations into the team, at most 100. At most 100 entries. */
  invited: GetTeamResultInvitedItem[];
}

/** A person who is invited. */
export interface GetTeamResultInvitedItem {
  /** The id of the invitation, with which it can be revoked or sent again. */
  invitationId: string;
  /** The person's name, as the inviter wrote it. */
  name: string;
  /** The place in a team: owners change the team and who is in it. */
  role: TeamRole;
  /** When the invitation ends. */
  expiresAt: string;
  /** The invited address; absent if none is known. */
  email?: string;
}

/** Lists the teams of the inviter. */
export type ListTeamsRequest = Record<string, never>;

/** What `list-teams` answers to `ListTeamsRequest`. */
export interface ListTeamsResult {
  /** The teams, in the order in which the inviter joined them; empty after leaving the last one. At most 100 entries. */
  teams: ListTeamsResultTeam[];
}

/** A team that the inviter is in. */
export interface ListTeamsResultTeam {
  /** The id of the team, which other functions call `teamId`. */
  id: string;
  /** The name of the team, or that of its owner until it has one. */
  name: string;
  /** The place in a team: owners change the team and who is in it. */
  role: TeamRole;
}

/** Takes a member out of a team, or leaves it. What the member has made there stays. */
export interface RemoveTeamMemberRequest {
  /** The account of the member. At most 64 characters. */
  accountId: string;
  /**
   * The team that the event is about; necessary for an account in several teams. Only with `teams` of the policy. At
   * most 64 characters.
   */
  teamId?: string;
}

/** What `remove-team-member` answers to `RemoveTeamMemberRequest`. */
export interface RemoveTeamMemberResult {
  /** Who is in the team then; empty if the caller has left it. At most 1000 entries. */
  members: TeamMember[];
}

/** Gives a member of a team another role. Only owners of the team can; a team keeps an owner. */
export interface UpdateTeamMemberRequest {
  /** The account of the member. At most 64 characters. */
  accountId: string;
  /** The place in a team: owners change the team and who is in it. */
  role: TeamRole;
  /**
   * The team that the event is about; necessary for an account in several teams. Only with `teams` of the policy. At
   * most 64 characters.
   */
  teamId?: string;
}

/** What `update-team-member` answers to `UpdateTeamMemberRequest`. */
export interface UpdateTeamMemberResult {
  /** Who is in the team, in the order in which they joined it. At most 1000 entries. */
  members: TeamMember[];
}

/** Names a team, or sets what its invitations show. Only its owners can. */
export interface UpdateTeamRequest {
  /**
   * The team that the event is about; necessary for an account in several teams. Only with `teams` of the policy. At
   * most 64 characters.
   */
  teamId?: string;
  /** What members and clients see. At most 200 characters. */
  name?: string;
  /**
   * What an inviter's invitations show instead of the app's name, color and logo. It replaces the stored branding. It
   * needs policy invitation.branding. null removes it; absent keeps it.
   */
  branding?: Branding | null;
}

/** What `update-team` answers to `UpdateTeamRequest`. */
export interface UpdateTeamResult {
  /** Inviters who share clients, invitations, links and workouts. */
  team: Team;
}
