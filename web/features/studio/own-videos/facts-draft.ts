import type { Result } from "#shared/errors.ts";
import type { OwnVideoChanges, StudioOwnVideo } from "#shared/contracts/own-videos.ts";
import type { OwnVideoFailure } from "./own-videos.data.ts";

/** Where typed facts are: with the server, on their way, or kept here until they arrive. */
export type FactsSaving =
  | { state: "saved" }
  | { state: "saving" }
  | { state: "waiting" }
  | { state: "refused"; failure: OwnVideoFailure };

/** Typed facts that the server does not have yet, and where they are. */
export type FactsDraftState = {
  pending: OwnVideoChanges;
  /** All that was typed since the page was opened. */
  typed: OwnVideoChanges;
  saving: FactsSaving;
};

/** Returns a video with what was typed: the server trims texts, which may not change under the cursor. */
export function withTyped(
  video: StudioOwnVideo,
  { typed, pending }: FactsDraftState,
): StudioOwnVideo {
  const saved = { ...video };
  for (const field of ["title", "description", "speaker", "passage"] as const) {
    const text = typed[field];
    if (text?.trim() === video[field]) saved[field] = text;
  }
  return Object.assign(saved, pending);
}

type DraftDeps = {
  send: (changes: OwnVideoChanges) => Promise<Result<StudioOwnVideo, OwnVideoFailure>>;
  /** Calls back after milliseconds. @returns cancels */
  later: (ms: number, run: () => void) => () => void;
  /** Facts that were typed before a reload. */
  kept: OwnVideoChanges;
  /** Stores what the server does not have yet. */
  keep: (pending: OwnVideoChanges) => void;
  onSaved: (video: StudioOwnVideo) => void;
  onChange: (state: FactsDraftState) => void;
};

export type FactsDraft = {
  state: () => FactsDraftState;
  edit: (changes: OwnVideoChanges) => void;
  /** Sends now what waits. @returns whether everything has arrived */
  flush: () => Promise<boolean>;
  /** Saves what a reload left behind. */
  start: () => void;
  /** Stops timers; what waits stays stored. */
  stop: () => void;
};

const SAVE_DELAY_MS = 1_200;
const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 30_000;

/** Failures after which the same facts can arrive later. */
const PASSING: readonly OwnVideoFailure[] = ["offline", "unavailable", "failed", "signed-out"];

/** Saves facts while they are typed: one request at a time, the next one has all that changed since then. */
export function createFactsDraft(deps: DraftDeps): FactsDraft {
  let state: FactsDraftState = {
    pending: deps.kept,
    typed: deps.kept,
    saving: { state: "saved" },
  };
  let cancel = (): void => undefined;
  let failures = 0;
  let isStopped = false;
  let current: Promise<void> | null = null;

  function set(changes: Partial<FactsDraftState>): void {
    state = { ...state, ...changes };
    if (changes.pending !== undefined) deps.keep(state.pending);
    deps.onChange(state);
  }

  const isEmpty = (): boolean => Object.keys(state.pending).length === 0;

  function schedule(ms: number): void {
    cancel();
    if (!isStopped) cancel = deps.later(ms, () => void save());
  }

  function save(): Promise<void> {
    cancel();
    current ??= sendPending().finally(() => (current = null));
    return current;
  }

  async function sendPending(): Promise<void> {
    if (isEmpty()) return;
    const sent = state.pending;
    set({ saving: { state: "saving" } });
    const result = await deps.send(sent);
    if (!result.ok) {
      failures += 1;
      const isPassing = PASSING.includes(result.failure);
      set({
        saving: isPassing ? { state: "waiting" } : { state: "refused", failure: result.failure },
      });
      if (isPassing) schedule(Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1)));
      return;
    }
    failures = 0;
    const left = Object.entries(state.pending).filter(
      ([field, value]) =>
        !Object.entries(sent).some(([key, one]) => key === field && one === value),
    );
    deps.onSaved(result.value);
    set({
      pending: Object.fromEntries(left),
      saving: { state: left.length === 0 ? "saved" : "saving" },
    });
    if (left.length > 0) schedule(SAVE_DELAY_MS);
  }

  return {
    state: () => state,
    edit(changes) {
      set({
        pending: { ...state.pending, ...changes },
        typed: { ...state.typed, ...changes },
        saving: { state: "saving" },
      });
      schedule(SAVE_DELAY_MS);
    },
    async flush() {
      if (current !== null) await current;
      if (!isEmpty()) await save();
      return isEmpty();
    },
    start() {
      isStopped = false;
      if (isEmpty()) return;
      set({ saving: { state: "saving" } });
      schedule(0);
    },
    stop() {
      isStopped = true;
      cancel();
    },
  };
}
