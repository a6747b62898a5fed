import { Pause, Play, Square, Volume2 } from "lucide-react";
import { bibleMessages } from "#shared/messages/reading/bible.ts";
import { useTexts } from "#web/lib/site.ts";
import type { Speaker, SpeechState } from "#web/base/speech/speech.ts";
import { buttonStyle } from "#web/ui/button-style.ts";

/** Pause and stop of a running reading, fixed on the screen. */
export function ListenBar({ state, speaker }: { state: SpeechState; speaker: Speaker }) {
  const texts = useTexts(bibleMessages);
  if (state.status === "idle") return null;
  return (
    <div
      data-listen-bar
      className="pointer-events-none fixed inset-x-4 bottom-20 z-20 flex justify-center lg:bottom-6"
    >
      <div className="pointer-events-auto flex items-center gap-2 rounded-full border border-line bg-surface p-2 shadow-card">
        {state.status === "no-voices" ? (
          <p role="alert" className="px-3 text-sm font-semibold">
            {texts.noVoices}
          </p>
        ) : (
          <button
            type="button"
            className={buttonStyle("brand")}
            onClick={() => (state.status === "paused" ? speaker.resume() : speaker.pause())}
          >
            {state.status === "paused" ? (
              <Play aria-hidden className="size-4" />
            ) : (
              <Pause aria-hidden className="size-4" />
            )}
            <span>{state.status === "paused" ? texts.resume : texts.pause}</span>
          </button>
        )}
        <button type="button" className={buttonStyle("quiet")} onClick={() => speaker.stop()}>
          <Square aria-hidden className="size-4" />
          {texts.stop}
        </button>
      </div>
    </div>
  );
}

type ListenButtonProps = {
  state: SpeechState;
  /** Null while nothing may be read aloud. */
  onListen: (() => void) | null;
  onStop: () => void;
};

/** Starts and stops reading the chapter aloud. */
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
      <span>{isReading ? texts.stop : texts.listen}</span>
    </button>
  );
}
