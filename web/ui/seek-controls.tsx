import { clsx } from "clsx";
import { RotateCcw, RotateCw } from "lucide-react";
import { useState } from "react";
import { listenMessages } from "#shared/messages/listen.ts";
import { momentText } from "#shared/videos/video-duration.domain.ts";
import { useTexts } from "#web/lib/site.ts";
import { IconButton } from "./icon-button.tsx";

type SkipButtonProps = {
  /** Negative to go back. */
  seconds: number;
  skip: (seconds: number) => void;
  className?: string;
};

/** Skips some seconds, which it shows. */
export function SkipButton({ seconds, skip, className }: SkipButtonProps) {
  const texts = useTexts(listenMessages);
  const amount = Math.abs(seconds);
  const Icon = seconds < 0 ? RotateCcw : RotateCw;
  return (
    <IconButton
      label={seconds < 0 ? texts.back(amount) : texts.forward(amount)}
      className={clsx("relative", className)}
      onClick={() => skip(seconds)}
    >
      <Icon aria-hidden className="size-7" strokeWidth={1.5} />
      <span aria-hidden className="absolute text-[0.625rem] font-bold even-figures">
        {amount}
      </span>
    </IconButton>
  );
}

type SeekLineProps = { position: number; duration: number; onSeek: (seconds: number) => void };

/** Position of a recording; it seeks when the slider is released, since each seek loads data. */
export function SeekLine({ position, duration, onSeek }: SeekLineProps) {
  const texts = useTexts(listenMessages);
  const [wanted, setWanted] = useState<number | null>(null);
  const shown = Math.min(wanted ?? position, duration);
  function seekThere() {
    if (wanted !== null) onSeek(wanted);
    setWanted(null);
  }
  return (
    <div className="flex min-w-0 grow items-center gap-3 text-xs text-ink-soft even-figures">
      <span aria-hidden className={wanted === null ? "max-sm:hidden" : undefined}>
        {momentText(shown)}
      </span>
      <input
        type="range"
        aria-label={texts.position}
        aria-valuetext={texts.positionOf(momentText(shown), momentText(duration))}
        min={0}
        max={Math.floor(duration)}
        step={5}
        value={shown}
        className="h-11 min-w-0 grow accent-brand"
        onChange={(event) => setWanted(Number(event.target.value))}
        onPointerUp={seekThere}
        onKeyUp={seekThere}
        onBlur={seekThere}
      />
      <span aria-hidden className="max-sm:hidden">
        {momentText(duration)}
      </span>
    </div>
  );
}
