/**
 * What a player does about an error: network: again after 1, 2, 5 and 10 s;
 * media: one repair; then a card with "Try again". Before the first picture the last wait is left
 * out, so that a dead source gives way to its fallback within about 12 s.
 */

export type FailureKind = "network" | "timeout" | "media" | "unsupported";

export type RecoveryState = {
  /** Restarts since playback last went well. */
  readonly restarts: number;
  readonly hasRepaired: boolean;
};

export type RecoveryStep =
  | { do: "restart"; afterMs: number; state: RecoveryState }
  | { do: "repair"; state: RecoveryState }
  | { do: "give-up" };

export const FRESH_RECOVERY: RecoveryState = { restarts: 0, hasRepaired: false };

/** Playing this long without an error wipes the slate clean. */
export const RECOVERED_AFTER_MS = 30_000;

const RESTART_DELAYS_MS = [1_000, 2_000, 5_000, 10_000] as const;
const FIRST_LOAD_RESTARTS = 3;

/**
 * @param hasPlayed whether a picture has been seen since the source was opened.
 */
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
  // Nothing at all within the first 12 s: waiting longer helps nobody.
  if (failure === "timeout" && !hasPlayed) return { do: "give-up" };
  const afterMs = RESTART_DELAYS_MS[state.restarts];
  const isAllowed = hasPlayed || state.restarts < FIRST_LOAD_RESTARTS;
  if (afterMs === undefined || !isAllowed) return { do: "give-up" };
  return { do: "restart", afterMs, state: { ...state, restarts: state.restarts + 1 } };
}
