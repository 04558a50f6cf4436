// SPDX-License-Identifier: Apache-2.0

import AsyncStorage from "@react-native-async-storage/async-storage";
import { phone } from "expo-linking";
import { device } from "expo-secure-store";
import { act, create, ReactTestRenderer } from "react-test-renderer";
import { Auth, AuthProvider, createExpoAuth, expoEvents, UsedAuth, useAuth } from "../src";

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

export const URL = process.env["URL"] ?? "";
export const PASSWORD = "correct horse battery";
let persons = 0;

/** An address that no other test has. */
export function address(name: string): string {
  return `${name}.${persons++}.${process.env["RUN"]}@example.com`;
}

/** A network that can be cut, and that can hold back the answers of one function. */
export class Network {
  isUp = true;
  /** The functions that were called, with the status of each answer. */
  readonly calls: string[] = [];
  private readonly sent: { path: string; key: string | null }[] = [];
  private held: { path: string; reached: () => void; released: Promise<void> } | null = null;

  readonly fetch: typeof fetch = async (input, init) => {
    // What React Native's `fetch` does without a connection.
    if (!this.isUp) throw new TypeError("Network request failed");
    const response = await fetch(input, init);
    const path = String(input).slice(URL.length).split("?")[0] ?? "";
    this.calls.push(`${path} ${response.status}`);
    this.sent.push({ path, key: new Headers(init?.headers).get("Idempotency-Key") });
    if (this.held?.path === path) {
      this.held.reached();
      await this.held.released;
    }
    return response;
  };

  /** Holds back answers of a function. `reached` resolves when the server has answered. */
  hold(path: string): { reached: Promise<void>; release: () => void } {
    let [reached, release] = [() => {}, () => {}];
    const wasReached = new Promise<void>((resolve) => (reached = resolve));
    const released = new Promise<void>((resolve) => (release = resolve));
    this.held = { path, reached, released };
    return { reached: wasReached, release: () => (release(), void (this.held = null)) };
  }

  /** The `Idempotency-Key` of each call of a function. */
  keys(path: string): (string | null)[] {
    return this.sent.filter((it) => it.path === path).map((it) => it.key);
  }

  count(call: string): number {
    return this.calls.filter((it) => it === call).length;
  }
}

/** An Expo app on the one phone of this process. What it stores stays when it starts again. */
export class App {
  readonly network = new Network();
  auth!: Auth;
  /** What the screen got last. */
  used!: UsedAuth;
  /** The statuses that the screen has shown since the start. */
  statuses: string[] = [];
  private tree: ReactTestRenderer | null = null;
  private readonly events = expoEvents;

  static async installed(): Promise<App> {
    device.items.clear();
    AsyncStorage.items.clear();
    phone.initialURL = null;
    const app = new App();
    await app.start();
    return app;
  }

  /** Starts the app: a new process over the same stores. */
  async start(options: { language?: string; isSettled?: boolean } = {}): Promise<void> {
    if (this.tree) act(() => this.tree?.unmount());
    this.statuses = [];
    const { fetch } = this.network;
    this.auth = createExpoAuth({ url: URL, fetch, sleep: async () => {}, language: options.language ?? "en" });
    await act(async () => {
      this.tree = create(<AuthProvider auth={this.auth} events={this.events}><Screen app={this} /></AuthProvider>);
      if (options.isSettled ?? true) await this.auth.start();
    });
  }

  /** Lets the person act, and waits until the action and what follows from it are done. */
  async act<Value>(action: () => Value | Promise<Value>): Promise<Value> {
    let value!: Value;
    await act(async () => {
      value = await action();
    });
    return value;
  }

  get text(): string {
    return JSON.stringify(this.tree?.toJSON());
  }

  /** The stored tokens. */
  get stored(): string | undefined {
    return device.items.get("vestibule.session");
  }

  /** Makes the access token one that has expired. */
  async age(): Promise<void> {
    const stored = JSON.parse((this.stored ?? "").slice(1));
    stored.tokens.accessTokenExpiresAt = "2026-01-01T00:00:00Z";
    device.items.set("vestibule.session", `=${JSON.stringify(stored)}`);
  }
}

function Screen({ app }: { app: App }) {
  const used = useAuth();
  app.used = used;
  if (app.statuses[app.statuses.length - 1] !== used.status) app.statuses.push(used.status);
  if (used.status === "loading") return <p>…</p>;
  if (!used.account) return <p>{used.message ?? "Sign in"}</p>;
  return <p>{`${used.account.displayName}, ${used.isInviter ? "trainer" : "client"}${used.isOffline ? ", offline" : ""}`}</p>;
}
