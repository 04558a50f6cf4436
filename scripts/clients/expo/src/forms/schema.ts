// SPDX-License-Identifier: Apache-2.0

import { patterns, schemas } from "../generated/formSchemas";
import type { ErrorCode } from "../generated/types";
import { isASCII, length, trimmed } from "./characters";
import { invalid, InvalidField, missing } from "./field";

/** A JSON Schema with the keywords that the server's forms and an app's own fields use. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly maxProperties?: number;
  readonly items?: Schema;
  readonly properties?: { readonly [name: string]: Schema };
  readonly required?: readonly string[];
  readonly dependentRequired?: { readonly [name: string]: readonly string[] };
  readonly additionalProperties?: boolean | Schema;
  readonly format?: string;
  readonly "x-code"?: ErrorCode;
  readonly "x-personName"?: boolean | string;
  readonly "x-maxBytes"?: number;
  readonly "x-required"?: boolean;
  readonly "x-setBy"?: string;
}

type Members = { readonly [name: string]: unknown };

/** The schema of a form: `signUp`, `newClient` or `newPassword`. */
export function formSchema(name: string): Schema {
  return (schemas[name] ?? {}) as Schema;
}

/** The fields of a value that break a schema. What only the server knows is not among them. */
export function broken(value: unknown, schema: Schema, pointer = "", outer: ErrorCode = "event/invalid"): InvalidField[] {
  const target = definition(schema);
  if (target) return broken(value, target, pointer, outer);
  const code = schema["x-code"] ?? outer;
  const wrong: Wrong = (detail, rule = {}) => ({ pointer, code, detail, ...rule, ...variant(value) });
  if (schema.type && !hasType(value, schema.type)) {
    const isNumber = schema.type === "integer" || schema.type === "number";
    return [wrong(`should be ${[schema.type].flat().join(" or ")}`, isNumber ? { variant: "number" } : {})];
  }
  if (schema.enum && !schema.enum.some((it) => isEqual(it, value))) {
    return [wrong("should be one of the known values", { variant: "choice" })];
  }
  if (typeof value === "string") return ofText(value, schema, wrong);
  if (typeof value === "number") return ofNumber(value, schema, wrong);
  if (Array.isArray(value)) return ofList(value, schema, pointer, code, wrong);
  return isMembers(value) ? ofMembers(value, schema, pointer, code, wrong) : [];
}

/** The rule that a value breaks, as a variant of the message about it. */
type Rule = Pick<InvalidField, "variant" | "values">;
type Wrong = (detail: string, rule?: Rule) => InvalidField;

function ofText(text: string, schema: Schema, wrong: Wrong): InvalidField[] {
  const found: InvalidField[] = [];
  const isName = schema["x-personName"] !== undefined;
  // Only the server knows which other names are links, and which cannot be seen.
  if (schema["x-personName"] === true && isASCII(text) && text.includes("@")) {
    return [{ ...wrong("should not be a link"), code: "auth/invalid-display-name", variant: "link" }];
  }
  if (patternOf(schema)?.test(text) === false) {
    return isName && !/^[^.:\x80-\uffff]*$/.test(text) ? [] : [wrong("does not have the form that is expected", { variant: patternName(schema) })];
  }
  const normal = (schema.format === "password" ? text : trimmed(text)).normalize("NFC");
  const count = length(normal);
  if (schema.minLength !== undefined && count < schema.minLength && !(isName && !isASCII(text))) {
    const detail = schema.minLength === 1 ? "should not be empty" : `should have ${schema.minLength} characters or more`;
    found.push(wrong(detail, { variant: "too-short", values: { min: String(schema.minLength) } }));
  }
  if (schema.maxLength !== undefined && count > schema.maxLength) {
    const rule = { variant: "too-long", values: { max: String(schema.maxLength) } };
    found.push(wrong(`should have ${schema.maxLength} characters or fewer, has ${count}`, rule));
  }
  if (schema.format === "idn-email" && isASCII(normal) && !isAddress(normal)) found.push(wrong("should be a mail address"));
  return found;
}

/** What the pattern of an address cannot check. The server maps domains with `xn--`. */
function isAddress(text: string): boolean {
  const domain = text.slice(text.indexOf("@") + 1).toLowerCase();
  const labels = domain.split(".");
  const isHost = labels.length > 1 && labels.every((it) => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(it));
  return isHost && !/^[0-9.]+$/.test(domain) && text.length <= 254;
}

function ofNumber(value: number, schema: Schema, wrong: Wrong): InvalidField[] {
  const { minimum, maximum } = schema;
  if (minimum !== undefined && value < minimum) {
    return [wrong(`should be ${minimum} or more`, { variant: "too-small", values: { min: String(minimum) } })];
  }
  if (maximum !== undefined && value > maximum) {
    return [wrong(`should be ${maximum} or less`, { variant: "too-large", values: { max: String(maximum) } })];
  }
  return [];
}

function ofList(items: unknown[], schema: Schema, pointer: string, code: ErrorCode, wrong: Wrong): InvalidField[] {
  const found: InvalidField[] = [];
  const { minItems = 0, maxItems = Infinity, items: each } = schema;
  if (items.length < minItems) found.push(wrong(`should have ${minItems} items or more`));
  if (items.length > maxItems) return [...found, wrong(`should have ${maxItems} items or fewer`)];
  return each ? [...found, ...items.flatMap((item, index) => broken(item, each, `${pointer}/${index}`, code))] : found;
}

function ofMembers(members: Members, schema: Schema, pointer: string, code: ErrorCode, wrong: Wrong): InvalidField[] {
  const given = Object.entries(members).filter(([, value]) => value !== undefined);
  if (schema.maxProperties !== undefined && given.length > schema.maxProperties) {
    return [wrong(`should have ${schema.maxProperties} members or fewer`)];
  }
  const has = (name: string): boolean => given.some(([own]) => own === name);
  const found: InvalidField[] = [];
  for (const name of schema.required ?? []) {
    const property = schema.properties?.[name] ?? {};
    const own = (definition(property) ?? property)["x-code"];
    if (!has(name)) found.push(missing(`${pointer}/${escaped(name)}`, own ?? code));
  }
  for (const [name, needed] of Object.entries(schema.dependentRequired ?? {})) {
    if (!has(name)) continue;
    for (const other of needed) if (!has(other)) found.push(missing(`${pointer}/${escaped(other)}`, code));
  }
  for (const [name, value] of given) {
    const place = `${pointer}/${escaped(name)}`;
    const property = own(schema.properties, name);
    const others = schema.additionalProperties;
    if (property) found.push(...broken(value, property, place, code));
    else if (others === false) found.push(invalid(place, "event/invalid", "is not a member that is known here"));
    else if (typeof others === "object") found.push(...broken(value, others, place, code));
  }
  return found;
}

function definition(schema: Schema): Schema | undefined {
  const name = /^#\/\$defs\/(\w+)$/.exec(schema.$ref ?? "")?.[1];
  return name ? own(schemas["$defs"] as { readonly [name: string]: Schema }, name) : undefined;
}

const compiled = new Map<string, RegExp>();

function patternName(schema: Schema): string | undefined {
  return /^#\/patterns\/(\w+)$/.exec(schema.$ref ?? "")?.[1];
}

function patternOf(schema: Schema): RegExp | undefined {
  const name = patternName(schema);
  const source = name && own(patterns, name);
  if (!name || !source) return undefined;
  const known = compiled.get(name) ?? new RegExp(source, "u");
  compiled.set(name, known);
  return known;
}

/** The variant of the message about a missing or empty text. */
function variant(value: unknown): { variant?: string } {
  if (value === null || value === "") return { variant: "missing" };
  return typeof value === "string" && trimmed(value) === "" ? { variant: "blank" } : {};
}

function hasType(value: unknown, types: string | readonly string[]): boolean {
  return [types].flat().some((type) => {
    switch (type) {
      case "null": return value === null;
      case "array": return Array.isArray(value);
      case "object": return isMembers(value);
      case "integer": return Number.isInteger(value);
      default: return typeof value === type;
    }
  });
}

function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A member of an object itself, not of its prototype. */
function own<Value>(members: { readonly [name: string]: Value } | undefined, name: string): Value | undefined {
  return members && Object.prototype.hasOwnProperty.call(members, name) ? members[name] : undefined;
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function escaped(name: string): string {
  return name.replace(/~/g, "~0").replace(/\//g, "~1");
}
