import { errorCode, messageOf, StartError } from "@reign-tv/kit/start-error.ts";
import type { Reply } from "./worker-messages.ts";

/** Calls of one kind to the other thread that wait for their reply. */
export type Calls<Value> = {
  /**
   * Sends a call.
   *
   * @param send receives the number of the call, which its reply names.
   * @throws the error of the other thread.
   */
  start(send: (call: number) => void): Promise<Value>;
  settle(call: number, reply: Reply<Value>): void;
  /** Rejects all calls that wait, because the other thread is gone. */
  fail(message: string): void;
};

/** Numbers calls, so that their replies may come in any order. */
export function createCalls<Value>(): Calls<Value> {
  const waiting = new Map<number, PromiseWithResolvers<Value>>();
  let last = 0;
  return {
    start(send) {
      last += 1;
      const { promise, ...handlers } = Promise.withResolvers<Value>();
      waiting.set(last, { promise, ...handlers });
      send(last);
      return promise;
    },
    settle(call, reply) {
      const handlers = waiting.get(call);
      waiting.delete(call);
      if (reply.ok) return handlers?.resolve(reply.value);
      const { message, isStartError, code } = reply;
      handlers?.reject(
        isStartError ? new StartError(message, { cause: { code } }) : new Error(message),
      );
    },
    fail(message) {
      for (const { reject } of waiting.values()) reject(new Error(message));
      waiting.clear();
    },
  };
}

/** Runs a call of the other thread. Never rejects. */
export async function replyTo<Value>(work: () => Value | Promise<Value>): Promise<Reply<Value>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    const isStartError = error instanceof StartError;
    const code = isStartError ? errorCode(error.cause) : null;
    return { ok: false, message: messageOf(error), isStartError, code };
  }
}
