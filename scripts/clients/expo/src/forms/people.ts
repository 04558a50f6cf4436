// SPDX-License-Identifier: Apache-2.0

import type { AppConfiguration } from "../generated/apps";
import { trimmed } from "./characters";

/** A telephone number in the international form (E.164); null if the policy does not accept it. */
export function internationalPhone(typed: string, profile: AppConfiguration["profile"]): string | null {
  const digits = typed.replace(/[^0-9]/g, "");
  const { callingCode } = profile;
  let number: string;
  if (trimmed(typed).startsWith("+")) number = digits;
  else if (digits.startsWith("00")) number = digits.slice(2);
  // In North America a leading 1 is the calling code.
  else if (callingCode === "1") number = digits.startsWith("1") ? digits : `1${digits}`;
  else number = callingCode + (digits.startsWith("0") ? digits.slice(1) : digits);
  const isNumber = number.length >= 7 && number.length <= 15 && !number.startsWith("0");
  if (!isNumber || (number.startsWith("1") && number.length !== 11)) return null;
  return profile.foreignPhones !== "refused" || number.startsWith(callingCode) ? `+${number}` : null;
}

/** A telephone number of North America as it is shown while a person types it: `(555) 123-4567`. Others stay as typed. */
export function phoneText(typed: string, callingCode: string): string {
  const digits = typed.replace(/[^0-9]/g, "");
  if (callingCode !== "1" || !/^[0-9()\-. ]*$/.test(typed) || digits.length < 1 || digits.length > 10) return typed;
  const [area, exchange, line] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)];
  if (digits.length <= 3) return `(${area}`;
  return digits.length <= 6 ? `(${area}) ${exchange}` : `(${area}) ${exchange}-${line}`;
}

/** The completed years since a day of birth, in UTC; null if the text is not a day. */
export function age(birthDate: string, now: number): number | null {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(birthDate) ?? [];
  const date = new Date(`${birthDate}T00:00:00Z`);
  if (Number.isNaN(date.getTime()) || date.getUTCMonth() + 1 !== Number(month) || date.getUTCDate() !== Number(day)) return null;
  const today = new Date(now);
  const [thisMonth, thisDay] = [today.getUTCMonth() + 1, today.getUTCDate()];
  const hadBirthday = thisMonth > Number(month) || (thisMonth === Number(month) && thisDay >= Number(day));
  return today.getUTCFullYear() - Number(year) - (hadBirthday ? 0 : 1);
}

/** Whether two addresses belong to one person, as far as they show: capitals and what follows a plus sign do not matter. */
export function isSamePerson(one: string, other: string): boolean {
  return personKey(one) === personKey(other);
}

function personKey(address: string): string {
  const [local = "", domain = ""] = trimmed(address).toLowerCase().split("@");
  const name = local.split("+")[0] ?? "";
  const isGmail = domain === "gmail.com" || domain === "googlemail.com";
  return isGmail ? `${name.replace(/\./g, "")}@gmail.com` : `${name}@${domain}`;
}
