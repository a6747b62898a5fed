import type { Connection } from "./data-saver.domain.ts";

/** Device properties that decide about autoplay. */
export type StartFacts = {
  savesData: boolean;
  /** Media query `prefers-reduced-motion`. */
  prefersLessMotion: boolean;
  /** Matches `PHONE_QUERY`. */
  isPhone: boolean;
  connection: Connection | undefined;
};

/** Narrow screens, and touch screens in landscape. */
export const PHONE_QUERY = "(max-width: 47.99rem), (pointer: coarse) and (max-height: 30rem)";

/**
 * Returns whether anything may play before a tap: not on metered connections, phones, or with
 * reduced motion. Elsewhere only the leading channel starts, muted.
 */
export function mayAutoplay(facts: StartFacts): boolean {
  const { savesData, prefersLessMotion, isPhone, connection } = facts;
  return !(savesData || prefersLessMotion || isPhone || isMetered(connection));
}

/** Slower connections count as slow. */
const SLOW_MBIT_PER_S = 1;

/** Returns whether a connection is slow or probably paid by volume. */
export function isMetered({ type, effectiveType, saveData, downlink }: Connection = {}): boolean {
  return (
    type === "cellular" ||
    saveData === true ||
    /^(?:slow-)?[23]g$/.test(effectiveType ?? "") ||
    (downlink !== undefined && downlink < SLOW_MBIT_PER_S)
  );
}
