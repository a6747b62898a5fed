import { useEffect, useState } from "react";
import type { BibleVerse } from "#shared/bible/bible-text.ts";

type ChosenVerses = {
  isChosen: (verse: number) => boolean;
  /** The verse that was chosen last, beside which the actions stand; null while none is. */
  latest: number | null;
  toggle: (verse: number) => void;
  /** Chooses verses beside those that are chosen. */
  add: (verses: readonly number[]) => void;
  clear: () => void;
};

/** Which of the verses that are shown a reader has chosen; Escape lets go of them. */
export function useChosenVerses(shown: readonly BibleVerse[]): ChosenVerses {
  const [all, setAll] = useState<readonly number[]>([]);
  const chosen = all.filter((verse) => shown.some((each) => each.verse === verse));
  const isAny = chosen.length > 0;

  useEffect(() => {
    if (!isAny) return undefined;
    function handleKey({ key, target, defaultPrevented }: KeyboardEvent) {
      // A dialog above has its own Escape.
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
