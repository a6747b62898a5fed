import { MessageSquareQuote } from "lucide-react";
import type { BibleVerse } from "#shared/bible/bible-text.ts";
import { bibleMessages } from "#shared/messages/reading/bible.ts";
import { useTexts } from "#web/lib/site.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { useRedLetters } from "./use-red-letters.ts";

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
