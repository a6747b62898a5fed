/**
 * Reaction to an error. Network: retry after 1, 2, 5 and 10 s. Media: one repair. Then a card with
 * "Try again". Before the first frame the last delay is left out, so that failover takes about 12
 * s.
 */

export type FailureKind = "network" | "timeout" | "media" | "unsupported";

export type RecoveryState = {
  /** Restarts since playback last succeeded. */
  readonly restarts: number;
  readonly hasRepaired: boolean;
};

export type RecoveryStep =
  | { do: "restart"; afterMs: number; state: RecoveryState }
  | { do: "repair"; state: RecoveryState }
  | { do: "give-up" };

export const FRESH_RECOVERY: RecoveryState = { restarts: 0, hasRepaired: false };

/** Playing this long without an error resets the count. */
export const RECOVERED_AFTER_MS = 30_000;

const RESTART_DELAYS_MS = [1_000, 2_000, 5_000, 10_000] as const;
const FIRST_LOAD_RESTARTS = 3;

/** @param hasPlayed whether a frame was shown since the source was opened. */
export function recoveryStep(
  state: RecoveryState,
  failure: FailureKind,
  hasPlayed: boolean,
): RecoveryStep {
  if (failure === "unsupported") return { do: "give-up" };
  if (failure === "media") {
    return state.hasRepaired
      ? { do: "give-up" }
      : { do: "repair", state: { ...state, hasRepaired: true } };
  }
  // No data in the first 12 s: waiting longer is useless.
  if (failure === "timeout" && !hasPlayed) return { do: "give-up" };
  const afterMs = RESTART_DELAYS_MS[state.restarts];
  const isAllowed = hasPlayed || state.restarts < FIRST_LOAD_RESTARTS;
  if (afterMs === undefined || !isAllowed) return { do: "give-up" };
  return { do: "restart", afterMs, state: { ...state, restarts: state.restarts + 1 } };
}
