import * as v from "valibot";
import {
  syncAnswerSchema,
  type SyncAnswer,
  type SyncedChange,
} from "#shared/contracts/synced-items.ts";
import { withTimeLimit } from "#shared/time-limit.ts";
import { browserFetch } from "#web/lib/http/http.ts";
import type { AccountSession } from "#web/lib/session/account-session.ts";
import { changeOf, nextUnsent } from "./items.domain.ts";
import type { ItemStore } from "./item-store.ts";

/** Changes in one call. */
const MOST_CHANGES = 100;
/** A tab that waits longer would block the others. */
const RESPONSE_TIMEOUT_MS = 30_000;
/** Largest body that browsers send for a page that is being left. */
const KEEPALIVE_BYTES = 60_000;

/** The part of a session that sync needs. */
export type SyncSession = Pick<AccountSession, "backendUrl" | "publishableKey"> & {
  client: { auth: Pick<AccountSession["client"]["auth"], "getSession"> };
};

/**
 * Sends unsent changes and fetches newer ones until both sides are equal. One tab of a browser at a
 * time. @throws Error when the server does not respond or the response is invalid.
 */
export async function synchronise(store: ItemStore, session: SyncSession): Promise<void> {
  let hasTurn = false;
  try {
    await navigator.locks.request("synced-items", () => {
      hasTurn = true;
      return inRounds(store, session);
    });
  } catch (error) {
    if (hasTurn) throw error;
    // The browser has no locks, or blocks them along with its storage.
    await inRounds(store, session);
  }
}

async function inRounds(store: ItemStore, session: SyncSession): Promise<void> {
  const owner = store.owner();
  if (owner === null) return;
  for (let goesOn = true; goesOn && store.owner() === owner;) {
    const sent = nextUnsent(store.items().values(), MOST_CHANGES).map(changeOf);
    const { cursor } = await store.readState();
    const answer = await call(session, owner, { changes: sent, since: cursor });
    if (answer === null) return;
    if (!(await store.applyResponse(owner, sent, answer))) return;
    const isFull = answer.refused.some(({ reason }) => reason === "full");
    goesOn = answer.more || (!isFull && nextUnsent(store.items().values(), 1).length > 0);
  }
}

/** @returns null when another account is signed in by now. */
async function call(
  { client, backendUrl, publishableKey }: SyncSession,
  owner: string,
  asked: { changes: readonly SyncedChange[]; since: number },
): Promise<SyncAnswer | null> {
  const { data } = await client.auth.getSession();
  if (data.session?.user.id !== owner) return null;
  const { access_token: token } = data.session;
  const body = JSON.stringify(asked);
  return withTimeLimit(RESPONSE_TIMEOUT_MS, async (signal) => {
    const response = await browserFetch(`${backendUrl}/rest/v1/rpc/sync_items`, {
      method: "POST",
      headers: {
        apikey: publishableKey,
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
      },
      body,
      signal,
      keepalive: new Blob([body]).size < KEEPALIVE_BYTES,
    });
    if (!response.ok) throw new Error(`Not synchronised: ${response.status}`);
    return v.parse(syncAnswerSchema, await response.json());
  });
}
