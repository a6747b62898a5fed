import * as v from "valibot";
import {
  syncAnswerSchema,
  type SyncAnswer,
  type SyncedChange,
} from "#shared/contracts/synced-items.ts";
import { withTimeLimit } from "#shared/time-limit.ts";
import { browserFetch } from "#web/lib/http/http.ts";
import { accessToken } from "#web/lib/session/access-token.ts";
import type { Backend } from "#web/lib/session/account-session.ts";
import { loadSession } from "#web/lib/session/load-session.ts";
import { changeOf, nextUnsent } from "./items.domain.ts";
import type { ItemStore } from "./item-store.ts";

/** Changes in one call. */
const MOST_CHANGES = 100;
/** A tab that waits longer would block the others. */
const RESPONSE_TIMEOUT_MS = 30_000;
/** Largest body that browsers send for a page that is being left. */
const KEEPALIVE_BYTES = 60_000;

/**
 * Sends unsent changes and fetches newer ones until both sides are equal. One tab of a browser at a
 * time. @throws Error when the server does not respond or the response is invalid.
 */
export async function synchronise(
  store: ItemStore,
  site: Backend,
  readToken = accessToken,
): Promise<void> {
  let hasTurn = false;
  try {
    await navigator.locks.request("synced-items", () => {
      hasTurn = true;
      return inRounds(store, site, readToken);
    });
  } catch (error) {
    if (hasTurn) throw error;
    // The browser has no locks, or blocks them along with its storage.
    await inRounds(store, site, readToken);
  }
}

async function inRounds(
  store: ItemStore,
  site: Backend,
  readToken: typeof accessToken,
): Promise<void> {
  const owner = store.owner();
  if (owner === null) return;
  for (let goesOn = true; goesOn && store.owner() === owner;) {
    const sent = nextUnsent(store.items().values(), MOST_CHANGES).map(changeOf);
    const { cursor } = await store.readState();
    const access = await readToken(site);
    // Another account may be signed in by now.
    if (access?.userId !== owner) return;
    const answer = await call(site, access.token, { changes: sent, since: cursor });
    if (!(await store.applyResponse(owner, sent, answer))) return;
    const isFull = answer.refused.some(({ reason }) => reason === "full");
    goesOn = answer.more || (!isFull && nextUnsent(store.items().values(), 1).length > 0);
  }
}

async function call(
  site: Backend,
  token: string,
  asked: { changes: readonly SyncedChange[]; since: number },
): Promise<SyncAnswer> {
  const body = JSON.stringify(asked);
  return withTimeLimit(RESPONSE_TIMEOUT_MS, async (signal) => {
    const response = await browserFetch(`${site.backendUrl}/rest/v1/rpc/sync_items`, {
      method: "POST",
      headers: {
        apikey: site.publishableKey,
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
      },
      body,
      signal,
      keepalive: new Blob([body]).size < KEEPALIVE_BYTES,
    });
    if (response.status === 401) await checkSession(site);
    if (!response.ok) throw new Error(`Not synchronised: ${response.status}`);
    return v.parse(syncAnswerSchema, await response.json());
  });
}

/** Lets the client ask for the user: it drops a session that was ended elsewhere. */
async function checkSession(site: Backend): Promise<void> {
  const { client } = await loadSession(site);
  await client.auth.getUser();
}
