// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

import type {
  Workout
} from "./types";

/** Assigns a workout to one of the inviter's clients. */
export interface AssignWorkoutRequest {
  /** The client to whom it is assigned. At most 64 characters. */
  clientId: string;
  /** What the client sees first; one line of text. At most 200 characters. */
  title: string;
  /** A timestamp (RFC 3339) in UTC. */
  scheduledFor?: string;
  /** A day, wherever the client is: `2026-11-21`. */
  scheduledOn?: string;
  /** Any JSON object of at most 64 KiB. */
  details?: Record<string, unknown>;
  /**
   * The team that the event is about; necessary for an account in several teams. Only with `teams` of the policy. At
   * most 64 characters.
   */
  teamId?: string;
}

/** What `assign-workout` answers to `AssignWorkoutRequest`. */
export interface AssignWorkoutResult {
  /** Something that an inviter assigned to a client. */
  workout: Workout;
}

/** Marks one of the caller's workouts as completed. If it is repeated, the first time is kept. */
export interface CompleteWorkoutRequest {
  /** The workout that the client has done. At most 64 characters. */
  workoutId: string;
}

/** What `complete-workout` answers to `CompleteWorkoutRequest`. */
export interface CompleteWorkoutResult {
  /** Something that an inviter assigned to a client. */
  workout: Workout;
}

/** Lists workouts: a client's own, or those of an inviter's client. */
export interface ListWorkoutsRequest {
  /** Only workouts of this client; an invitee may leave it out. At most 64 characters. */
  clientId?: string;
  /** The maximum number of items in a page; default 50. 1 to 100. */
  limit?: number;
  /** The `nextCursor` of the previous page. At most 256 characters. */
  cursor?: string;
  /**
   * The team that the event is about; necessary for an account in several teams. Only with `teams` of the policy. At
   * most 64 characters.
   */
  teamId?: string;
}

/** What `list-workouts` answers to `ListWorkoutsRequest`. */
export interface ListWorkoutsResult {
  /** The workouts of this page, oldest first. At most 100 entries. */
  workouts: Workout[];
  /** The `cursor` of the next page; null on the last page. */
  nextCursor: string | null;
}

/** Removes a workout of one of the inviter's clients. */
export interface RemoveWorkoutRequest {
  /** The workout to remove. At most 64 characters. */
  workoutId: string;
  /**
   * The team that the event is about; necessary for an account in several teams. Only with `teams` of the policy. At
   * most 64 characters.
   */
  teamId?: string;
}

/** What `remove-workout` answers to `RemoveWorkoutRequest`. */
export interface RemoveWorkoutResult {
  /** Something that an inviter assigned to a client. */
  workout: Workout;
}

/** Changes a workout of one of the inviter's clients. */
export interface UpdateWorkoutRequest {
  /** The workout to change. At most 64 characters. */
  workoutId: string;
  /** The new title; one line of text. At most 200 characters. */
  title?: string;
  /** A timestamp (RFC 3339) in UTC. null removes it; absent keeps it. */
  scheduledFor?: string | null;
  /** A day, wherever the client is: `2026-11-21`. null removes it; absent keeps it. */
  scheduledOn?: string | null;
  /** Any JSON object of at most 64 KiB. */
  details?: Record<string, unknown>;
  /**
   * The team that the event is about; necessary for an account in several teams. Only with `teams` of the policy. At
   * most 64 characters.
   */
  teamId?: string;
}

/** What `update-workout` answers to `UpdateWorkoutRequest`. */
export interface UpdateWorkoutResult {
  /** Something that an inviter assigned to a client. */
  workout: Workout;
}
