// SPDX-License-Identifier: Apache-2.0

/** The number of Unicode code points, which the server's limits count. */
export function length(text: string): number {
  return Array.from(text).length;
}

/** Whether all characters are ASCII. Of others, the server alone knows the properties. */
export function isASCII(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text);
}

// White space, and the default-ignorable characters of Unicode (chapter 4).
const SPACES =
  "\\t-\\r \\u0085\\u00a0\\u00ad\\u034f\\u061c\\u115f\\u1160\\u1680\\u17b4\\u17b5\\u180b-\\u180f\\u2000-\\u200f" +
  "\\u2028-\\u202f\\u205f-\\u206f\\u3000\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufff8" +
  "\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}";
const AROUND = new RegExp(`^[${SPACES}]+|[${SPACES}]+$`, "gu");

/** The text without white space and invisible characters at its ends. */
export function trimmed(text: string): string {
  return text.replace(AROUND, "");
}
