// SPDX-License-Identifier: Apache-2.0

// What the tests use of Node.js, by its documentation: Debian has no types of it.
declare module "node:test" {
  export function test(name: string, action: () => void | Promise<void>): Promise<void>;
}
declare module "node:assert/strict" {
  function equal(actual: unknown, expected: unknown, message?: string): void;
  function deepEqual(actual: unknown, expected: unknown, message?: string): void;
  function ok(value: unknown, message?: string): asserts value;
  function rejects(action: Promise<unknown>, check: (error: unknown) => boolean): Promise<void>;
  export { equal, deepEqual, ok, rejects };
}
declare module "node:net" {
  interface Server {
    listen(port: number, host: string, done: () => void): void;
    address(): { port: number };
    close(): void;
  }
  export function createServer(connection: (socket: { destroy(): void }) => void): Server;
}
declare const process: { env: { [name: string]: string | undefined } };
declare const Buffer: {
  byteLength(text: string): number;
  from(text: string): { toString(encoding: string): string };
};
