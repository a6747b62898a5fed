import { isWithin } from "#server/kit/durations.ts";
import { isUuid } from "#server/backend/auth/protocol/uuid.ts";
import type { BackendDeps } from "#server/backend/context.ts";
import { createBoundedMap } from "#server/kit/bounded-map.ts";

/** How long an answer is believed: a revoked session is refused everywhere within this time. */
const LIVENESS_CACHE_MS = 10_000;
/** Sessions remembered at once; the oldest answer is dropped first. */
const LIVENESS_CACHE_ENTRIES = 20_000;

/** Tells whether the session that an access token names still exists. */
export type SessionLiveness = {
  /**
   * True while the session is neither signed out, expired, revoked by reuse of a refresh token,
   * nor of a banned or deleted user. Answers from memory for 10 seconds.
   *
   * @throws the database's error when it cannot answer: the caller must refuse, not guess.
   */
  isLive(sessionId: string): Promise<boolean>;
  /**
   * The live ones of many sessions, by one question to the database.
   *
   * @throws the database's error when it cannot answer.
   */
  liveOf(sessionIds: readonly string[]): Promise<ReadonlySet<string>>;
};

type Answer = { readonly isLive: Promise<boolean>; readonly askedAtMs: number };

/** Makes the check that rest, storage, functions and realtime share. */
export function createSessionLiveness(
  deps: Pick<BackendDeps, "database" | "now">,
): SessionLiveness {
  const answers = createBoundedMap<string, Answer>(LIVENESS_CACHE_ENTRIES);

  function liveOf(sessionIds: readonly string[]): Promise<ReadonlySet<string>> {
    const live = readLiveSessions(deps, sessionIds.filter(isUuid));
    for (const sessionId of sessionIds) {
      const isLive = live.then((ids) => ids.has(sessionId));
      const answer = { isLive, askedAtMs: deps.now() };
      answers.set(sessionId, answer);
      isLive.catch(() => {
        if (answers.get(sessionId) === answer) answers.delete(sessionId);
      });
    }
    return live;
  }

  return {
    async isLive(sessionId) {
      const known = answers.get(sessionId);
      if (known && isWithin(LIVENESS_CACHE_MS, known.askedAtMs, deps.now())) return known.isLive;
      return (await liveOf([sessionId])).has(sessionId);
    },
    liveOf,
  };
}

/** A live session has exactly one refresh token that is not revoked; reuse leaves none. */
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
