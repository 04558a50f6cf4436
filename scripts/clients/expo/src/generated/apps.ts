// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

import type {
  TeamName
} from "./types";

/** What `app-configuration` answers to `AppConfigurationRequest`. */
export interface AppConfiguration {
  /** The app, as mails and pages show it. */
  app: AppConfigurationApp;
  /** The language of `messages`. */
  locale: string;
  /** The languages; the first is the default. */
  locales: string[];
  /** The roles that the policy gives a meaning. */
  roles: AppConfigurationRoles;
  /** How people sign in. */
  signIn: AppConfigurationSignIn;
  /** The rules for addresses. */
  email: AppConfigurationEmail;
  /** The rules for what people say about themselves. */
  profile: AppConfigurationProfile;
  /** The terms, and the ages at which they can be agreed to. */
  consent: AppConfigurationConsent;
  /** The rules for invitations. */
  invitation: AppConfigurationInvitation;
  /** The rules for sessions. */
  session: AppConfigurationSession;
  /** The second factors that people can enroll. */
  factors: AppConfigurationFactors;
  /** What happens to a deleted account. */
  deletion: AppConfigurationDeletion;
  /** How often something may happen before `auth/too-many-requests`. */
  limits: AppConfigurationLimits;
  /**
   * The `userMessage` of each error in `locale`, by code, or by code and variant (`auth/weak-password/too-short`).
   * `{min}`, `{wait}` and `{role}` are placeholders.
   */
  messages: Record<string, string>;
  /** Roles in words, as in `auth/role-mismatch`. */
  roleNames: Record<string, string>;
  /** The base of the links in mails: `publicURL/invite?code=…`. Absent if the server has none. */
  publicURL?: string;
  /** The check for bots; absent if there is none. */
  botCheck?: AppConfigurationBotCheck;
}

/** The app, as mails and pages show it. */
export interface AppConfigurationApp {
  /** The app's name. */
  name: string;
  /** The scheme of links that open the app: `pfa://invite?code=…`. */
  urlScheme: string;
  /** The text after the name at the end of mails; absent if there is none. */
  tagline?: string;
  /** The app's URL in the App Store; absent if the policy has none. */
  appStoreURL?: string;
  /** The app's URL in Google Play; absent if the policy has none. */
  playStoreURL?: string;
  /** The address to which people write for help; absent if the policy has none. */
  supportEmail?: string;
  /** The https URL of the logo; absent if the policy has none. */
  logoURL?: string;
  /** The color of buttons and links, such as `#0a7d5a`; absent if the policy has none. */
  accentColor?: string;
  /** The https URL of the terms; absent if the policy has none. */
  termsURL?: string;
  /** The https URL of the privacy policy; absent if the policy has none. */
  privacyURL?: string;
}

/** The check for bots; absent if there is none. */
export interface AppConfigurationBotCheck {
  /** The service whose widget gives the token for the header X-Bot-Token. */
  provider: AppConfigurationBotCheckProvider;
  /** The functions that need a token. */
  functions: string[];
}

/** The service whose widget gives the token for the header X-Bot-Token. */
export type AppConfigurationBotCheckProvider =
  "turnstile" | "hcaptcha" | "recaptcha" | (string & {});

/** The terms, and the ages at which they can be agreed to. */
export interface AppConfigurationConsent {
  /** The version of the terms that a person agrees to; absent if there are none. */
  version?: string;
  /** The age in years from which people may have an account; absent for any. */
  minimumAge?: number;
  /** The age under which a parent or guardian must agree; absent if nobody has to. */
  parentalUnder?: number;
}

/** What happens to a deleted account. */
export interface AppConfigurationDeletion {
  /** The days during which a deleted account can be restored. */
  graceDays: number;
}

/** The rules for addresses. */
export interface AppConfigurationEmail {
  /** Whether an account needs a verified address before it reaches the app's functions. */
  verification: AppConfigurationRequirement;
  /** The domains that addresses of accounts may have, in ASCII; absent for any. */
  allowedDomains?: string[];
}

/** The second factors that people can enroll. */
export interface AppConfigurationFactors {
  /** Whether authenticator apps (TOTP) are offered. */
  totp: boolean;
  /** Whether passkeys are offered as a second factor. */
  passkey: boolean;
  /** Roles whose accounts need a second factor. */
  requiredFor: string[];
}

/** The rules for invitations. */
export interface AppConfigurationInvitation {
  /**
   * The days from the day of sending to the last day of an invitation: the most that an inviter may choose, and the
   * default.
   */
  days: number;
  /** Whether an inviter may add a note to the mail. */
  allowNote: boolean;
  /** The roles that people may be invited to. */
  roles: string[];
  /** Whether inviters may have a name, a color and a logo of their own. */
  branding: boolean;
}

/** How often something may happen before `auth/too-many-requests`. */
export interface AppConfigurationLimits {
  /** Failed sign-ins from one client address or one device. */
  signIn: RateLimit;
  /**
   * Wrong passwords of one account, and wrong second factors after a right password. `reauthenticate` counts with the
   * same numbers for each session.
   */
  signInAccount: RateLimit;
  /** Verification mails to one address; requests of an account for its own address are counted separately. */
  verifyEmail: RateLimit;
  /** Verification mails in a short interval, counted as for `verifyEmail`. */
  verifyEmailPause: RateLimit;
  /** Password reset mails to one address. */
  resetPassword: RateLimit;
  /** Sign-ups from one client address, and tries of one account to get user names that others have. */
  signUp: RateLimit;
  /** Invitations of one inviter. */
  invite: RateLimit;
  /** Invitations of one inviter to one recipient: an address, or a telephone number. */
  inviteRecipient: RateLimit;
  /** Mails that ask one guardian's address for consent. */
  guardian: RateLimit;
  /**
   * Mails that one client address requests with `request-invitation`, `request-sign-in`, `reset-password` and
   * `verify-email` together. Requests of an account for its own address do not count. The mails to guardians of people
   * at one client address have the same limit, and are counted apart.
   */
  mailRequests: RateLimit;
  /** Mails in which one invitation is asked for anew. */
  requestInvitation: RateLimit;
  /** Short codes that nothing has, from one client address or one device. Further ones are refused, right ones too. */
  shortCode: RateLimit;
  /** Short codes that nothing has, from all clients together. Codes of links are never refused. */
  shortCodeAll: RateLimit;
  /** Mails to an inviter about people who join, or want to, by one link. */
  joinNotice: RateLimit;
  /** Invitations of one team, together; only with `teams`. */
  inviteTeam: RateLimit;
  /** Calls with one service key of a backend. */
  serviceKey: RateLimit;
  /**
   * Calls of all public functions together from one client address. Those that read only the policy, such as
   * `app-configuration`, do not count.
   */
  public: RateLimit;
}

/** Whether people have a user name, with which they can sign in instead of the address. */
export type AppConfigurationPresence =
  "required" | "optional" | "off" | (string & {});

/** The rules for what people say about themselves. */
export interface AppConfigurationProfile {
  /** Whether an account needs a name that others see. */
  displayName: AppConfigurationRequirement;
  /** Whether people have a user name, with which they can sign in instead of the address. */
  username: AppConfigurationPresence;
  /** Whether an account needs a telephone number. */
  phone: AppConfigurationRequirement;
  /** The country calling code of a telephone number that has none. */
  callingCode: string;
  /** Whether telephone numbers of other countries than that of `callingCode` are accepted. */
  foreignPhones: AppConfigurationProfileForeignPhones;
  /** The app's own fields, each a JSON Schema. */
  fields: Record<string, unknown>;
}

/** Whether telephone numbers of other countries than that of `callingCode` are accepted. */
export type AppConfigurationProfileForeignPhones =
  "allowed" | "refused" | (string & {});

/**
 * What an app needs for its screens: sign-in methods, rules for what people type, limits, and the messages of one
 * language.
 */
export interface AppConfigurationRequest {
  /**
   * The language of the messages; without it, the first of the policy's `app.locales`. The header Accept-Language is
   * ignored: a cache may keep the answer. At most 35 characters.
   */
  locale?: string;
}

/** Whether an account needs a verified address before it reaches the app's functions. */
export type AppConfigurationRequirement =
  "required" | "optional" | (string & {});

/** The roles that the policy gives a meaning. */
export interface AppConfigurationRoles {
  /** The role whose accounts invite others. */
  inviter: string;
  /** The role that an invitation gives unless it names another one. */
  invitee: string;
  /** Roles that a person may take without an invitation. */
  signUp: string[];
  /** A team of inviters; only with `teams` of the policy. */
  team?: TeamName;
}

/** The rules for sessions. */
export interface AppConfigurationSession {
  /** How many minutes ago the last sign-in may have been, for functions that need a recent one. */
  recentMinutes: number;
  /** Whether `refresh-session` needs the device of the session. */
  bindDevice: boolean;
}

/** How people sign in. */
export interface AppConfigurationSignIn {
  /** The identity providers, by name. */
  providers: AppConfigurationSignInProvider[];
  /** Whether people can sign in with a code that `request-sign-in` sends. */
  mailedCode: boolean;
  /** The rules for new passwords; absent if nobody can sign in with a password. */
  password?: AppConfigurationSignInPassword;
  /** The relying party of passkeys; absent if they are off. */
  passkey?: AppConfigurationSignInPasskey;
}

/** The relying party of passkeys; absent if they are off. */
export interface AppConfigurationSignInPasskey {
  /** The relying party's id: the domain to which passkeys belong. */
  rpID: string;
}

/** The rules for new passwords; absent if nobody can sign in with a password. */
export interface AppConfigurationSignInPassword {
  /** The fewest characters (Unicode code points) of a password. */
  minLength: number;
  /** The kinds of characters of which a password needs at least one each. */
  require: AppConfigurationSignInPasswordCharacterKind[];
  /** Whether the server refuses common passwords. */
  denyCommon: boolean;
}

/** A kind of characters; `letter` is either case. */
export type AppConfigurationSignInPasswordCharacterKind =
  "upper" | "lower" | "digit" | "letter" | "symbol" | (string & {});

/** An identity provider. */
export interface AppConfigurationSignInProvider {
  /** The provider's name in the policy, for `identity.provider`. */
  name: string;
  /** The `iss` of the provider's ID tokens. */
  issuer: string;
  /** The audiences of ID tokens. */
  clientIDs: string[];
  /** Whether every ID token must have a nonce. */
  nonce: AppConfigurationRequirement;
  /** The form of the nonce in the token: its SHA-256 in lower-case hexadecimal, or unchanged. */
  nonceForm: AppConfigurationSignInProviderNonceForm;
}

/** The form of the nonce in the token: its SHA-256 in lower-case hexadecimal, or unchanged. */
export type AppConfigurationSignInProviderNonceForm =
  "sha256" | "plain" | (string & {});

/** At most `max` events per `seconds`. A key that reaches the limit is refused for `blockSeconds`. */
export interface RateLimit {
  /** The number of events that are allowed in the interval. */
  max: number;
  /** The length of the interval in seconds. */
  seconds: number;
  /**
   * How long a key that has reached the limit is refused, in seconds; absent if it is refused only until the interval has
   * passed.
   */
  blockSeconds?: number;
}
