import { isWithin } from "@reign-tv/kit/durations.ts";
import { isUuid } from "#backend/auth/protocol/read-body.ts";
import type { BackendDeps } from "#backend/context.ts";
import { createBoundedMap } from "@reign-tv/kit/bounded-map.ts";

/** A revoked session is rejected within this time. */
const LIVENESS_CACHE_MS = 10_000;
const LIVENESS_CACHE_ENTRIES = 20_000;

/** Checks whether the session of an access token still exists. */
export type SessionLiveness = {
  /**
   * Returns true unless the session is signed out, expired, revoked, or of a banned or deleted
   * user. Results are cached for 10 seconds.
   *
   * @throws the database's error: the caller must then reject the token.
   */
  isLive(sessionId: string): Promise<boolean>;
  /**
   * Returns the live sessions of a list, with one query.
   *
   * @throws the database's error.
   */
  liveOf(sessionIds: readonly string[]): Promise<ReadonlySet<string>>;
};

type CachedResult = { readonly isLive: Promise<boolean>; readonly readAtMs: number };

/** Creates the check for rest, storage, functions and realtime. */
export function createSessionLiveness(
  deps: Pick<BackendDeps, "database" | "now">,
): SessionLiveness {
  const cache = createBoundedMap<string, CachedResult>(LIVENESS_CACHE_ENTRIES);

  function liveOf(sessionIds: readonly string[]): Promise<ReadonlySet<string>> {
    const live = readLiveSessions(deps, sessionIds.filter(isUuid));
    for (const sessionId of sessionIds) {
      const isLive = live.then((ids) => ids.has(sessionId));
      const entry = { isLive, readAtMs: deps.now() };
      cache.set(sessionId, entry);
      isLive.catch(() => {
        if (cache.get(sessionId) === entry) cache.delete(sessionId);
      });
    }
    return live;
  }

  return {
    async isLive(sessionId) {
      const known = cache.get(sessionId);
      if (known && isWithin(LIVENESS_CACHE_MS, known.readAtMs, deps.now())) return known.isLive;
      return (await liveOf([sessionId])).has(sessionId);
    },
    liveOf,
  };
}

/** A live session has one refresh token that is not revoked; reuse of a token revokes it. */
async function readLiveSessions(
  deps: Pick<BackendDeps, "database" | "now">,
  sessionIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (sessionIds.length === 0) return new Set();
  const now = new Date(deps.now());
  const rows = await deps.database.auth<{ id: string }[]>`
      select s.id from auth.sessions s
      join auth.users u on u.id = s.user_id
      where s.id = any (${[...sessionIds]})
        and (s.not_after is null or s.not_after > ${now})
        and (u.banned_until is null or u.banned_until <= ${now})
        and u.deleted_at is null
        and exists (
          select from auth.refresh_tokens t where t.session_id = s.id and not t.revoked
        )`;
  return new Set(rows.map(({ id }) => id));
}
