// SPDX-License-Identifier: Apache-2.0

import { AnswerStore, Known } from "./answers";
import type { AuthOptions } from "./authOptions";
import { CallKeys } from "./callKeys";
import { CallOptions, Client } from "./client";
import { asVestibuleError, endsInvitation, VestibuleError } from "./errors";
import type { FunctionName, Functions } from "./generated/functions";
import { KeptInvitation } from "./keptInvitation";
import { AppLink, appLink } from "./links";
import { Session, SessionChange } from "./session";
import { accountSnapshot, AuthSnapshot, challengeSnapshot, LOADING, SIGNED_OUT, SignInOutcome } from "./snapshot";
import { memoryStore } from "./stores";
import { text } from "./texts";

type Request<Name extends FunctionName> = Functions[Name]["request"];
type Result<Name extends FunctionName> = Functions[Name]["result"];
type Entry = "sign-in" | "sign-up" | "accept-invitation" | "answer-challenge" | "restore-account";

/** One attempt of a few seconds, for what nobody waits for. */
const SHORT: CallOptions = { attempts: 1, timeoutSeconds: 5 };
/** An auth over the given stores. */
export function createAuth(options: AuthOptions): Auth {
  return new Auth(options);
}

/**
 * The person between "signed out" and "signed in". A screen shows `snapshot`, and calls a method when the person acts. The
 * methods of actions never throw: their result says whether the server granted the action, and the next snapshot has the failure.
 */
export class Auth {
  readonly session: Session;
  readonly client: Client;
  private current: AuthSnapshot = LOADING;
  private starting: Promise<void> | null = null;
  private isEntering = false;
  /** The code of the invitation that is accepted when the second factor has been passed. */
  private challenged: string | null = null;
  private running = 0;
  private readonly answers: AnswerStore;
  private readonly kept: KeptInvitation;
  private readonly keys: CallKeys;
  private readonly listeners = new Set<() => void>();

  constructor(private readonly options: AuthOptions) {
    const { tokens = memoryStore(), answers: texts = memoryStore(), device, now, referrer = null } = options;
    this.client = new Client(options);
    this.keys = new CallKeys(this.client.randomUUID);
    this.answers = new AnswerStore(texts);
    this.session = new Session({ client: this.client, tokens, answers: this.answers, device, ...(now && { now }) });
    this.kept = new KeptInvitation(tokens, texts, referrer);
    this.session.subscribe((change) => this.follow(change));
  }

  get snapshot(): AuthSnapshot {
    return this.current;
  }

  /** The same as a function, for `useSyncExternalStore`. */
  readonly getSnapshot = (): AuthSnapshot => this.current;

  /** Whether the person invites others, by the role of the account. */
  get isInviter(): boolean {
    const { account, configuration } = this.current;
    return account !== null && account.role === configuration?.roles.inviter;
  }

  /** Listens to new snapshots. The result ends it. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  /**
   * Shows what is stored, at once and without a connection: tokens mean signed in, with the account, the rules and the texts of
   * the last time. Then it asks the server, once and for a few seconds. A second call does nothing.
   */
  start(): Promise<void> {
    this.starting = this.starting ?? this.begin();
    return this.starting;
  }

  private async begin(): Promise<void> {
    const [isSignedIn, configuration, invitation] = await Promise.all([
      this.session.restore().catch((error) => this.note(asVestibuleError(error))),
      this.answers.read("app-configuration", this.configurationRequest).catch(() => null),
      this.kept.read(),
    ]);
    const account = await this.answers.read("get-account", {}).catch(() => null);
    const shown: Partial<AuthSnapshot> = account ? accountSnapshot(account.value) : { ...SIGNED_OUT, status: "signedIn" };
    // The person may have signed in, or a link may have opened the app, while the stores were read.
    const isEarly = this.current.status === "loading";
    this.change({
      configuration: this.current.configuration ?? configuration?.value ?? null,
      invitation: this.current.invitation ?? invitation,
      ...(isEarly && (isSignedIn && this.session.isSignedIn ? shown : SIGNED_OUT)),
    });
    await Promise.all([this.readConfiguration(), this.refresh(), this.readReferrer()]);
  }

  /** Google Play may take seconds. */
  private async readReferrer(): Promise<void> {
    const code = await this.kept.ofInstallation();
    if (code && !this.current.invitation) this.change({ invitation: code });
  }

  /** Asks the server for the account, such as when the app comes to the front again. Failures are not shown. */
  async refresh(): Promise<void> {
    const { isSignedIn, generation } = this.session;
    if (!isSignedIn) return;
    try {
      const known = await this.read("get-account", {}, SHORT);
      if (this.session.generation === generation && known.isCurrent) this.change(accountSnapshot(known.value));
    } catch (error) {
      asVestibuleError(error);
    }
  }

  /** Asks the server for rules and texts. Failures are not shown. */
  async readConfiguration(): Promise<void> {
    try {
      const { value } = await this.read("app-configuration", this.configurationRequest, SHORT);
      this.change({ configuration: value });
    } catch (error) {
      asVestibuleError(error);
    }
  }

  private get configurationRequest(): Request<"app-configuration"> {
    return this.client.language ? { locale: this.client.language } : {};
  }

  // Calls.

  /** Calls a function, with the session if it needs one. Throws a `VestibuleError`. */
  async call<Name extends FunctionName>(name: Name, request: Request<Name>, options?: CallOptions): Promise<Result<Name>> {
    return this.watched(() => this.session.call(name, request, options), () => true);
  }

  /** Calls a function that only reads. If the server cannot be reached, the result is the last answer. */
  async read<Name extends FunctionName>(
    name: Name, request: Request<Name>, options?: CallOptions
  ): Promise<Known<Result<Name>>> {
    return this.watched(() => this.session.read(name, request, options), (known) => known.isCurrent);
  }

  /** Notes whether the server can be reached. */
  private async watched<Value>(action: () => Promise<Value>, isOfServer: (value: Value) => boolean): Promise<Value> {
    try {
      const value = await action();
      this.reached(isOfServer(value));
      return value;
    } catch (error) {
      const { kind } = asVestibuleError(error);
      if (kind === "refused" || kind === "unreachable") this.reached(kind === "refused");
      throw error;
    }
  }

  private reached(isReached: boolean): void {
    if (this.current.isOffline === !isReached) return;
    this.change({ isOffline: !isReached, offlineMessage: isReached ? null : text("offline", this.client.language) });
  }

  // Actions.

  signIn(request: Request<"sign-in">, options?: CallOptions): Promise<boolean> {
    return this.enter("sign-in", request, options);
  }

  signUp(request: Request<"sign-up">, options?: CallOptions): Promise<boolean> {
    return this.enter("sign-up", request, options);
  }

  /** Passes the second factor. */
  async answer(request: Request<"answer-challenge">): Promise<boolean> {
    const code = this.challenged;
    const isGranted = await this.enter("answer-challenge", request);
    if (isGranted && code) await this.dismissInvitation();
    return isGranted;
  }

  /** Restores an account that is being deleted. */
  restore(request: Request<"restore-account">): Promise<boolean> {
    return this.enter("restore-account", request);
  }

  /**
   * Accepts an invitation, or joins by a link: that of `snapshot.invitation`, unless the request has another `code` or an
   * `invitationId`. Without a way to sign in, it is for who is signed in.
   */
  async accept(request: Request<"accept-invitation">, options?: CallOptions): Promise<boolean> {
    const code = request.code ?? (request.invitationId ? undefined : this.current.invitation ?? undefined);
    const whole = code === undefined ? request : { ...request, code };
    const signsIn = request.identity || request.password || request.newPassword || request.byMail || request.passkey;
    const isGranted = signsIn || !this.session.isSignedIn
      ? await this.enter("accept-invitation", whole, options)
      : await this.changeAccount("accept-invitation", whole, options);
    this.challenged = isGranted && this.current.status === "challenged" ? code ?? null : null;
    const isEnded = endsInvitation(this.current.failure) && code === this.current.invitation;
    const isOver = isGranted ? !this.challenged : isEnded;
    if (isOver && code) await this.dismissInvitation();
    return isGranted;
  }

  /** Adds what is missing in the account. */
  complete(request: Request<"complete-account">): Promise<boolean> {
    return this.changeAccount("complete-account", request);
  }

  /** Verifies the address with the code of a mail. */
  verifyEmail(code: string): Promise<boolean> {
    return this.changeAccount("verify-email", { code });
  }

  /** Requests another verification mail for the account's address. */
  resendVerification(): Promise<boolean> {
    const email = this.current.account?.email;
    if (!email) return Promise.resolve(false);
    const call = (keyed: CallOptions) => this.call("verify-email", { email }, keyed);
    return this.act(() => this.keys.once("verify-email", { email }, undefined, call), false);
  }

  /**
   * Signs out: on this device at once, also without a connection. An invitation that opened the app stays, because the person may
   * want to accept it with another account.
   * @returns whether the session has ended on the server too.
   */
  async signOut(options: { everywhere?: boolean } = {}): Promise<boolean> {
    let isEnded = false;
    this.keys.forget();
    await this.act(async () => void (isEnded = await this.session.signOut(options)), false);
    return isEnded;
  }

  /** The person closed the provider's dialog. Nothing reaches the server. */
  cancelSignIn(): void {
    if (this.current.status === "challenged") this.change(SIGNED_OUT);
    this.note(this.client.error("cancelled", "the person cancelled"));
  }

  /** Opens a URL. The result says whether it is a link of this app. */
  open(url: string): boolean {
    const link = appLink(url, this.current.configuration);
    if (link?.kind === "invitation") this.openInvitation(link.code);
    else if (link?.kind === "emailVerification") void this.verifyEmail(link.code);
    else if (link) this.change({ link });
    return link !== null;
  }

  /** Keeps an invitation: that of a link, or one that a person typed (`invitationCode`). */
  openInvitation(code: string): void {
    this.change({ invitation: code });
    void this.kept.write(code);
  }

  /** The person does not want the invitation of the link. */
  async dismissInvitation(): Promise<void> {
    this.change({ invitation: null });
    await this.kept.write(null);
  }

  /** The screen for `snapshot.link` is closed. */
  closeLink(): AppLink | null {
    const { link } = this.current;
    this.change({ link: null });
    return link;
  }

  // How actions run.

  /** Signs in. A second attempt, such as by a second tap, does nothing while the first one runs. */
  private async enter<Name extends Entry>(name: Name, request: Request<Name>, options?: CallOptions): Promise<boolean> {
    if (this.isEntering) return false;
    this.isEntering = true;
    if (name !== "answer-challenge") this.challenged = null;
    const { device } = this.options;
    const whole: Request<Name> = device ? { ...request, device } : request;
    try {
      return await this.act(async () => {
        const call = (keyed: CallOptions) => this.watched(() => this.client.call(name, whole, keyed), () => true);
        await this.admit((await this.keys.once(name, whole, options, call)) as SignInOutcome);
      }, false);
    } finally {
      this.isEntering = false;
    }
  }

  /** Makes a call of the person that changes the account, and shows the account. */
  private changeAccount<Name extends FunctionName>(
    name: Name, request: Request<Name>, options?: CallOptions
  ): Promise<boolean> {
    return this.act(() => this.keys.once(name, request, options, (keyed) => this.call(name, request, keyed)), true);
  }

  private async admit(outcome: SignInOutcome): Promise<void> {
    const challenge = challengeSnapshot(outcome);
    if (challenge) return this.change(challenge);
    if (!outcome.session || !outcome.account) return;
    const { account, state, missing, invitations = [] } = outcome;
    const begun = this.session.begin(outcome.session);
    const { generation } = this.session;
    try {
      await begun;
    } catch (error) {
      // Signed in until the app ends.
      this.note(asVestibuleError(error));
    }
    // The person may have signed out in between.
    if (this.session.generation !== generation) return;
    this.change(accountSnapshot(outcome));
    const answer = { account, state, missing, invitations } as Result<"get-account">;
    await this.answers.write("get-account", {}, answer, this.options.now?.() ?? Date.now()).catch(() => undefined);
  }

  /** @param changesAccount whether the account is asked for afterwards. */
  private async act(action: () => Promise<unknown>, changesAccount: boolean): Promise<boolean> {
    this.running++;
    this.change({ isBusy: true, failure: null, message: null });
    try {
      await action();
      if (changesAccount) await this.refresh();
      return true;
    } catch (error) {
      this.note(asVestibuleError(error));
      return false;
    } finally {
      this.running--;
      this.change({ isBusy: this.running > 0 });
    }
  }

  private follow(change: SessionChange): void {
    if (change.kind === "began") return;
    this.change(SIGNED_OUT);
    if (change.reason) this.note(change.reason);
  }

  private note(failure: VestibuleError): void {
    this.change({ failure, message: failure.message });
  }

  private change(change: Partial<AuthSnapshot>): void {
    const isSame = (Object.keys(change) as (keyof AuthSnapshot)[]).every((key) => this.current[key] === change[key]);
    if (isSame) return;
    this.current = { ...this.current, ...change };
    for (const listener of [...this.listeners]) listener();
  }
}
