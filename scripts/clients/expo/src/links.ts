// SPDX-License-Identifier: Apache-2.0

import type { AppConfiguration } from "./generated/apps";

/** A link of a mail or of a page that opens the app: what it is for, and its code. */
export interface AppLink {
  /** `invitation` also of a link by which many people join. */
  readonly kind: "invitation" | "emailVerification" | "passwordReset" | "signIn";
  readonly code: string;
}

const KINDS: { readonly [page: string]: AppLink["kind"] } = {
  invite: "invitation", join: "invitation", "verify-email": "emailVerification", "reset-password": "passwordReset",
  "sign-in-code": "signIn",
};

/** Whose links are accepted. */
type Owner = Pick<AppConfiguration, "app" | "publicURL">;

/**
 * The link in a URL: `https://app.example.com/invite?code=…`, or `pfa://invite?code=…`.
 * @param owner the app configuration; without it, links of any host and scheme are accepted.
 * @returns null for other URLs.
 */
export function appLink(url: string, owner?: Owner | null): AppLink | null {
  const parts = partsOf(url);
  if (!parts) return null;
  const code = parts.query["code"]?.trim();
  if (!code || code.length > 128 || !/^[!-~]+$/.test(code)) return null;
  let page: string;
  if (parts.scheme === "https" || parts.scheme === "http") {
    if (!isBelow(parts, owner?.publicURL)) return null;
    page = parts.path.split("/").pop() ?? "";
  } else {
    if (owner && owner.app.urlScheme.toLowerCase() !== parts.scheme) return null;
    // In `pfa://invite?code=…` the page is where other URLs have the host.
    page = parts.host + parts.path.replace(/\//g, "");
  }
  const kind = Object.prototype.hasOwnProperty.call(KINDS, page) ? KINDS[page] : undefined;
  return kind ? { kind, code: kind === "invitation" ? code.toUpperCase() : code } : null;
}

/**
 * The code of an invitation in what a person pasted or typed: a link, a text that contains one, or the code alone. A short
 * code has eight letters and digits, with or without hyphens, such as `7K3M-Q9XA`.
 */
export function invitationCode(pasted: string, owner?: Owner | null): string | null {
  const words = pasted.split(/\s+/).map((word) => word.replace(/^[<>()"'.,]+|[<>()"'.,]+$/g, "")).filter(Boolean);
  for (const word of words) {
    const link = appLink(word, owner);
    if (link?.kind === "invitation") return link.code;
  }
  const [only = "", ...others] = words.map((word) => word.toUpperCase());
  if (others.length > 0) return null;
  const short = only.replace(/-/g, "");
  // People read a 0 as an O, and a 1 as an I or an L. The server does so too.
  return /^[0-9A-Z]{8}$/.test(short) || /^[A-Z2-7]{16,64}$/.test(only) ? only : null;
}

/**
 * The code of an invitation in the referrer with which Google Play installed the app: the page of an invitation adds
 * `referrer=code%3D…` to the link to the store.
 */
export function invitationCodeOfReferrer(referrer: string | null): string | null {
  const code = parameters(referrer ?? "")["code"];
  return code ? invitationCode(code) : null;
}

interface Parts {
  readonly scheme: string;
  readonly host: string;
  readonly path: string;
  readonly query: { readonly [name: string]: string };
}

/** The parts of a URL. React Native's `URL` does not read them all. */
function partsOf(url: string): Parts | null {
  const found = /^([a-z][a-z0-9+.-]*):\/\/([^/?#\\@]*)([^?#]*)(?:\?([^#]*))?(?:#.*)?$/i.exec(url.trim());
  if (!found) return null;
  const [, scheme = "", host = "", path = "", query = ""] = found;
  const own = scheme.toLowerCase();
  const port = own === "https" ? /:443$/ : own === "http" ? /:80$/ : /(?!)/;
  return { scheme: own, host: host.toLowerCase().replace(port, ""), path, query: parameters(query) };
}

/** The parameters of a query, the first of each name. */
function parameters(query: string): { readonly [name: string]: string } {
  const found: Record<string, string> = Object.create(null);
  for (const pair of query.split("&")) {
    const [name = "", ...value] = pair.split("=");
    try {
      found[name] = found[name] ?? decodeURIComponent(value.join("=").replace(/\+/g, " "));
    } catch {
      // A parameter that is not encoded is none of ours.
    }
  }
  return found;
}

function isBelow(parts: Parts, base: string | undefined): boolean {
  if (!base) return parts.scheme === "https";
  const known = partsOf(base);
  if (!known || known.scheme !== parts.scheme || known.host !== parts.host) return false;
  const folder = parts.path.split("/").slice(0, -1).filter(Boolean);
  return folder.join("/") === known.path.split("/").filter(Boolean).join("/");
}
