// SPDX-License-Identifier: Apache-2.0

// Prints what the forms say about many inputs, one line of JSON each. The Python test asks the server about the same.
// The server judges a request that breaks a schema, or has a date that is none, by that alone (`early`).

import { clientProblems, signUpProblems, signUpRequest } from "../src";
import type { AppConfiguration, NewClient, SignUpFields } from "../src";
import { shown } from "../src/forms/field";
import { broken, formSchema } from "../src/forms/schema";

const configuration: AppConfiguration = JSON.parse(process.env["CONFIGURATION"] ?? "{}");
const now = Date.now();

/** The same numbers in every run (mulberry32). */
let state = Number(process.env["SEED"] ?? 1);
function random(): number {
  state = (state + 0x6d2b79f5) | 0;
  let value = Math.imul(state ^ (state >>> 15), 1 | state);
  value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
  return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
}

function pick<Value>(values: readonly Value[]): Value {
  return values[Math.floor(random() * values.length)] as Value;
}

const EMAILS = [
  "kim@example.com", "KIM@EXAMPLE.COM", "kim@ksu.edu", "kim@bücher.example", "kim", "", "kim@", "a b@example.com", "kim@exa_mple.com",
  "kim@-x.com", "kim@example", "k\u200bim@example.com", "kim@xn--a.com", "kim@faß.de", `${"k".repeat(65)}@example.com`,
  "kim+tag@example.com", "\"kim\"@example.com", "kim@ex\u00adample.com", " kim@example.com ", "kim@1.2.3.4", "kim@a..b.com",
];
const PASSWORDS = [
  "Correct horse 7!", "correct horse", "short", "", "12345678", "password", "PASSWORD1", "ünïcödé pässwörd 9", "а б в г д е 1",
  "line\nbreak 7A", "x".repeat(200), "x".repeat(257), "abcdefg1", "       8", "😀😀😀😀😀😀😀😀",
];
const NAMES = [
  "Kim", "", " ", "Ada Lovelace", "evil.com", "www.evil", "see http://x", "kim@x", "\u200b", "\u0301", "Nguyễn Văn A", "名前",
  "a\u0007b", "n".repeat(201), "mailto:x", "K\u202eim", "👩‍👩‍👧",
];
const PHONES = [
  "", "(555) 123-4567", "555 1234567", "+49 30 901820", "0049 30 901820", "12", "abc", "+1 555", "5551234567", "+0 123 456 789",
  "1 (555) 123-4567", "(555) 123-456789012345",
];
const PROFILES = [{}, { classYear: 2 }, { classYear: 9 }, { classYear: "2" }, { unknown: true }, { notes: null }];
const DOMAIN = configuration.email.allowedDomains?.[0] ?? "example.com";

for (let count = 0; count < Number(process.env["COUNT"] ?? 0); count++) {
  const ordinary: SignUpFields = {
    email: `kim${count}@${DOMAIN}`, password: "Correct horse 7!", displayName: "Kim", phone: "(555) 123-4567", birthDate: "1990-05-31",
    agreesToTerms: true, guardianEmail: "mum@example.org", role: configuration.roles.signUp[0] ?? "",
    ...("classYear" in configuration.profile.fields && { profile: { classYear: 2 } }),
  };
  const wild: Required<Omit<SignUpFields, "confirmation">> = {
    email: pick(EMAILS), password: pick(PASSWORDS), displayName: pick(NAMES), phone: pick(PHONES),
    username: pick(["kim", "Kim K", "ａｄａ", "k@m", "x".repeat(65), "ẞeta", "ki"]),
    birthDate: pick(["", "2012-01-01", "2020-02-30", "1800-01-01", "2990-01-01", "soon", "2012-1-1"]),
    agreesToTerms: false, guardianEmail: pick(["", "kim+mum@example.com", `KIM${count}@${DOMAIN}`, "no"]),
    role: pick([...configuration.roles.signUp, "emperor"]), profile: pick(PROFILES),
  };
  // Most people make one mistake.
  const mistakes = Object.entries(wild).filter(() => random() < 0.15);
  const fields: SignUpFields = { ...ordinary, ...Object.fromEntries(mistakes) };
  const request = signUpRequest(fields, configuration);
  const problems = signUpProblems(fields, configuration, now);
  const ofSchema = shown(broken(request, formSchema("signUp")), configuration.messages);
  const ofCalendar = problems.filter((it) => it.detail.includes("calendar date"));
  console.log(JSON.stringify({ function: "sign-up", request, problems, early: ofSchema.length > 0 ? ofSchema : ofCalendar }));
  const wildClient = { name: pick(NAMES), email: pick(EMAILS), phone: pick(PHONES), notes: pick(["a\u0007b", "a\nb", ""]) };
  const wrong = Object.entries(wildClient).filter(() => random() < 0.25);
  const client: NewClient = { name: "Kim", email: `client${count}@example.com`, ...Object.fromEntries(wrong) };
  console.log(JSON.stringify({
    function: "send-invitation", request: { client, deliver: "link" }, problems: clientProblems(client, configuration),
    early: [],
  }));
}
