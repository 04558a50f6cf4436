// SPDX-License-Identifier: Apache-2.0

import type { SignUpRequest } from "../generated/accounts";
import type { AppConfiguration } from "../generated/apps";
import type { NewClient } from "../generated/invitations";
import { isASCII, length, trimmed } from "./characters";
import { invalid, InvalidField, missing, rank } from "./field";
import { age, internationalPhone, isSamePerson } from "./people";
import { broken, formSchema, Schema } from "./schema";

/**
 * The fields of a sign-up that break a rule, the most important one first. They are those that the server reports, except
 * for what only it knows: whether an address or a user name is taken, whether a password is common, whether a name is a link
 * or invisible, and the properties of characters that are not ASCII. What the server accepts is never among them.
 */
export function brokenBySignUp(request: SignUpRequest, rules: AppConfiguration, now: number): InvalidField[] {
  const password = request.password ?? "";
  const wrong = [
    ...wrongRole(request.role, rules), ...wrongProvider(rules), ...wrongDomain(request.email, rules),
    ...wrongPassword(password, "/password", rules), ...wrongUsername(request.username, rules),
    ...wrongPhone(request.phone, rules), ...wrongProfile(request.profile, rules), ...wrongStatement(request, rules, now),
  ];
  const omitted = missingFields(request, rules, now).filter((it) => !wrong.some((other) => other.pointer === it.pointer));
  const ranked = [...wrong, ...omitted].map((field, index) => ({ field, index }))
    .sort((one, other) => rank(one.field) - rank(other.field) || one.index - other.index).map((it) => it.field);
  return [...broken(request, formSchema("signUp")), ...ranked];
}

/** The rules that a new password breaks. */
export function brokenByPassword(password: string, pointer: string, rules: AppConfiguration): InvalidField[] {
  return [...broken(password, formSchema("newPassword"), pointer), ...wrongPassword(password, pointer, rules)];
}

/** The fields of a new client that break a rule. */
export function brokenByClient(client: NewClient, needsPhone: boolean, rules: AppConfiguration): InvalidField[] {
  const found = broken(client, formSchema("newClient"));
  if (!needsPhone || (client.phone && internationalPhone(client.phone, rules.profile))) return found;
  return [...found, invalid("/phone", "auth/invalid-phone-number", "should be a telephone number to send a text message to")];
}

function wrongRole(role: string | undefined, { roles }: AppConfiguration): InvalidField[] {
  if (role === undefined ? roles.signUp.length === 1 : roles.signUp.includes(role)) return [];
  return [invalid("/role", "auth/invalid-role", `should be one of: ${roles.signUp.join(", ")}`)];
}

function wrongProvider({ signIn }: AppConfiguration): InvalidField[] {
  return signIn.password ? [] : [invalid("/password", "auth/provider-not-enabled", "the policy has no passwords")];
}

function wrongDomain(email: string | undefined, { email: { allowedDomains } }: AppConfiguration): InvalidField[] {
  const address = trimmed(email ?? "");
  const domain = address.slice(address.indexOf("@") + 1).toLowerCase();
  const isJudged = !broken(address, formSchema("signUp").properties?.["email"] ?? {}).length && isASCII(domain);
  if (!allowedDomains || !isJudged || domain.includes("xn--") || allowedDomains.includes(domain)) return [];
  return [invalid("/email", "auth/email-domain-not-allowed", "the policy does not allow addresses of that domain")];
}

const KINDS: { readonly [kind: string]: { has: RegExp; detail: string } } = {
  upper: { has: /[A-Z]/, detail: "should have an upper-case letter" },
  lower: { has: /[a-z]/, detail: "should have a lower-case letter" },
  digit: { has: /[0-9]/, detail: "should have a digit" },
  letter: { has: /[A-Za-z]/, detail: "should have a letter" },
  symbol: { has: /[^A-Za-z0-9\s]/, detail: "should have a symbol" },
};

function wrongPassword(password: string, pointer: string, { signIn }: AppConfiguration): InvalidField[] {
  const rules = signIn.password;
  if (!rules || password === "") return [];
  const values = { min: String(rules.minLength) };
  const found: InvalidField[] = [];
  const wrong = (variant: string, detail: string) =>
    found.push({ pointer, code: "auth/weak-password", detail, variant, values });
  if (length(password.normalize("NFC")) < rules.minLength) {
    wrong("too-short", `should have ${rules.minLength} characters or more`);
  }
  for (const kind of rules.require) {
    const known = KINDS[kind];
    // Another character may be of any kind.
    if (known && isASCII(password) && !known.has.test(password)) wrong(`needs-${kind}`, known.detail);
  }
  return found;
}

function wrongUsername(username: string | undefined, { profile }: AppConfiguration): InvalidField[] {
  if (username === undefined || profile.username !== "off") return [];
  return [invalid("/username", "event/invalid", "the policy does not have user names")];
}

function wrongPhone(phone: string | undefined, { profile }: AppConfiguration): InvalidField[] {
  if (phone === undefined || internationalPhone(phone, profile)) return [];
  return [invalid("/phone", "auth/invalid-phone-number", "should be a telephone number, such as +1 555 123 4567")];
}

function fieldsOf({ profile }: AppConfiguration): { readonly [name: string]: Schema } {
  return profile.fields as { readonly [name: string]: Schema };
}

function wrongProfile(profile: Record<string, unknown> | undefined, rules: AppConfiguration): InvalidField[] {
  if (!profile) return [];
  const fields = fieldsOf(rules);
  const given = Object.fromEntries(Object.entries(profile).filter(([name, value]) => value !== null || !(name in fields)));
  const schema: Schema = { type: "object", properties: fields, additionalProperties: false };
  const ofInviters = Object.keys(profile).filter((name) => fields[name]?.["x-setBy"] === "inviter");
  const ofSchema = broken(given, schema, "/profile");
  const refused = (name: string) => invalid(`/profile/${name}`, "auth/permission-denied", "is set by inviters only");
  return [...ofSchema, ...ofInviters.map(refused)];
}

function wrongStatement(request: SignUpRequest, rules: AppConfiguration, now: number): InvalidField[] {
  const ofAge = wrongBirthDate(request.birthDate, rules, now);
  const version = request.consent?.version;
  const current = rules.consent.version;
  const isOther = current !== undefined && version !== undefined && version !== current;
  const ofVersion = isOther ? [invalid("/consent/version", "auth/consent-required", `should be "${current}"`)] : [];
  const isUnderage = ofAge.some((it) => it.code === "auth/underage-user");
  return [...ofAge, ...ofVersion, ...(isUnderage ? [] : wrongGuardian(request, rules, now))];
}

function wrongBirthDate(birthDate: string | undefined, { consent }: AppConfiguration, now: number): InvalidField[] {
  if (birthDate === undefined) return [];
  const years = age(trimmed(birthDate), now);
  if (years === null) return [invalid("/birthDate", "event/invalid", "should be a calendar date, such as 2010-05-31", "date")];
  if (years < 0 || years > 130) return [invalid("/birthDate", "event/invalid", "should be the birth date of a living person", "birth-date")];
  if (years >= (consent.minimumAge ?? 0)) return [];
  return [invalid("/birthDate", "auth/underage-user", `the policy requires a minimum age of ${consent.minimumAge}`)];
}

function wrongGuardian(request: SignUpRequest, rules: AppConfiguration, now: number): InvalidField[] {
  const { guardianEmail, version } = request.consent ?? {};
  const { parentalUnder } = rules.consent;
  if (!isMinor(request, rules, now)) return [];
  const wrong = (detail: string) => [invalid("/consent/guardianEmail", "auth/parental-consent-required", detail)];
  if (guardianEmail && request.email && isASCII(guardianEmail + request.email) && isSamePerson(guardianEmail, request.email)) {
    return wrong("should be the address of a parent or guardian, not the person's own address");
  }
  return version !== undefined && !guardianEmail
    ? wrong(`under ${parentalUnder}, the guardianEmail of a parent or guardian is required`) : [];
}

function isMinor(request: SignUpRequest, { consent }: AppConfiguration, now: number): boolean {
  const years = request.birthDate === undefined ? null : age(trimmed(request.birthDate), now);
  const isPlausible = years !== null && years >= (consent.minimumAge ?? 0) && years <= 130;
  return consent.parentalUnder !== undefined && isPlausible && years < consent.parentalUnder;
}

/** What the policy requires and the form does not have. */
function missingFields(request: SignUpRequest, rules: AppConfiguration, now: number): InvalidField[] {
  const { profile, consent } = rules;
  const found: InvalidField[] = [];
  if (profile.displayName === "required" && !request.displayName) {
    found.push(missing("/displayName", "auth/invalid-display-name"));
  }
  if (profile.username === "required" && !request.username) found.push(missing("/username", "event/invalid"));
  if (profile.phone === "required" && !request.phone) found.push(missing("/phone", "auth/invalid-phone-number"));
  const asksForAge = consent.minimumAge !== undefined || consent.parentalUnder !== undefined;
  if (asksForAge && request.birthDate === undefined) found.push(missing("/birthDate", "event/invalid"));
  if (consent.version !== undefined && request.consent?.version !== consent.version) {
    found.push(missing("/consent/version", "auth/consent-required"));
  } else if (isMinor(request, rules, now) && !request.consent?.guardianEmail) {
    found.push(missing("/consent/guardianEmail", "auth/parental-consent-required"));
  }
  for (const [name, schema] of Object.entries(fieldsOf(rules))) {
    const isAsked = schema["x-required"] === true && schema["x-setBy"] !== "inviter";
    const value = request.profile?.[name];
    if (isAsked && (value === undefined || value === null)) found.push(missing(`/profile/${name}`, "event/invalid"));
  }
  return found;
}
