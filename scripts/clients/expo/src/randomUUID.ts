// SPDX-License-Identifier: Apache-2.0

interface RandomSource {
  randomUUID?: () => string;
  getRandomValues?: (bytes: Uint8Array) => Uint8Array;
}

/**
 * A random UUID (RFC 9562, version 4). Hermes, the engine of React Native, has no global `crypto`: there it comes from
 * `Math.random`, which is enough to tell calls apart. `createExpoAuth` takes that of `expo-crypto` instead.
 */
export function randomUUID(): string {
  const source = (globalThis as { crypto?: RandomSource }).crypto;
  // Browsers have `randomUUID` only on pages with TLS.
  if (source?.randomUUID) return source.randomUUID();
  const bytes = new Uint8Array(16);
  if (source?.getRandomValues) source.getRandomValues(bytes);
  else for (let index = 0; index < bytes.length; index++) bytes[index] = Math.floor(Math.random() * 256);
  const hexadecimal = Array.from(bytes, (byte, index) => {
    if (index === 6) return (byte & 0x0f) | 0x40;
    return index === 8 ? (byte & 0x3f) | 0x80 : byte;
  }).map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hexadecimal.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
