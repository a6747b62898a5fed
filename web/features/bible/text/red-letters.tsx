import * as v from "valibot";
import { type StoredEntry, storedEntry } from "#web/lib/storage/storage-keys.ts";
import { useStored } from "#web/lib/storage/use-stored.ts";
import { MessageSquareQuote } from "lucide-react";
import type { BibleVerse } from "#shared/bible/bible-text.ts";
import { bibleMessages } from "#shared/messages/reading/bible.ts";
import { useTexts } from "#web/lib/site.ts";
import { IconButton } from "#web/ui/icon-button.tsx";

const STORED_RED_LETTERS: StoredEntry<boolean> = storedEntry(
  "bible-red-letters",
  v.boolean(),
  true,
);

/** Returns whether this device shows the words of Jesus in red, and the setter. */
export function useRedLetters(): { isRed: boolean; setRed: (isRed: boolean) => void } {
  const [isRed, setRed] = useStored(STORED_RED_LETTERS);
  return { isRed, setRed: (next) => void setRed(next) };
}

/** Toggle for red letters, in chapters whose text marks the words of Jesus. */
export function RedLettersControl({ verses }: { verses: readonly BibleVerse[] }) {
  const texts = useTexts(bibleMessages);
  const { isRed, setRed } = useRedLetters();
  if (!verses.some(({ jesusWords }) => jesusWords)) return null;
  return (
    <IconButton
      label={texts.redLetters}
      aria-pressed={isRed}
      className={isRed ? "text-danger" : undefined}
      onClick={() => setRed(!isRed)}
    >
      <MessageSquareQuote aria-hidden className="size-5" />
    </IconButton>
  );
}
