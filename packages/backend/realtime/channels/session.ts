import type { Channel } from "./channel.ts";
import { type Connection, POLICY_CLOSE } from "#backend/realtime/sockets/connection.ts";

/** A socket with its channels; work of one topic runs in the order of its frames. */
export type Session = {
  readonly connection: Connection;
  readonly channels: Map<string, Channel>;
  /** Joins without a reply so far. */
  readonly joining: Set<string>;
  /**
   * Runs work of a topic after its earlier work, at once when there is none.
   *
   * @param bytes size of its frame, which is counted until the work is done.
   */
  inOrder(topic: string, bytes: number, work: () => Promise<void> | void): void;
  isClosed: boolean;
};

/** Limit on queued work of one socket; a client above it does not wait for replies. */
const WAITING_LIMIT = 1_000;

/**
 * Creates the session of a socket.
 *
 * @param onError called with an error of the work.
 */
export function createSession(connection: Connection, onError: (error: unknown) => void): Session {
  const running = new Map<string, Promise<void>>();
  let waiting = 0;

  const track = (topic: string, bytes: number, work: Promise<void>): void => {
    waiting += 1;
    const isCounted = connection.held.add(bytes);
    if (waiting > WAITING_LIMIT || !isCounted) {
      connection.close(POLICY_CLOSE, "Too much work at once");
    }
    const tracked = work.catch(onError).finally(() => {
      waiting -= 1;
      if (isCounted) connection.held.add(-bytes);
      if (running.get(topic) === tracked) running.delete(topic);
    });
    running.set(topic, tracked);
  };
  return {
    connection,
    channels: new Map(),
    joining: new Set(),
    inOrder(topic, bytes, work) {
      const before = running.get(topic);
      if (before !== undefined) {
        track(topic, bytes, before.then(work));
        return;
      }
      try {
        const outcome = work();
        if (outcome !== undefined) track(topic, bytes, outcome);
      } catch (error) {
        onError(error);
      }
    },
    isClosed: false,
  };
}
