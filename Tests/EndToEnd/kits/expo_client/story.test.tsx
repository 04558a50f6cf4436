// SPDX-License-Identifier: Apache-2.0

import AsyncStorage from "@react-native-async-storage/async-storage";
import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import { createServer } from "node:net";
import { test } from "node:test";
import { play } from "expo-application";
import { phone } from "expo-linking";
import { front } from "react-native";
import { device } from "expo-secure-store";
import { createAuth, createBrowserAuth, VestibuleError } from "../src";
import { address, App, PASSWORD, URL } from "./support";

/** A trainer who is signed in on the phone. */
async function trainer(): Promise<App> {
  const app = await App.installed();
  const [email, password] = [address("ada"), PASSWORD];
  const isGranted = await app.act(() => app.auth.signUp({ email, password, role: "trainer", displayName: "Ada" }));
  ok(isGranted, app.used.message ?? "");
  return app;
}

const ID_TOKENS: string[] = JSON.parse(process.env["ID_TOKENS"] ?? "[]");

/** A trainer whose provider has verified the address, and who may therefore invite. */
async function inviter(): Promise<App> {
  const app = await App.installed();
  const identity = { provider: "google", idToken: ID_TOKENS.pop() ?? "" };
  ok(await app.act(() => app.auth.signIn({ identity, as: "trainer" })), app.used.message ?? "");
  return app;
}

/** The link of an invitation. */
async function invitation(app: App, email = address("kim")): Promise<string> {
  const sent = await app.act(() =>
    app.auth.call("send-invitation", { client: { name: "Kim", email }, deliver: "link" }));
  ok(sent.link);
  return sent.link;
}

test("a trainer signs up, signs out, signs in with a password and is shown as an inviter", async () => {
  const app = await trainer();
  deepEqual([app.used.status, app.used.isInviter, app.used.message], ["signedIn", true, null]);
  const email = app.used.account?.email ?? "";
  ok(await app.act(() => app.auth.signOut()));
  deepEqual([app.used.status, app.stored], ["signedOut", undefined]);
  ok(!(await app.act(() => app.auth.signIn({ email, password: "wrong horse battery" }))));
  equal(app.used.failure?.kind, "refused");
  ok(app.used.message && app.text.includes(app.used.message));
  ok(await app.act(() => app.auth.signIn({ email, password: PASSWORD })));
  ok(app.text.includes("Ada, trainer"), app.text);
  deepEqual(app.used.failure, null);
});

for (const form of ["universal link", "custom scheme", "install referrer", "pasted text"] as const) {
  test(`an invited person accepts by ${form}, and the code is kept over a start`, async () => {
    const link = await invitation(await inviter());
    const code = link.split("code=")[1] ?? "";

    // Another phone.
    const app = await App.installed();
    if (form === "universal link") await app.act(() => phone.open(link));
    if (form === "custom scheme") {
      phone.initialURL = `${app.used.configuration?.app.urlScheme}://invite?code=${code.toLowerCase()}`;
      await app.start();
      phone.initialURL = null;
    }
    if (form === "install referrer") {
      play.referrer = `code=${code}`;
      AsyncStorage.items.clear();
      await app.start();
      play.referrer = "utm_source=google-play";
    }
    if (form === "pasted text") {
      const { invitationCode } = await import("../src");
      await app.act(() => app.auth.openInvitation(invitationCode(`Join me: ${link}.`) ?? ""));
    }
    equal(app.used.invitation, code);
    // The person reads a mail, and the app is killed.
    await app.start();
    equal(app.used.invitation, code);
    ok(![...AsyncStorage.items.values()].some((it) => it.includes(code)), "the code is with the secrets");
    const preview = await app.act(() => app.auth.call("preview-invitation", { code }));
    equal(preview.inviter?.displayName, "Ada");
    ok(await app.act(() => app.auth.accept({ newPassword: PASSWORD, displayName: "Kim" })), app.used.message ?? "");
    deepEqual([app.used.invitation, app.used.isInviter], [null, false]);
    ok(app.text.includes("Kim, client"), app.text);
    await app.start();
    deepEqual([app.used.invitation, app.used.account?.displayName], [null, "Kim"]);
  });
}

test("who is signed in accepts with the session, or signs out and accepts with another account", async () => {
  for (const isOther of [false, true]) {
    const link = await invitation(await inviter());
    const app = await App.installed();
    const [email, password] = [address("lea"), PASSWORD];
    ok(await app.act(() => app.auth.signUp({ email, password, role: "client", displayName: "Lea" })));
    await app.act(() => phone.open(link));
    if (isOther) {
      await app.act(() => app.auth.signOut());
      await app.start();
      ok(await app.act(() => app.auth.accept({ newPassword: PASSWORD, displayName: "Kim" })), app.used.message ?? "");
    } else {
      ok(await app.act(() => app.auth.accept({})), app.used.message ?? "");
    }
    deepEqual([app.used.invitation, app.used.account?.displayName], [null, isOther ? "Kim" : "Lea"]);
  }
});

test("the referrer of an installation is asked for once, and an ordinary one is not an invitation", async () => {
  const app = await App.installed();
  const asked = play.asked;
  await app.start();
  deepEqual([play.asked, app.used.invitation], [asked, null]);
});

test("links of others open nothing, and those of other mails are for a screen of the app", async () => {
  const app = await App.installed();
  for (const url of ["https://evil.example/invite?code=ABC", "other://invite?code=ABC", "https://pfa.example/help"]) {
    equal(await app.act(() => app.auth.open(url)), false, url);
  }
  await app.act(() => phone.open("https://pfa.example/reset-password?code=ABC"));
  deepEqual(app.used.link, { kind: "passwordReset", code: "ABC" });
  deepEqual(await app.act(() => app.auth.closeLink()), { kind: "passwordReset", code: "ABC" });
  deepEqual([app.used.link, app.used.invitation], [null, null]);
});

test("without a network the app starts signed in at once, with the account, rules, texts and last answers", async () => {
  const app = await inviter();
  await invitation(app);
  equal((await app.act(() => app.auth.read("list-clients", {}))).value.clients.length, 1);
  app.network.isUp = false;
  await app.start({ language: "de" });
  deepEqual(app.statuses, ["loading", "signedIn"]);
  ok(app.text.includes("Ada, trainer, offline"), app.text);
  ok(app.used.configuration?.messages["auth/wrong-password"]);
  equal(app.used.offlineMessage, "Du bist offline. Das ist der Stand vom letzten Mal.");
  const known = await app.act(() => app.auth.read("list-clients", {}));
  deepEqual([known.value.clients.length, known.isCurrent], [1, false]);
  await rejects(app.act(() => app.auth.call("list-sessions", {})), (error) =>
    error instanceof VestibuleError && error.kind === "unreachable" && error.message.startsWith("Wir konnten keine Verbindung"));
  app.network.isUp = true;
  await app.act(async () => {
    front();
    await app.auth.refresh();
  });
  deepEqual([app.used.isOffline, app.used.offlineMessage], [false, null]);
  ok(!app.text.includes("offline"), app.text);
});

test("before a server that is silent the account is shown within 100 ms", async () => {
  await trainer();
  const server = createServer(() => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { items } = device;
  const auth = createAuth({
    url: `http://127.0.0.1:${server.address().port}`,
    tokens: { read: async (name) => items.get(name)?.slice(1) ?? null, write: async () => {} },
    answers: { read: async (name) => AsyncStorage.items.get(name) ?? null, write: async () => {} },
  });
  const begun = Date.now();
  const isShown = new Promise<number>((resolve) =>
    auth.subscribe(() => auth.snapshot.status === "signedIn" && resolve(Date.now() - begun)));
  const started = auth.start();
  const milliseconds = await isShown;
  ok(milliseconds < 100, `${milliseconds} ms`);
  deepEqual([auth.snapshot.account?.displayName, auth.isInviter], ["Ada", true]);
  await started;
  server.close();
  ok(Date.now() - begun < 8000, "one short attempt");
  ok(auth.snapshot.isOffline);
});

test("signing out during a refresh stores nothing, also if somebody else signs in in between", async () => {
  for (const next of [null, "Bea"]) {
    const app = await trainer();
    await app.age();
    app.network.isUp = false;
    await app.start();
    app.network.isUp = true;
    const held = app.network.hold("/refresh-session");
    const listed = app.auth.call("list-clients", {}).then(() => "answered", (error: VestibuleError) => error.kind);
    await held.reached;
    let signedOut = Promise.resolve(false);
    await app.act(() => void (signedOut = app.auth.signOut()));
    deepEqual([app.used.status, app.stored], ["signedOut", undefined]);
    if (next) {
      const [email, password] = [address("bea"), PASSWORD];
      ok(await app.act(() => app.auth.signUp({ email, password, role: "trainer", displayName: next })));
    }
    const stored = app.stored;
    await app.act(async () => {
      held.release();
      equal(await listed, "signedOut");
      ok(await signedOut, "the server has ended the session with the new tokens");
    });
    deepEqual([app.used.account?.displayName ?? null, app.stored], [next, stored]);
    await app.start();
    equal(app.used.account?.displayName ?? null, next);
    equal(app.network.count("/sign-out 200"), 1);
  }
});

test("signing out without a network removes the tokens and does not fail", async () => {
  const app = await trainer();
  app.network.isUp = false;
  equal(await app.act(() => app.auth.signOut()), false);
  deepEqual([app.used.status, app.used.failure, app.stored], ["signedOut", null, undefined]);
  ok(![...AsyncStorage.items.values()].some((it) => it.includes("Ada")), "nothing of the person stays");
  app.network.isUp = true;
  await app.start();
  deepEqual(app.statuses, ["loading", "signedOut"]);
});

test("a session that the server has ended ends once, and signing out then does not fail", async () => {
  const app = await trainer();
  const ends: (string | null)[] = [];
  app.auth.session.subscribe((change) => void (change.kind === "ended" && ends.push(change.reason?.code ?? null)));
  const other = createAuth({ url: URL });
  await other.signIn({ email: app.used.account?.email ?? "", password: PASSWORD });
  ok(await other.session.signOut({ everywhere: true }));
  const calls = Array.from({ length: 5 }, () => app.auth.call("list-clients", {}).catch((error: VestibuleError) => error.code));
  const signedOut = app.auth.session.signOut.bind(app.auth.session);
  const codes = await app.act(() => Promise.all(calls));
  ok(codes.includes("auth/session-revoked"), JSON.stringify(codes));
  deepEqual([ends, app.used.status, app.stored], [["auth/session-revoked"], "signedOut", undefined]);
  ok(app.used.message && app.text.includes(app.used.message));
  equal(await app.act(() => signedOut()), true);
  equal(ends.length, 1);
});

test("fifty calls at once refresh once", async () => {
  const app = await trainer();
  await app.age();
  app.network.isUp = false;
  await app.start();
  app.network.isUp = true;
  const all = await app.act(() => Promise.all(Array.from({ length: 50 }, () => app.auth.call("list-clients", {}))));
  deepEqual([all.length, app.network.count("/refresh-session 200"), app.network.count("/list-clients 200")], [50, 1, 50]);
});

test("killed between a refresh and its storage, the app repeats it at the next start with the same key", async () => {
  const app = await trainer();
  await app.age();
  app.network.isUp = false;
  await app.start();
  app.network.isUp = true;
  const held = app.network.hold("/refresh-session");
  const lost = app.auth.call("list-clients", {}).catch(() => null);
  await held.reached;
  device.operations = 0;
  held.release();
  await app.act(() => lost);
  device.operations = Infinity;
  ok(app.stored?.includes("refreshKey"));
  const begun = app.network.keys("/refresh-session");
  await app.start();
  deepEqual([app.used.status, app.used.isOffline], ["signedIn", false]);
  ok(!app.stored?.includes("refreshKey"));
  const all = app.network.keys("/refresh-session");
  deepEqual([begun.length, all.length, new Set(all).size], [1, 2, 1]);
});

test("an answer about an earlier person is not shown to the next one", async () => {
  const app = await trainer();
  const held = app.network.hold("/get-account");
  const refreshed = app.auth.refresh();
  await held.reached;
  await app.act(() => app.auth.signOut());
  const [email, password] = [address("bea"), PASSWORD];
  await app.act(() => app.auth.signUp({ email, password, role: "trainer", displayName: "Bea" }));
  held.release();
  await app.act(() => refreshed);
  equal(app.used.account?.displayName, "Bea");
  await app.start();
  equal(app.used.account?.displayName, "Bea");
});

test("a second tap signs in once", async () => {
  const app = await App.installed();
  const request = { email: address("ada"), password: PASSWORD, role: "trainer", displayName: "Ada" };
  const results = await app.act(() => Promise.all([app.auth.signUp(request), app.auth.signUp(request)]));
  deepEqual([results, app.network.count("/sign-up 200")], [[true, false], 1]);
});

test("in a browser, tokens, rules and texts are in its storage", async () => {
  const items = new Map<string, string>();
  const storage = {
    getItem: (name: string) => items.get(name) ?? null, setItem: (name: string, text: string) => void items.set(name, text),
    removeItem: (name: string) => void items.delete(name),
  };
  const auth = createBrowserAuth({ url: URL, storage });
  await auth.start();
  const [email, password] = [address("ada"), PASSWORD];
  ok(await auth.signUp({ email, password, role: "trainer", displayName: "Ada" }));
  const down: typeof fetch = async () => Promise.reject(new TypeError("Failed to fetch"));
  const later = createBrowserAuth({ url: URL, storage, fetch: down });
  await later.start();
  deepEqual([later.snapshot.status, later.snapshot.account?.displayName, later.snapshot.isOffline], ["signedIn", "Ada", true]);
  ok(later.snapshot.configuration);
  equal(await later.signOut(), false);
  deepEqual([...items.keys()], ["vestibule.configuration"]);
});

test("deleting the account ends the session on the phone", async () => {
  const app = await trainer();
  const answer = await app.act(() => app.auth.call("delete-account", { confirm: true }));
  ok(answer);
  deepEqual([app.used.status, app.stored], ["signedOut", undefined]);
});
