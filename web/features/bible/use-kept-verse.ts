import { useEffect } from "react";
import { writeStored } from "#web/lib/storage/storage.ts";
import { STORED_VERSE } from "./bible-storage-keys.ts";

/** How long the page has to stand still until its verse is kept. */
const KEPT_AFTER_MS = 300;
/** The line of the screen on which a reader's eyes are, as a share of its height. */
const EYE_LINE = 0.4;

/**
 * Keeps the verse that is being read on this device, so that the Bible opens there again.
 *
 * @param chapter address of the open chapter; null while it is not known.
 * @param verse the one that the address names, which stands for what nobody has scrolled yet.
 */
export function useKeptVerse(chapter: string | null, verse: number | null): void {
  useEffect(() => {
    if (chapter === null) return;
    writeStored(STORED_VERSE, verse ?? 1);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keepSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(keepVerse, KEPT_AFTER_MS);
    };
    window.addEventListener("scroll", keepSoon, { passive: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener("scroll", keepSoon);
    };
  }, [chapter, verse]);
}

/** At the top of the page that is the first verse, wherever the list begins. */
function keepVerse(): void {
  const line = window.innerHeight * EYE_LINE;
  const read = [...document.querySelectorAll<HTMLElement>("[data-verse]")].findLast(
    (element) => element.getBoundingClientRect().top <= line,
  );
  writeStored(STORED_VERSE, window.scrollY === 0 ? 1 : Number(read?.dataset["verse"] ?? 1));
}
