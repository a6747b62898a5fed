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
};

type Answer = { readonly isLive: Promise<boolean>; readonly validUntilMs: number };

/** Makes the check that rest, storage, functions and realtime share. */
export function createSessionLiveness(
  deps: Pick<BackendDeps, "database" | "now">,
): SessionLiveness {
  const answers = createBoundedMap<string, Answer>(LIVENESS_CACHE_ENTRIES);

  function ask(sessionId: string): Promise<boolean> {
    const isLive = readLiveness(deps, sessionId);
    const answer = { isLive, validUntilMs: deps.now() + LIVENESS_CACHE_MS };
    answers.set(sessionId, answer);
    isLive.catch(() => {
      if (answers.get(sessionId) === answer) answers.delete(sessionId);
    });
    return isLive;
  }

  return {
    isLive(sessionId) {
      const known = answers.get(sessionId);
      return known && known.validUntilMs > deps.now() ? known.isLive : ask(sessionId);
    },
  };
}

/** A live session has exactly one refresh token that is not revoked; reuse leaves none. */
async function readLiveness(
  deps: Pick<BackendDeps, "database" | "now">,
  sessionId: string,
): Promise<boolean> {
  if (!isUuid(sessionId)) return false;
  const now = new Date(deps.now());
  const rows = await deps.database.auth<{ is_live: boolean }[]>`
    select exists (
      select from auth.sessions s
      join auth.users u on u.id = s.user_id
      where s.id = ${sessionId}
        and (s.not_after is null or s.not_after > ${now})
        and (u.banned_until is null or u.banned_until <= ${now})
        and u.deleted_at is null
        and exists (
          select from auth.refresh_tokens t where t.session_id = s.id and not t.revoked
        )
    ) as is_live`;
  return rows[0]?.is_live === true;
}
