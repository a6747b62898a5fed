import { useEffect, useLayoutEffect, useRef } from "react";
import type { BiblePlace } from "#shared/bible/bible-books.ts";

export type Neighbours = { previous: BiblePlace | null; next: BiblePlace | null };

/**
 * Left and Right open the previous and next chapter, unless the user types or a control uses the
 * arrows.
 */
export function useChapterKeys(neighbours: Neighbours, open: (place: BiblePlace) => void): void {
  const latest = useRef({ neighbours, open });

  // Before the paint: the next key must start from the visible chapter.
  useLayoutEffect(() => {
    latest.current = { neighbours, open };
  });

  useEffect(() => {
    function handleKey(event: KeyboardEvent) {
      // On a television the arrows have moved focus.
      if (event.defaultPrevented) return;
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (event.target instanceof Element && event.target.closest("input, select, textarea"))
        return;
      const { neighbours, open } = latest.current;
      const target = { ArrowLeft: neighbours.previous, ArrowRight: neighbours.next }[event.key];
      if (target) open(target);
    }
    window.addEventListener("keydown", handleKey);
    return () => window.removeEventListener("keydown", handleKey);
  }, []);
}
