import type { Connection } from "./data-saver.domain.ts";

/** What a device says about players that begin by themselves. */
export type StartFacts = {
  savesData: boolean;
  /** The media query `prefers-reduced-motion`. */
  prefersLessMotion: boolean;
  /** A small screen, as phones have. */
  isPhone: boolean;
  connection: Connection | undefined;
};

/** The media query of what counts as a phone: narrow, or lying on its side under a thumb. */
export const PHONE_QUERY = "(max-width: 47.99rem), (pointer: coarse) and (max-height: 30rem)";

/**
 * Whether anything may play before a tap: not where it takes data that is paid or scarce, on phones, and not
 * where less motion is wanted. Elsewhere the leading channel alone starts, muted.
 */
export function mayAutoplay(facts: StartFacts): boolean {
  const { savesData, prefersLessMotion, isPhone, connection } = facts;
  return !(savesData || prefersLessMotion || isPhone || isMetered(connection));
}

/** Below this a connection counts as slow. */
const SLOW_MBIT_PER_S = 1;

/** Whether a connection is likely paid by what goes through it, or slow. */
export function isMetered({ type, effectiveType, saveData, downlink }: Connection = {}): boolean {
  return (
    type === "cellular" ||
    saveData === true ||
    /^(?:slow-)?[23]g$/.test(effectiveType ?? "") ||
    (downlink !== undefined && downlink < SLOW_MBIT_PER_S)
  );
}
