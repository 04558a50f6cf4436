// SPDX-License-Identifier: Apache-2.0

import type { ClientOptions } from "./client";
import type { Device } from "./generated/types";
import type { TextStore } from "./stores";

/** What `createAuth` needs. */
export interface AuthOptions extends ClientOptions {
  /** Keeps the tokens: encrypted on a phone. Default: until the app ends. */
  tokens?: TextStore;
  /** Keeps the last answers, the rules and texts. Default: until the app ends. */
  answers?: TextStore;
  /** This device, if the policy binds sessions to devices (`session.bindDevice`). It is sent with every sign-in. */
  device?: Device;
  /** The referrer with which Google Play installed the app. */
  referrer?: (() => Promise<string | null>) | null;
  /** The time in milliseconds since 1970. */
  now?: () => number;
}
