// SPDX-License-Identifier: Apache-2.0

import type { CallOptions } from "./client";
import { isFinalRefusal } from "./errors";
import type { FunctionName, Functions } from "./generated/functions";

/**
 * The `Idempotency-Key`s of what the person does. A call that was not answered may have taken effect. If the person then tries the
 * same again, the call has the same key, and the server gives the answer that was lost.
 */
export class CallKeys {
  private unanswered: { readonly data: string; readonly key: string } | null = null;

  constructor(private readonly randomUUID: () => string) {}

  /** Makes a call with a key: that of the last call if it was the same, and was not answered. */
  async once<Name extends FunctionName, Value>(
    name: Name, request: Functions[Name]["request"], options: CallOptions | undefined,
    call: (options: CallOptions) => Promise<Value>
  ): Promise<Value> {
    const data = JSON.stringify([name, request]);
    const own = this.unanswered?.data === data ? this.unanswered : { data, key: this.randomUUID() };
    this.unanswered = own;
    try {
      const value = await call({ idempotencyKey: own.key, ...options });
      this.forget(own);
      return value;
    } catch (error) {
      if (isFinalRefusal(error)) this.forget(own);
      throw error;
    }
  }

  /** Forgets the call if it is the last one; without a call, such as when the person signs out, whichever it is. */
  forget(call = this.unanswered): void {
    if (this.unanswered === call) this.unanswered = null;
  }
}
