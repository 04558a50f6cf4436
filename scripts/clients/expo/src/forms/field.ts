// SPDX-License-Identifier: Apache-2.0

import type { AppConfiguration } from "../generated/apps";
import type { ErrorCode, FieldProblem } from "../generated/types";

/** A field that breaks a rule. */
export interface InvalidField {
  /** A JSON pointer, such as `/email`. */
  readonly pointer: string;
  readonly code: ErrorCode;
  readonly detail: string;
  /** The variant of the code's message, such as `too-short`. */
  readonly variant?: string;
  /** What the placeholders of the message stand for. */
  readonly values?: { readonly [name: string]: string };
}

export function invalid(pointer: string, code: ErrorCode, detail: string, variant?: string): InvalidField {
  return { pointer, code, detail, ...(variant === undefined ? {} : { variant }) };
}

/** A value that the policy requires and the form does not have. */
export function missing(pointer: string, code: ErrorCode): InvalidField {
  return { pointer, code, detail: "is missing", variant: "missing" };
}

/** One problem for each field, with the words of the server. */
export function shown(fields: readonly InvalidField[], messages: AppConfiguration["messages"]): FieldProblem[] {
  const found: FieldProblem[] = [];
  for (const field of fields) {
    if (found.some((it) => it.pointer === field.pointer)) continue;
    found.push({ pointer: field.pointer, code: field.code, detail: field.detail, userMessage: message(field, messages) });
  }
  return found;
}

function message(field: InvalidField, messages: AppConfiguration["messages"]): string {
  const name = field.code === "event/invalid" ? "event/invalid-field" : field.code;
  const own = field.variant && messages[`${name}/${field.variant}`];
  const found = own || messages[name] || field.detail;
  return found.replace(/\{([^{}]*)\}/g, (_, key: string) => field.values?.[key] ?? "");
}

/** The order in which broken rules count. */
export function rank(field: InvalidField): number {
  const codes: { readonly [code: string]: number } = {
    "auth/invalid-role": 0, "auth/provider-not-enabled": 1, "auth/email-domain-not-allowed": 2, "auth/invalid-display-name": 5,
  };
  const known = codes[field.code];
  if (known !== undefined) return known;
  if (field.pointer === "/username") return 6;
  if (field.code === "auth/invalid-phone-number") return 7;
  if (field.pointer.startsWith("/profile")) return 8;
  if (field.pointer === "/birthDate") return 9;
  if (field.code === "auth/consent-required") return 10;
  return field.code === "auth/parental-consent-required" ? 11 : 12;
}
