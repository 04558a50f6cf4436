// SPDX-License-Identifier: Apache-2.0

import type { ErrorCode, FieldProblem, Problem } from "./generated/types";
import { text } from "./texts";

/**
 * Why a call has no result:
 * - `refused`: the server refused the request; `problem` says why.
 * - `unreachable`: there was no answer, also after repetitions.
 * - `unintelligible`: the answer is not one of this server, such as that of a proxy.
 * - `signedOut`: the call needs a session, and there is none.
 * - `cancelled`: the person closed a dialog.
 * - `storage`: the tokens could not be read or written.
 */
export type ErrorKind = "refused" | "unreachable" | "unintelligible" | "signedOut" | "cancelled" | "storage";

/** The failure of a call. `message` is for the person, in the language of the client. */
export class VestibuleError extends Error {
  readonly kind: ErrorKind;
  /** The refusal; null for other kinds. */
  readonly problem: Problem | null;
  /** For developers: never a token, a code or a password. */
  readonly detail: string;

  constructor(kind: ErrorKind, about: { language?: string | undefined; problem?: Problem; detail?: string } = {}) {
    super(about.problem?.userMessage ?? text(kind === "refused" ? "unintelligible" : kind, about.language));
    // Compilers to old JavaScript lose the class of an error.
    Object.setPrototypeOf(this, VestibuleError.prototype);
    this.name = "VestibuleError";
    this.kind = kind;
    this.problem = about.problem ?? null;
    this.detail = about.detail ?? about.problem?.detail ?? kind;
  }

  /** The code of a refusal, such as `invitation/expired`; null for other kinds. */
  get code(): ErrorCode | null {
    return this.problem?.code ?? null;
  }

  /** The invalid fields of a refusal. */
  get fields(): FieldProblem[] {
    return this.problem?.errors ?? [];
  }

  /** The invalid field at a place, such as `/email`; null if that field is not invalid. */
  field(pointer: string): FieldProblem | null {
    return this.fields.find((it) => it.pointer === pointer) ?? null;
  }

  /** The seconds to wait before the next attempt, if they are known. */
  get retryAfter(): number | null {
    return this.problem?.retryAfter ?? null;
  }
}

/** An error of a call; other errors are faults of the program and are thrown on. */
export function asVestibuleError(error: unknown): VestibuleError {
  if (error instanceof VestibuleError) return error;
  throw error;
}

const ENDS_SESSION: readonly string[] = ["auth/session-expired", "auth/session-revoked", "auth/unauthenticated"];
const ENDS_REFRESH: readonly string[] = [...ENDS_SESSION, "auth/user-disabled", "auth/user-not-found"];

/** Whether the refusal of a call says that its session has ended. Ordinary refusals do not. */
export function endsSession(error: unknown): boolean {
  return error instanceof VestibuleError && ENDS_SESSION.includes(error.code ?? "");
}

/** Whether the refusal of a refresh says that the session has ended. */
export function endsRefresh(error: unknown): boolean {
  return error instanceof VestibuleError && ENDS_REFRESH.includes(error.code ?? "");
}

const ENDED_INVITATIONS: readonly string[] = [
  "invitation/not-found", "invitation/expired", "invitation/revoked", "invitation/declined", "invitation/superseded",
  "invitation/already-accepted",
];

/** Whether a refusal says that the code of the invitation is of no use any more. */
export function endsInvitation(error: unknown): boolean {
  return error instanceof VestibuleError && ENDED_INVITATIONS.includes(error.code ?? "");
}

/**
 * Whether an error is the server's decision about a call, which the server remembers. Other errors leave open whether the call has
 * taken effect.
 */
export function isFinalRefusal(error: unknown): boolean {
  const problem = error instanceof VestibuleError ? error.problem : null;
  return problem !== null && !problem.retryable && !problem.code.startsWith("service/");
}
