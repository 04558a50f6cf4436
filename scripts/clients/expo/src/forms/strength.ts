// SPDX-License-Identifier: Apache-2.0

/**
 * Estimates the bits of a password: the number of characters, without those that repeat or continue the one before, times the
 * bits of the kinds of characters that occur. It is a lower bound for random passwords, and too high for words.
 */
export function strengthOfCharacters(password: string): 1 | 2 | 3 | 4 {
  let counted = 0;
  let last: number | null = null;
  for (const character of password) {
    const code = character.codePointAt(0) ?? 0;
    if (last === null || Math.abs(code - last) > 1) counted++;
    last = code;
  }
  const kinds: [RegExp, number][] = [[/[a-z]/, 26], [/[A-Z]/, 26], [/[0-9]/, 10], [/[^A-Za-z0-9]/, 33]];
  const alphabet = kinds.reduce((sum, [kind, size]) => sum + (kind.test(password) ? size : 0), 0);
  const bits = counted * Math.ceil(Math.log2(Math.max(alphabet, 1)));
  if (bits < 45) return 1;
  if (bits < 60) return 2;
  return bits < 80 ? 3 : 4;
}
