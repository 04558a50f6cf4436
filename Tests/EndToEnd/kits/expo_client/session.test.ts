// SPDX-License-Identifier: Apache-2.0

import { deepEqual, equal, ok } from "node:assert/strict";
import { test } from "node:test";
import { Auth, createAuth, memoryStore, VestibuleError } from "../src";
import type { TextStore, Tokens } from "../src";

const URL = "https://app.example.com";

/** Tokens of a person: the access token is `NAME-NUMBER`. */
function tokens(name: string, number: number, end = "2999-01-01T00:00:00Z"): Tokens {
  return { accessToken: `${name}-${number}`, accessTokenExpiresAt: end, refreshToken: `${name}-refresh-${number}` } as Tokens;
}
const ENDED = "2000-01-01T00:00:00Z";

interface Answer { status?: number; body: unknown }
interface Call { path: string; token: string | null; refreshToken: string | null; key: string | null }

const granted = (body: unknown): Answer => ({ body });
function refused(code: string, status = 401): Answer {
  return { status, body: { error: { code, status, title: "", detail: "", userMessage: "No.", retryable: false } } };
}
const signedIn = (session: Tokens) =>
  granted({ account: { id: "1", role: "client" }, session, state: "signedIn", missing: [], invitations: [] });
const challenged = granted({ state: "factorRequired", missing: [], challenge: "c", factors: [] });

/** A server whose answers a test gives, by path. */
class Server {
  readonly calls: Call[] = [];

  constructor(private readonly answer: (call: Call) => Answer | Promise<Answer>) {}

  readonly fetch = (async (input: unknown, init: RequestInit) => {
    const headers = init.headers as Record<string, string>;
    const call = {
      path: String(input).slice(URL.length), token: headers["Authorization"]?.slice(7) ?? null,
      refreshToken: init.body ? JSON.parse(String(init.body)).refreshToken ?? null : null, key: headers["Idempotency-Key"] ?? null,
    };
    this.calls.push(call);
    const { status = 200, body } = await this.answer(call);
    return { status, headers: { get: () => null }, text: async () => JSON.stringify(body) };
  }) as unknown as typeof fetch;

  auth(store?: TextStore): Auth {
    return createAuth({ url: URL, fetch: this.fetch, sleep: async () => {}, ...(store && { tokens: store }) });
  }

  tokens(path: string): (string | null)[] {
    return this.calls.filter((it) => it.path === path).map((it) => it.token);
  }
}

/** Something that happens when a test says so. */
function gate(): { isOpen: Promise<void>; open: () => void } {
  let open = () => {};
  const isOpen = new Promise<void>((resolve) => (open = resolve));
  return { isOpen, open };
}

async function turns(): Promise<void> {
  for (let count = 0; count < 50; count++) await Promise.resolve();
}

const kind = (error: unknown) => (error as VestibuleError).kind;

test("a call is never repeated with the tokens of the person who signs in while it runs", async () => {
  const late = gate();
  const server = new Server(async ({ path, token }) => {
    if (path === "/sign-out") return granted({ ended: 1 });
    if (token === "ada-1") await late.isOpen;
    return token === "ada-1" ? refused("auth/token-expired") : granted({ clients: [] });
  });
  const { session } = server.auth();
  await session.begin(tokens("ada", 1));
  const listed = session.call("list-clients", {}).then(() => "answered", kind);
  await turns();
  await session.signOut();
  await session.begin(tokens("bea", 1));
  late.open();
  deepEqual([await listed, server.tokens("/list-clients")], ["signedOut", ["ada-1"]]);
  await session.call("list-clients", {});
  deepEqual(server.tokens("/list-clients"), ["ada-1", "bea-1"]);
});

/** A server that rotates tokens, and ends the session if a refresh token is used twice. */
function rotating(ends: string[] = []): Server {
  let number = 1;
  return new Server(({ path, token, refreshToken }) => {
    if (path === "/sign-out") return granted({ ended: 1 });
    if (path !== "/refresh-session") return token === `ada-${number}` ? granted({ clients: [] }) : refused("auth/token-expired");
    if (refreshToken !== `ada-refresh-${number}`) {
      ends.push(refreshToken ?? "");
      return refused("auth/session-revoked");
    }
    number++;
    return granted({ session: tokens("ada", number) });
  });
}

test("two tabs share one session: the second one takes the tokens that the first one has refreshed", async () => {
  const [ends, store] = [[] as string[], memoryStore()];
  const server = rotating(ends);
  const [first, second] = [server.auth(store).session, server.auth(store).session];
  await first.begin(tokens("ada", 1, ENDED));
  ok(await second.restore());
  await first.call("list-clients", {});
  await second.call("list-clients", {});
  // Also if the device's clock says that the tokens have not ended.
  deepEqual([ends, server.tokens("/refresh-session").length], [[], 1]);
  deepEqual([first.isSignedIn, second.isSignedIn, server.tokens("/list-clients")], [true, true, ["ada-2", "ada-2"]]);
});

test("a tab repeats the refresh that another tab has begun, with its key", async () => {
  const [late, store] = [gate(), memoryStore()];
  const server = new Server(async ({ path }) => {
    if (path === "/refresh-session") await late.isOpen;
    return granted(path === "/refresh-session" ? { session: tokens("ada", 2) } : { clients: [] });
  });
  const [first, second] = [server.auth(store).session, server.auth(store).session];
  await first.begin(tokens("ada", 1, ENDED));
  await second.restore();
  const calls = [first.call("list-clients", {})];
  await turns();
  calls.push(second.call("list-clients", {}));
  await turns();
  late.open();
  await Promise.all(calls);
  const keys = server.calls.filter((it) => it.path === "/refresh-session").map((it) => it.key);
  deepEqual([keys.length, new Set(keys).size], [2, 1]);
});

test("a tab whose tokens are refused leaves the later tokens of another tab", async () => {
  const store = memoryStore();
  const server = new Server(({ token }) => (token === "ada-1" ? refused("auth/session-revoked") : granted({ clients: [] })));
  const [first, second] = [server.auth(store).session, server.auth(store).session];
  await first.begin(tokens("ada", 1));
  await second.restore();
  await second.begin(tokens("ada", 2));
  await first.call("list-clients", {}).catch(kind);
  deepEqual([first.isSignedIn, second.isSignedIn], [false, true]);
  ok((await store.read("vestibule.session"))?.includes("ada-refresh-2"));
  // Who signs out is signed out in the browser, whichever tab has refreshed last.
  const third = server.auth(store).session;
  await third.restore();
  await third.signOut();
  equal(await store.read("vestibule.session"), null);
});

test("a tab neither uses nor overwrites the session that another person has begun in another tab", async () => {
  const store = memoryStore();
  const server = rotating();
  const [first, second] = [server.auth(store).session, server.auth(store).session];
  await first.begin(tokens("ada", 1, ENDED));
  await second.begin(tokens("bea", 1));
  await first.call("list-clients", {});
  deepEqual(server.tokens("/list-clients"), ["ada-2"]);
  ok((await store.read("vestibule.session"))?.includes("bea-refresh-1"));
});

test("a tab that handles the answer to a refresh late leaves the later tokens of another tab, and takes them", async () => {
  const store = memoryStore();
  const NAME = "vestibule.session";
  const put = async (change: object | null) =>
    store.write(NAME, change && JSON.stringify({ ...JSON.parse((await store.read(NAME)) ?? "{}"), refreshKey: undefined, ...change }));
  let another: object | null = { tokens: tokens("ada", 3) };
  const server = new Server(async ({ path }) => {
    if (path !== "/refresh-session") return granted({ clients: [] });
    await put(another);
    return granted({ session: tokens("ada", 2) });
  });
  const { session } = server.auth(store);
  await session.begin(tokens("ada", 1, ENDED));
  equal(await session.accessToken(), "ada-3");
  ok((await store.read(NAME))?.includes("ada-refresh-3"));

  // If the other tab has signed out, nothing is brought back.
  const ended: unknown[] = [];
  session.subscribe((change) => ended.push(change));
  await put({ tokens: tokens("ada", 3, ENDED) });
  await session.begin(tokens("ada", 4, ENDED));
  another = null;
  equal(await session.accessToken().catch(kind), "signedOut");
  deepEqual([session.isSignedIn, await store.read(NAME)], [false, null]);
  deepEqual(ended, [{ kind: "began" }, { kind: "ended", reason: null }]);

  // Nor is anything sent afterwards.
  await session.begin(tokens("ada", 5, ENDED));
  await store.write(NAME, null);
  server.calls.length = 0;
  equal(await session.accessToken().catch(kind), "signedOut");
  deepEqual([session.isSignedIn, server.calls.length], [false, 0]);
});

test("an invitation is kept until the second factor has been passed", async () => {
  let isRight = false;
  const server = new Server(({ path }) => {
    if (path === "/accept-invitation" || path === "/sign-in") return challenged;
    return isRight ? signedIn(tokens("kim", 1)) : refused("auth/invalid-code");
  });
  const auth = server.auth();
  auth.openInvitation("ABC");
  // The answer to another challenge accepts nothing.
  ok(await auth.signIn({ email: "kim@example.com", password: "x" }));
  isRight = true;
  ok(await auth.answer({ challenge: "c", code: "1" } as never));
  equal(auth.snapshot.invitation, "ABC");
  await auth.session.signOut();

  isRight = false;
  ok(await auth.accept({ password: "x" }));
  deepEqual([auth.snapshot.status, auth.snapshot.invitation], ["challenged", "ABC"]);
  ok(!(await auth.answer({ challenge: "c", code: "0" } as never)));
  equal(auth.snapshot.invitation, "ABC");
  isRight = true;
  ok(await auth.answer({ challenge: "c", code: "1" } as never));
  deepEqual([auth.snapshot.status, auth.snapshot.invitation], ["signedIn", null]);
});

test("an invitation that has ended is shown no longer, and one that the person may still accept is", async () => {
  for (const [code, left] of [
    ["invitation/expired", null], ["invitation/revoked", null], ["invitation/already-accepted", null], ["invitation/full", "ABC"],
    ["auth/weak-password", "ABC"],
  ] as const) {
    const store = memoryStore();
    const auth = new Server(() => refused(code, 410)).auth(store);
    auth.openInvitation("ABC");
    ok(!(await auth.accept({ newPassword: "x" })));
    deepEqual([auth.snapshot.invitation, auth.snapshot.message], [left, "No."], code);
    equal(await store.read("vestibule.invitation"), left);
    // The refusal of another invitation says nothing about the one of the link.
    auth.openInvitation("ABC");
    ok(!(await auth.accept({ code: "XYZ", newPassword: "x" })) && !(await auth.accept({ invitationId: "i", newPassword: "x" })));
    equal(auth.snapshot.invitation, "ABC");
  }
});

test("a refresh does not replace the tokens that a new proof has given in between", async () => {
  const late = gate();
  const server = new Server(async ({ path, token }) => {
    if (path === "/reauthenticate") return granted({ session: tokens("ada", 9) });
    if (path !== "/refresh-session") return token === "ada-9" ? granted({ clients: [] }) : refused("auth/token-expired");
    await late.isOpen;
    return granted({ session: tokens("ada", 2) });
  });
  const { session } = server.auth();
  await session.begin(tokens("ada", 1));
  const listed = session.call("list-clients", {});
  await turns();
  await session.call("reauthenticate", { password: "x" });
  late.open();
  await listed;
  equal(await session.accessToken(), "ada-9");
});

test("whoever signs out while the tokens are stored stays signed out", async () => {
  const [late, store] = [gate(), memoryStore()];
  const slow: TextStore = { read: store.read, write: (name, text) => late.isOpen.then(() => store.write(name, text)) };
  const auth = new Server(({ path }) => (path === "/sign-in" ? signedIn(tokens("ada", 1)) : granted({ ended: 1 }))).auth(slow);
  const entered = auth.signIn({ email: "ada@example.com", password: "x" });
  await turns();
  const signedOut = auth.signOut();
  await turns();
  late.open();
  await Promise.all([entered, signedOut]);
  deepEqual([auth.snapshot.status, auth.snapshot.account, auth.session.isSignedIn], ["signedOut", null, false]);
});

test("a call that waits for a short time does not shorten the refresh that others wait for", async () => {
  let attempts = 0;
  const server = new Server(({ path }) => {
    if (path !== "/refresh-session") return granted({ clients: [] });
    if (++attempts < 3) throw new TypeError("Network request failed");
    return granted({ session: tokens("ada", 2) });
  });
  const { session } = server.auth();
  await session.begin(tokens("ada", 1, ENDED));
  await Promise.all([session.call("list-clients", {}, { attempts: 1, timeoutSeconds: 5 }), session.call("list-clients", {})]);
  deepEqual([attempts, server.tokens("/list-clients")], [3, ["ada-2", "ada-2"]]);
});

test("a second tap has the same key if the first one was not answered, and another one after a decision", async () => {
  const page: Answer = { status: 520, body: "<html>" };
  const deadline: Answer = { status: 504, body: { error: { code: "service/deadline", status: 504, userMessage: "No.", retryable: true } } };
  const lost = () => { throw new TypeError("Network request failed"); };
  for (const [first, keys] of [
    [() => page, 1], [() => deadline, 1], [() => refused("service/internal", 500), 1], [lost, 1], [() => refused("auth/weak-password", 422), 2],
  ] as const) {
    let isDown = true;
    const server = new Server(({ path }) => {
      if (path === "/accept-invitation" || path === "/complete-account") return isDown ? first() : refused("auth/code-invalid", 422);
      return granted({ account: { id: "1", role: "client" }, state: "signedIn", missing: [], invitations: [] });
    });
    const auth = server.auth();
    const tap = async () => {
      await auth.accept({ code: "ABC", newPassword: "x" });
      isDown = false;
      await auth.accept({ code: "ABC", newPassword: "x" });
      isDown = true;
    };
    await tap();
    equal(new Set(server.calls.map((it) => it.key)).size, keys, String(first));
    // Other data is another call, and so is the same data after it was answered.
    await auth.accept({ code: "ABC", newPassword: "y" });
    equal(new Set(server.calls.map((it) => it.key)).size, keys + 1);
    // Also with the session.
    await auth.session.begin(tokens("ada", 1));
    server.calls.length = 0;
    await auth.complete({ displayName: "Kim" });
    isDown = false;
    await auth.complete({ displayName: "Kim" });
    equal(new Set(server.calls.map((it) => it.key)).size, keys, String(first));
  }
});
