import { REALTIME_SUBSCRIBE_STATES, type RealtimeChannel } from "@supabase/supabase-js";
import type { AccountSession } from "./session.ts";

/** Where no socket opens, or no policy lets the page in, it tries no more. */
const FAILURES_LIMIT = 3;

type TopicOptions = {
  topic: string;
  event: string;
  onJoined: () => void;
  onHeard: (payload: unknown) => void;
};

/** A private topic that this page has joined, or would like to. */
export type PrivateTopic = {
  /** Tells the others; nothing before it is joined. */
  say: (payload: Readonly<Record<string, string | boolean>>) => void;
  leave: () => void;
};

/** Joins a private topic, to hear the others on it and to speak. Without realtime nothing is heard. */
export function joinPrivateTopic(
  { client }: Pick<AccountSession, "client">,
  { topic, event, onJoined, onHeard }: TopicOptions,
): PrivateTopic {
  let channel: RealtimeChannel | null = null;
  let isJoined = false;
  let isLeft = false;
  let failures = 0;

  function follow(status: REALTIME_SUBSCRIBE_STATES): void {
    isJoined = !isLeft && status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED;
    failures = isJoined ? 0 : failures + 1;
    if (isJoined) onJoined();
    if (failures === FAILURES_LIMIT) leave();
  }
  async function join(): Promise<void> {
    // Before a private channel is joined, the socket must know who comes.
    await client.realtime.setAuth();
    if (isLeft) return;
    channel = client
      .channel(topic, { config: { private: true } })
      .on("broadcast", { event }, (message: { payload?: unknown }) => onHeard(message.payload))
      .subscribe(follow);
  }
  function leave(): void {
    if (!isLeft && channel) void client.removeChannel(channel);
    isLeft = true;
    isJoined = false;
  }

  void join();
  return {
    say(payload) {
      if (isJoined) void channel?.send({ type: "broadcast", event, payload });
    },
    leave,
  };
}
