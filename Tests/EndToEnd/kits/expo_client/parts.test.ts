// SPDX-License-Identifier: Apache-2.0

import { deepEqual, equal, ok } from "node:assert/strict";
import { test } from "node:test";
import * as SecureStore from "expo-secure-store";
import {
  appLink, Client, createAuth, internationalPhone, invitationCode, invitationCodeOfReferrer, memoryStore, passwordProblems,
  passwordStrength, phoneText, secureStore, VestibuleError,
} from "../src";
import type { AppConfiguration } from "../src";
import { text } from "../src/texts";

const CODES: string[] = JSON.parse(process.env["CODES"] ?? "[]");
const TOKENS = { accessToken: "a", accessTokenExpiresAt: "2999-01-01T00:00:00Z", refreshToken: "r" };

/** A server that answers every call alike. */
function answering(status: number, body: unknown, calls: RequestInit[] = []): typeof fetch {
  return (async (_url: unknown, init: RequestInit) => {
    calls.push(init);
    return { status, headers: { get: () => null }, text: async () => JSON.stringify(body) };
  }) as unknown as typeof fetch;
}

test("calls have random ids without a global crypto, as in Hermes", async () => {
  const calls: RequestInit[] = [];
  const crypto = Object.getOwnPropertyDescriptor(globalThis, "crypto");
  Object.defineProperty(globalThis, "crypto", { value: undefined, configurable: true });
  try {
    const client = new Client({ url: "https://app.example.com", fetch: answering(200, {}, calls) });
    for (let count = 0; count < 200; count++) await client.call("sign-out", {});
  } finally {
    if (crypto) Object.defineProperty(globalThis, "crypto", crypto);
    else delete (globalThis as { crypto?: unknown }).crypto;
  }
  const keys = calls.map((it) => (it.headers as Record<string, string>)["Idempotency-Key"] ?? "");
  equal(new Set(keys).size, 200);
  ok(keys.every((it) => /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(it)), keys[0]);
});

test("of all refusals only those about the session end it", async () => {
  const ending: string[] = [];
  for (const code of CODES) {
    const problem = { code, status: 400, title: "", detail: "", userMessage: "No.", retryable: false };
    const tokens = memoryStore();
    const auth = createAuth({ url: "https://app.example.com", tokens, fetch: answering(400, { error: problem }) });
    await auth.session.begin(TOKENS as never);
    const failure = await auth.call("list-clients", {}).catch((error: VestibuleError) => error);
    ok(failure instanceof VestibuleError);
    // The refresh that follows `auth/token-expired` is refused alike, and does not end the session either.
    if (!auth.session.isSignedIn) ending.push(code);
    equal((await tokens.read("vestibule.session")) === null, !auth.session.isSignedIn, code);
  }
  deepEqual(ending.sort(), ["auth/session-expired", "auth/session-revoked", "auth/unauthenticated"]);
});

test("a refresh is also ended by an account that is turned off or gone, and by nothing else", async () => {
  const ending: string[] = [];
  for (const code of CODES.filter((it) => it !== "event/id-conflict")) {
    const problem = { code, status: 400, title: "", detail: "", userMessage: "No.", retryable: false };
    const auth = createAuth({ url: "https://app.example.com", fetch: answering(400, { error: problem }) });
    await auth.session.begin({ ...TOKENS, accessTokenExpiresAt: "2000-01-01T00:00:00Z" } as never);
    await auth.call("list-clients", {}).catch(() => null);
    if (!auth.session.isSignedIn) ending.push(code);
  }
  const expected = ["session-expired", "session-revoked", "unauthenticated", "user-disabled", "user-not-found"];
  deepEqual(ending.sort(), expected.map((it) => `auth/${it}`));
});

test("if the device's clock is wrong, calls are repeated with their keys after one refresh", async () => {
  const late = { code: "auth/token-expired", status: 401, title: "", detail: "", userMessage: "Again.", retryable: true };
  const refused = answering(401, { error: late });
  const calls: [string, string | undefined][] = [];
  const fetch: typeof globalThis.fetch = (input, init) => {
    const headers = init?.headers as Record<string, string>;
    const path = String(input).replace("https://app.example.com", "");
    calls.push([path, headers["Idempotency-Key"]]);
    if (path === "/refresh-session") return answering(200, { session: { ...TOKENS, accessToken: "b" } })(input, init);
    return headers["Authorization"] === "Bearer b" ? answering(200, { clients: [] })(input, init) : refused(input, init);
  };
  const auth = createAuth({ url: "https://app.example.com", fetch });
  await auth.session.begin(TOKENS as never);
  await Promise.all([1, 2, 3].map(() => auth.call("list-clients", {})));
  const keys = calls.filter(([path]) => path === "/list-clients").map(([, key]) => key);
  deepEqual([calls.length, keys.length, new Set(keys).size], [7, 6, 3]);
});

/** The tokens that the server issues at a time, valid for an hour. */
function issued(number: number, now: number): typeof TOKENS {
  const claims = JSON.stringify({ sub: "1", name: "Zoë 😀", iat: now / 1000 });
  const payload = Buffer.from(claims).toString("base64url");
  return {
    accessToken: `e30.${payload}.${number}`, accessTokenExpiresAt: new Date(now + 3_600_000).toISOString(), refreshToken: `r${number}`,
  };
}

test("tokens are refreshed once in their time, however many hours the device's clock is wrong, also after a restart", async () => {
  for (const hours of [2, 48, -2, -48]) {
    let [time, number] = [1_795_000_000_000, 1];
    const [refused, tokens] = [[] as string[], memoryStore()];
    let end = 0;
    const fetch: typeof globalThis.fetch = (input, init) => {
      if (String(input).endsWith("/refresh-session")) {
        end = time + 3_600_000;
        return answering(200, { session: issued(++number, time) })(input, init);
      }
      if (time < end) return answering(200, { clients: [] })(input, init);
      refused.push(String(input));
      return answering(401, { error: { code: "auth/token-expired", status: 401, userMessage: "Again." } })(input, init);
    };
    const started = () => createAuth({ url: "https://app.example.com", fetch, tokens, now: () => time + hours * 3_600_000 });
    let auth = started();
    end = time + 3_600_000;
    await auth.session.begin(issued(number, time) as never);
    for (let count = 0; count < 5; count++) await auth.call("list-clients", {});
    auth = started();
    for (let count = 0; count < 5; count++) await auth.call("list-clients", {});
    deepEqual([hours, number, refused.length], [hours, 1, 0]);
    time += 3_590_000;
    for (let count = 0; count < 5; count++) await auth.call("list-clients", {});
    deepEqual([hours, number, refused.length, auth.session.isSignedIn], [hours, 2, 0, true]);
  }
});

test("a lost connection and the status 503 are repeated with the same key, other answers are not", async () => {
  const problem = { code: "service/unavailable", status: 503, title: "", detail: "", userMessage: "Later.", retryable: true };
  for (const [fetch, attempts, kind] of [
    [answering(503, { error: problem }), 5, "refused"], [answering(502, "<html>"), 5, "unreachable"],
    [answering(200, "<html>"), 1, "unintelligible"], [answering(429, { error: { ...problem, status: 429 } }), 1, "refused"],
    [answering(503, { error: { ...problem, retryAfter: 60 } }), 1, "refused"],
  ] as const) {
    const calls: RequestInit[] = [];
    const client = new Client({
      url: "https://app.example.com", sleep: async () => {}, fetch: (input, init) => (calls.push(init ?? {}), fetch(input, init)),
    });
    const error = await client.call("sign-out", {}).catch((it: VestibuleError) => it);
    ok(error instanceof VestibuleError);
    deepEqual([calls.length, error.kind], [attempts, kind]);
    equal(new Set(calls.map((it) => (it.headers as Record<string, string>)["Idempotency-Key"])).size, 1);
  }
});

test("values of any length are split into parts that the keychain takes", async () => {
  const store = secureStore(SecureStore);
  const { items } = SecureStore.device;
  items.clear();
  for (const unit of ["a", "ü", "€", "😀", "a😀"]) {
    for (const count of [0, 1, 500, 511, 512, 682, 683, 1023, 1024, 2046, 2047, 2048, 2049, 5000, 1]) {
      const value = unit.repeat(count);
      await store.write("name", value);
      ok((await store.read("name")) === value, `${unit} ${count}`);
      const parts = Math.max(1, Math.ceil(Buffer.byteLength(value) / 2000));
      ok(items.size <= parts + 2, `${items.size} values for ${Buffer.byteLength(value)} bytes`);
    }
  }
  await store.write("name", null);
  deepEqual([await store.read("name"), items.size], [null, 0]);
});

test("killed while a value is written, the app reads the earlier one or the new one", async () => {
  const { device } = SecureStore;
  const values = ["short", "x".repeat(5000), "y".repeat(9000), "z".repeat(3000), "short again", ""];
  for (const old of values) {
    for (const value of values) {
      for (let operations = 0; operations < 20; operations++) {
        device.items.clear();
        await secureStore(SecureStore).write("name", old);
        device.operations = operations;
        const isWritten = await secureStore(SecureStore).write("name", value).then(() => true, () => false);
        device.operations = Infinity;
        const read = await secureStore(SecureStore).read("name");
        ok(read === value || (!isWritten && read === old), `${old.length} ${value.length} ${operations}: ${read?.length}`);
      }
    }
  }
});

test("the value that is written last stays, whoever waits", async () => {
  SecureStore.device.items.clear();
  const store = secureStore(SecureStore);
  void store.write("name", "a".repeat(9000));
  void store.write("name", "b");
  await store.write("name", null);
  deepEqual([await store.read("name"), SecureStore.device.items.size], [null, 0]);
});

test("links", () => {
  const owner = { app: { name: "PFA", urlScheme: "pfa" }, publicURL: "https://pfa.example/app" };
  for (const [url, found] of [
    ["https://pfa.example/app/invite?code=abc", { kind: "invitation", code: "ABC" }],
    ["https://PFA.example:443/app/invite?x=1&code=abc#top", { kind: "invitation", code: "ABC" }],
    ["https://pfa.example/app/join?code=abc", { kind: "invitation", code: "ABC" }],
    ["PFA://invite?code=abc", { kind: "invitation", code: "ABC" }],
    ["pfa:///invite?code=abc", { kind: "invitation", code: "ABC" }],
    ["pfa://verify-email?code=abc", { kind: "emailVerification", code: "abc" }],
    ["pfa://reset-password/?code=%41bc", { kind: "passwordReset", code: "Abc" }],
    ["pfa://sign-in-code?code=1234-5678", { kind: "signIn", code: "1234-5678" }],
    ["https://pfa.example/invite?code=abc", null], ["http://pfa.example/app/invite?code=abc", null],
    ["https://pfa.example@evil.example/app/invite?code=abc", null], ["https://pfa.example.evil.example/app/invite?code=abc", null],
    ["https://pfa.example:8443/app/invite?code=abc", null], ["https://pfa.example/app/x/invite?code=abc", null],
    ["other://invite?code=abc", null], ["pfa://constructor?code=abc", null], ["pfa://invite?code=", null],
    ["pfa://invite?code=%zz", null], ["pfa://invite?code=a%20b", null], ["pfa://invite", null], ["mailto:kim@example.com", null],
    [`pfa://invite?code=${"a".repeat(129)}`, null], ["", null],
  ] as const) deepEqual(appLink(url, owner), found, url);
  deepEqual(appLink("https://any.example/invite?code=a"), { kind: "invitation", code: "A" });
  equal(appLink("http://any.example/invite?code=a"), null);
});

test("codes that people paste, and those of the referrer", () => {
  const long = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  for (const [pasted, code] of [
    ["7k3m-q9xa", "7K3M-Q9XA"], [" 7K3MQ9XA\n", "7K3MQ9XA"], [long.toLowerCase(), long], ["hello", null], ["", null],
    ["7K3M Q9XA", null], [`Look: <https://pfa.example/invite?code=${long}>.`, long], ["https://pfa.example/help", null],
  ] as const) equal(invitationCode(pasted), code, pasted);
  for (const [referrer, code] of [
    [`code=${long}`, long], [`code=${long}&utm_source=x`, long], ["utm_source=google-play&utm_medium=organic", null],
    ["code=", null], ["code=no%20code", null], [null, null],
  ] as const) equal(invitationCodeOfReferrer(referrer), code, String(referrer));
});

const RULES = {
  locale: "de", signIn: { providers: [], mailedCode: false, password: { minLength: 8, require: ["digit"], denyCommon: true } },
  profile: { callingCode: "1", foreignPhones: "allowed" },
  messages: { "auth/weak-password": "Schwach.", "auth/weak-password/too-short": "Mindestens {min} Zeichen." },
} as unknown as AppConfiguration;

test("a new password has one problem, two that differ another, and the meter rises with it", () => {
  deepEqual(passwordProblems("short", RULES, "shirt").map((it) => [it.pointer, it.userMessage]), [
    ["/newPassword", "Mindestens 8 Zeichen."], ["/confirmation", "Die Passwörter stimmen nicht überein."],
  ]);
  deepEqual(passwordProblems("correct horse 7", RULES, "correct horse 7"), []);
  // Whether another character is a digit, only the server knows.
  deepEqual(["correct horse", "correct hörse"].map((it) => passwordProblems(it, RULES).length), [1, 0]);
  const steps = ["short1", "aaaaaaaa1", "kitten92x", "kitten92xPQ7", "kitten92xPQ7!vm2Z"].map((it) => passwordStrength(it, RULES));
  deepEqual(steps, [0, 1, 2, 3, 4]);
});

test("telephone numbers as typed", () => {
  for (const typed of ["(555) 123-4567", "555.123.4567", "1 555 123 4567", "+1 (555) 123-4567", "001 555 123 4567"]) {
    equal(internationalPhone(typed, RULES.profile), "+15551234567", typed);
  }
  for (const typed of ["", "12", "+0 123 456 789", "abc", "+1 555"]) equal(internationalPhone(typed, RULES.profile), null, typed);
  for (const [typed, shown] of [
    ["5", "(5"], ["5551", "(555) 1"], ["5551234567", "(555) 123-4567"], ["+49 30", "+49 30"], ["", ""],
  ] as const) equal(phoneText(typed, "1"), shown);
  equal(phoneText("030 901820", "49"), "030 901820");
});

test("every own text is there in three languages", () => {
  for (const name of ["offline", "unreachable", "unintelligible", "signedOut", "cancelled", "storage", "differentPasswords"] as const) {
    const texts = ["en", "de-AT", "es_MX", "fr", undefined].map((language) => text(name, language));
    equal(new Set(texts).size, 3, name);
    ok(texts[0] === texts[3] && texts[3] === texts[4]);
  }
});

test("neither a slow Google Play nor a broken keychain delays the start, and rules are read nevertheless", async () => {
  const rules = { locale: "en", roles: { inviter: "trainer" } };
  const tokens = { read: async () => Promise.reject(new Error("locked")), write: async () => {} };
  const auth = createAuth({
    url: "https://app.example.com", tokens, referrer: () => new Promise(() => {}), fetch: answering(200, rules),
  });
  void auth.start();
  for (let turn = 0; turn < 200 && !auth.snapshot.configuration; turn++) await Promise.resolve();
  deepEqual([auth.snapshot.status, auth.snapshot.failure?.kind], ["signedOut", "storage"]);
  deepEqual(auth.snapshot.configuration, rules);
});

test("a failure to store tokens is reported, and the person is signed in nevertheless", async () => {
  const tokens = { read: async () => null, write: async () => Promise.reject(new Error("full")) };
  const body = { account: { id: "1", role: "trainer" }, session: TOKENS, state: "signedIn", missing: [], invitations: [] };
  const auth = createAuth({ url: "https://app.example.com", language: "de", tokens, fetch: answering(200, body) });
  ok(await auth.signIn({ email: "kim@example.com", password: "x" }));
  deepEqual([auth.snapshot.status, auth.snapshot.failure?.kind], ["signedIn", "storage"]);
  ok(auth.snapshot.message?.startsWith("Dieses Gerät"));
});
