import { useEffect, useState } from "react";
import type { BibleVerse } from "#shared/bible/bible-text.ts";

type ChosenVerses = {
  isChosen: (verse: number) => boolean;
  /** The last selected verse, next to which the actions stand; null without a selection. */
  latest: number | null;
  toggle: (verse: number) => void;
  /** Adds verses to the selection. */
  add: (verses: readonly number[]) => void;
  clear: () => void;
};

/** Returns the selection among the shown verses; Escape clears it. */
export function useVerseSelection(shown: readonly BibleVerse[]): ChosenVerses {
  const [all, setAll] = useState<readonly number[]>([]);
  const chosen = all.filter((verse) => shown.some((each) => each.verse === verse));
  const isAny = chosen.length > 0;

  useEffect(() => {
    if (!isAny) return undefined;
    function handleKey({ key, target, defaultPrevented }: KeyboardEvent) {
      // A dialog above handles its own Escape.
      const isAbove = target instanceof Element && target.closest("dialog") !== null;
      if (key === "Escape" && !defaultPrevented && !isAbove) setAll([]);
    }
    window.addEventListener("keydown", handleKey);
    return () => window.removeEventListener("keydown", handleKey);
  }, [isAny]);

  return {
    isChosen: (verse) => chosen.includes(verse),
    latest: chosen.at(-1) ?? null,
    toggle: (verse) =>
      setAll(chosen.includes(verse) ? chosen.filter((each) => each !== verse) : [...chosen, verse]),
    add: (verses) => setAll([...verses.filter((each) => !chosen.includes(each)), ...chosen]),
    clear: () => setAll([]),
  };
}
