import type { SessionLiveness } from "#backend/auth/store/session-liveness.ts";
import { type AccessTokenFailure, verifyAccessToken } from "#backend/access-token.ts";
import type { BackendDeps } from "#backend/context.ts";
import { CHANNEL_ERRORS, type ChannelError } from "#backend/realtime/protocol/channel-errors.ts";
import type { Caller } from "#backend/database/caller.ts";

/** The caller on a channel and the expiry of its token. */
export type Identity = {
  readonly caller: Caller;
  /** Null for a key, which does not expire. */
  readonly expiresAtMs: number | null;
};

/** Resolves tokens to identities. */
export type IdentityReader = {
  /** @throws ChannelError for an invalid or expired token. */
  read(token: string): Promise<Identity>;
  /** @throws ChannelError when the token expired or its session ended. */
  confirm(identity: Identity): Promise<void>;
  /** Returns the sessions that have not ended. @throws the database's error. */
  liveOf(sessionIds: readonly string[]): Promise<ReadonlySet<string>>;
};

const TOKEN_ERRORS: Readonly<
  Record<Exclude<AccessTokenFailure, "bad_claims">, () => ChannelError>
> = {
  malformed: CHANNEL_ERRORS.malformedToken,
  wrong_algorithm: CHANNEL_ERRORS.badSignature,
  unknown_key: CHANNEL_ERRORS.badSignature,
  bad_signature: CHANNEL_ERRORS.badSignature,
  expired: CHANNEL_ERRORS.expiredToken,
  not_yet_valid: CHANNEL_ERRORS.expiredToken,
};

/** Creates the reader of tokens. */
export function createIdentityReader(deps: BackendDeps, liveness: SessionLiveness): IdentityReader {
  const confirm = async ({ caller, expiresAtMs }: Identity): Promise<void> => {
    if (expiresAtMs !== null && expiresAtMs <= deps.now()) throw CHANNEL_ERRORS.expiredToken();
    if (caller.sessionId === null) return;
    if (!(await liveness.isLive(caller.sessionId))) throw CHANNEL_ERRORS.endedSession();
  };
  return {
    confirm,
    liveOf: (sessionIds) => liveness.liveOf(sessionIds),
    async read(token) {
      const result = await verifyAccessToken(token, deps);
      if (!result.ok) {
        throw result.reason === "bad_claims"
          ? CHANNEL_ERRORS.badClaims(result.claims)
          : TOKEN_ERRORS[result.reason]();
      }
      const { claims } = result;
      const identity: Identity = {
        caller: {
          role: claims.role,
          claims,
          userId: claims.sub ?? null,
          sessionId: claims.session_id ?? null,
        },
        expiresAtMs: claims.exp * 1_000,
      };
      await confirm(identity);
      return identity;
    },
  };
}
