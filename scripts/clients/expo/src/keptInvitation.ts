// SPDX-License-Identifier: Apache-2.0

import { invitationCodeOfReferrer } from "./links";
import type { TextStore } from "./stores";

const NAME = "vestibule.invitation";
const REFERRER = "vestibule.referrer";

/**
 * Keeps the code of the invitation with which the app was opened or installed, until the person has accepted: also if
 * they first read a mail, or the app is killed. It opens the invitation, so it is kept with the tokens.
 */
export class KeptInvitation {
  /** @param referrer that of Google Play; null on other systems. */
  constructor(
    private readonly secrets: TextStore, private readonly texts: TextStore,
    private readonly referrer: (() => Promise<string | null>) | null
  ) {}

  /** The code; null if there is none. */
  async read(): Promise<string | null> {
    return this.secrets.read(NAME).catch(() => null);
  }

  /** The code with which Google Play installed the app; null if there is none, and after it was read once. */
  async ofInstallation(): Promise<string | null> {
    if (!this.referrer) return null;
    try {
      if ((await this.texts.read(REFERRER)) !== null) return null;
      const code = invitationCodeOfReferrer(await this.referrer());
      if (code && (await this.read()) === null) await this.secrets.write(NAME, code);
      await this.texts.write(REFERRER, "read");
      return code;
    } catch {
      // Google Play is missing or busy: the next start asks again.
      return null;
    }
  }

  /** Null removes it. */
  async write(code: string | null): Promise<void> {
    await this.secrets.write(NAME, code).catch(() => undefined);
  }
}
