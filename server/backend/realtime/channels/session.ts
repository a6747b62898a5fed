import type { Channel } from "./channel.ts";
import { type Connection, POLICY_CLOSE } from "#server/backend/realtime/sockets/connection.ts";

/** A socket with its channels; what concerns one topic happens in the order in which it was sent. */
export type Session = {
  readonly connection: Connection;
  readonly channels: Map<string, Channel>;
  /** Joins that are not answered yet. */
  readonly joining: Set<string>;
  /**
   * Runs work of a topic, at once when nothing of it is under way.
   *
   * @param bytes size of its frame, which is kept until the work is done.
   */
  inOrder(topic: string, bytes: number, work: () => Promise<void> | void): void;
  isClosed: boolean;
};

/** Work that may wait on one socket; a client that sends more does not listen to answers. */
const WAITING_LIMIT = 1_000;

/**
 * Makes the session of a socket.
 *
 * @param onError told of work that threw.
 */
export function createSession(connection: Connection, onError: (error: unknown) => void): Session {
  const running = new Map<string, Promise<void>>();
  let waiting = 0;

  const keep = (topic: string, bytes: number, work: Promise<void>): void => {
    waiting += 1;
    const isCounted = connection.held.add(bytes);
    if (waiting > WAITING_LIMIT || !isCounted) {
      connection.close(POLICY_CLOSE, "Too much work at once");
    }
    const kept = work.catch(onError).finally(() => {
      waiting -= 1;
      if (isCounted) connection.held.add(-bytes);
      if (running.get(topic) === kept) running.delete(topic);
    });
    running.set(topic, kept);
  };
  return {
    connection,
    channels: new Map(),
    joining: new Set(),
    inOrder(topic, bytes, work) {
      const before = running.get(topic);
      if (before !== undefined) {
        keep(topic, bytes, before.then(work));
        return;
      }
      try {
        const outcome = work();
        if (outcome !== undefined) keep(topic, bytes, outcome);
      } catch (error) {
        onError(error);
      }
    },
    isClosed: false,
  };
}
