import type { Connection } from "./data-saver.domain.ts";

/** Which live players may begin without a tap: none, the one that leads, or one after the other all. */
export type LiveStart = "none" | "leading" | "all";

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
 * Which live players may begin by themselves. Moving pictures that nobody has asked for are never worth
 * somebody's megabytes or peace; two of them at once are for wide screens on lines that cost nothing.
 */
export function liveStart(facts: StartFacts): LiveStart {
  if (facts.savesData || facts.prefersLessMotion) return "none";
  return facts.isPhone || isMetered(facts.connection) ? "leading" : "all";
}

/** Whether a line is likely paid by what goes through it, or too narrow for two streams. */
export function isMetered({ type, effectiveType, saveData }: Connection = {}): boolean {
  return type === "cellular" || saveData === true || /^(?:slow-)?[23]g$/.test(effectiveType ?? "");
}
