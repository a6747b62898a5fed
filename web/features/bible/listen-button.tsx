import { Square, Volume2 } from "lucide-react";
import { bibleMessages } from "#shared/messages/reading/bible.ts";
import { useTexts } from "#web/lib/site.ts";
import type { SpeechState } from "#web/base/speech/speech.ts";
import { buttonStyle } from "#web/ui/button-style.ts";

type ListenButtonProps = {
  state: SpeechState;
  /** Null while there is nothing that may be read aloud. */
  onListen: (() => void) | null;
  onStop: () => void;
};

/** Begins to read the chapter aloud, and ends it. */
export function ListenButton({ state, onListen, onStop }: ListenButtonProps) {
  const texts = useTexts(bibleMessages);
  const isReading = state.status === "speaking" || state.status === "paused";
  const Icon = isReading ? Square : Volume2;
  return (
    <button
      type="button"
      disabled={onListen === null}
      onClick={isReading ? onStop : (onListen ?? undefined)}
      className={buttonStyle("quiet", "ml-auto")}
    >
      <Icon aria-hidden className="size-4" />
      {isReading ? texts.stop : texts.listen}
    </button>
  );
}
