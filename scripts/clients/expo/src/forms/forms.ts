// SPDX-License-Identifier: Apache-2.0

import type { SignUpRequest } from "../generated/accounts";
import type { AppConfiguration } from "../generated/apps";
import type { NewClient } from "../generated/invitations";
import type { FieldProblem } from "../generated/types";
import { text } from "../texts";
import { shown } from "./field";
import { brokenByClient, brokenByPassword, brokenBySignUp } from "./rules";
import { strengthOfCharacters } from "./strength";

/** What a person types to sign up. */
export interface SignUpFields {
  email: string;
  password: string;
  /** The password again; absent if the screen does not ask for it. */
  confirmation?: string;
  displayName?: string;
  username?: string;
  /** One of `configuration.roles.signUp`. If there is only one, it need not be chosen. */
  role?: string;
  /** As typed, such as `(555) 123-4567`. */
  phone?: string;
  /** The day of birth, such as `2010-05-31`. */
  birthDate?: string;
  agreesToTerms?: boolean;
  /** The address of a parent or guardian. */
  guardianEmail?: string;
  /** The app's own fields. */
  profile?: Record<string, unknown>;
}

/** The request of a sign-up form. Empty fields that are not required are left out. */
export function signUpRequest(fields: SignUpFields, configuration: AppConfiguration): SignUpRequest {
  const { roles, consent, locale } = configuration;
  const role = fields.role ?? (roles.signUp.length === 1 ? roles.signUp[0] : undefined);
  const statement = {
    ...(fields.agreesToTerms && consent.version !== undefined && { version: consent.version }),
    ...(fields.guardianEmail && { guardianEmail: fields.guardianEmail }),
  };
  return {
    email: fields.email, password: fields.password, role: role ?? "", locale,
    ...(fields.displayName && { displayName: fields.displayName }), ...(fields.username && { username: fields.username }),
    ...(fields.phone && { phone: fields.phone }), ...(fields.birthDate && { birthDate: fields.birthDate }),
    ...(fields.profile && Object.keys(fields.profile).length > 0 && { profile: fields.profile }),
    ...(Object.keys(statement).length > 0 && { consent: statement }),
  };
}

/**
 * The fields of a sign-up form that break a rule of the server, with its codes and words; none if only the server can tell.
 * @param now the time in milliseconds since 1970.
 */
export function signUpProblems(fields: SignUpFields, configuration: AppConfiguration, now = Date.now()): FieldProblem[] {
  const found = shown(brokenBySignUp(signUpRequest(fields, configuration), configuration, now), configuration.messages);
  return [...found, ...differentPasswords(fields.password, fields.confirmation, configuration)];
}

/** The rules that a new password breaks; those of a field are one problem. The place is `/newPassword`. */
export function passwordProblems(password: string, configuration: AppConfiguration, confirmation?: string): FieldProblem[] {
  const found = shown(brokenByPassword(password, "/newPassword", configuration), configuration.messages);
  return [...found, ...differentPasswords(password, confirmation, configuration)];
}

/** The fields of a new client that break a rule. `byTextMessage`: the invitation goes to the telephone number. */
export function clientProblems(client: NewClient, configuration: AppConfiguration, byTextMessage = false): FieldProblem[] {
  return shown(brokenByClient(client, byTextMessage, configuration), configuration.messages);
}

/** How hard a password is to guess, for a meter with five steps: 0 breaks a rule, 4 has 80 bits or more. */
export function passwordStrength(password: string, configuration: AppConfiguration): 0 | 1 | 2 | 3 | 4 {
  return brokenByPassword(password, "", configuration).length > 0 ? 0 : strengthOfCharacters(password);
}

function differentPasswords(password: string, confirmation: string | undefined, { locale }: AppConfiguration): FieldProblem[] {
  if (confirmation === undefined || confirmation === password) return [];
  return [{
    pointer: "/confirmation", code: "event/invalid", detail: "should be the same password",
    userMessage: text("differentPasswords", locale),
  }];
}
