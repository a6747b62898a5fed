import { clsx } from "clsx";
import { ChevronDown, ChevronUp, Moon, Pause, Play, Tv, Volume2, X } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { clockText } from "#shared/clock-text.ts";
import { SECOND_MS } from "@reign-tv/kit/durations.ts";
import { listenMessages } from "#shared/messages/listen.ts";
import { keptMessages } from "#shared/messages/kept.ts";
import { momentText } from "#shared/videos/video-duration.domain.ts";
import { SKIP_BACK_S, SKIP_FORWARD_S } from "#web/base/audio/media-session.ts";
import {
  listenControls,
  type NowListening,
  setTimer,
  stopListening,
} from "#web/base/audio/now-listening.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { KeepRow } from "#web/ui/keep-row.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { SeekLine, SkipButton } from "#web/ui/seek-controls.tsx";
import "./audio-bar.css";

const SPEEDS = [0.75, 1, 1.25, 1.5, 1.75, 2];
const TIMER_MINUTES = [15, 30, 60];

type AudioBarProps = {
  now: NowListening;
  /** Current programme of a channel; null while unknown. */
  programme?: string | null;
  /** Goes on with the picture; absent without one. */
  onWatch?: (() => void) | undefined;
  /** Goes on with the picture on a television; absent without one. */
  television?: ReactNode;
};

/**
 * The bar at the bottom of every page for what the visitor listens to: a channel, a recording, or a
 * voice that reads. It shows the controls that this one has.
 */
export function AudioBar({ now, programme = null, onWatch, television }: AudioBarProps) {
  const texts = useTexts(listenMessages);
  const barRef = useRef<HTMLElement>(null);
  const [isOpen, setOpen] = useState(false);
  useBarHeight(barRef);
  const { heard, position, duration } = now;
  const hasControls = now.status !== "no-voices";
  return (
    <section
      ref={barRef}
      aria-label={texts.bar}
      data-listen-bar
      className="pointer-events-none fixed inset-x-2 z-20 flex justify-center sm:inset-x-4 print:hidden"
    >
      <div className="pointer-events-auto relative w-full max-w-2xl overflow-hidden rounded-card border border-line bg-surface shadow-card">
        {duration > 0 && !isOpen && (
          <div
            aria-hidden
            className="listen-progress bg-brand"
            style={{ width: `${(Math.min(position, duration) / duration) * 100}%` }}
          />
        )}
        <div className="flex items-center gap-1 p-2">
          <Poster path={heard.poster} />
          <div className="min-w-0 grow px-2">
            <p lang={heard.language} className="truncate text-sm font-semibold">
              {heard.title}
            </p>
            <Subline now={now} programme={programme} />
          </div>
          {hasControls && (
            <>
              <MainControls now={now} />
              <IconButton
                label={texts.moreControls}
                aria-expanded={isOpen}
                onClick={() => setOpen(!isOpen)}
              >
                {isOpen ? (
                  <ChevronDown aria-hidden className="size-5" />
                ) : (
                  <ChevronUp aria-hidden className="size-5" />
                )}
              </IconButton>
            </>
          )}
          <IconButton label={texts.stop} onClick={stopListening}>
            <X aria-hidden className="size-5" />
          </IconButton>
        </div>
        {isOpen && hasControls && (
          <MoreControls now={now} onWatch={onWatch} television={television} />
        )}
      </div>
    </section>
  );
}

/** Returns what skips by some seconds; undefined where nothing can be sought. */
function skipOf({ position }: NowListening): ((seconds: number) => void) | undefined {
  const seek = listenControls()?.seek;
  return seek && ((seconds) => seek(position + seconds));
}

/** Play or pause, between the skips where there is room. */
function MainControls({ now }: { now: NowListening }) {
  const texts = useTexts(listenMessages);
  const { status } = now;
  const isRunning = status === "playing" || status === "loading" || status === "waiting";
  const skip = skipOf(now);
  return (
    <>
      {skip && <SkipButton seconds={-SKIP_BACK_S} skip={skip} className="max-sm:hidden" />}
      <IconButton
        label={isRunning ? texts.pause : texts.play}
        className="bg-brand text-on-brand hover:bg-brand-strong hover:text-on-brand"
        onClick={() => (isRunning ? listenControls()?.pause() : listenControls()?.play())}
      >
        {isRunning ? (
          <Pause aria-hidden className="size-5" />
        ) : (
          <Play aria-hidden className="ml-0.5 size-5" />
        )}
      </IconButton>
      {skip && <SkipButton seconds={SKIP_FORWARD_S} skip={skip} className="max-sm:hidden" />}
    </>
  );
}

/** Position, speed, sleep timer, and the way to the picture. */
function MoreControls({
  now,
  onWatch,
  television,
}: Pick<AudioBarProps, "now" | "onWatch" | "television">) {
  const texts = useTexts(listenMessages);
  const kept = useTexts(keptMessages);
  const controls = listenControls();
  const skip = skipOf(now);
  return (
    <div className="grid gap-3 border-t border-line p-3">
      {controls?.seek && skip && (
        <div
          className={clsx(
            "flex items-center gap-1",
            now.duration === 0 && "justify-center sm:hidden",
          )}
        >
          <SkipButton seconds={-SKIP_BACK_S} skip={skip} className="sm:hidden" />
          {now.duration > 0 && (
            <SeekLine position={now.position} duration={now.duration} onSeek={controls.seek} />
          )}
          <SkipButton seconds={SKIP_FORWARD_S} skip={skip} className="sm:hidden" />
        </div>
      )}
      {now.heard.keep && <KeepRow item={now.heard.keep} name={kept.keep} />}
      <div className="flex flex-wrap items-end gap-2">
        {controls?.setSpeed && <SpeedChoice now={now} onChange={controls.setSpeed} />}
        <TimerChoice now={now} />
        {controls?.goLive && (
          <button type="button" className={buttonStyle("quiet")} onClick={controls.goLive}>
            {texts.backToLive}
          </button>
        )}
        {onWatch && (
          <button
            type="button"
            title={texts.watch}
            className={buttonStyle("quiet", "ml-auto shrink-0 max-sm:px-3.5")}
            onClick={onWatch}
          >
            <Tv aria-hidden className="size-4" />
            <span className="max-sm:sr-only">{texts.watch}</span>
          </button>
        )}
        {television}
      </div>
    </div>
  );
}

/** The image of what plays; a voice has none. */
function Poster({ path }: { path: string | null }) {
  if (path === null) {
    return (
      <span className="listen-poster flex size-11 shrink-0 items-center justify-center rounded-lg bg-raised text-ink-soft">
        <Volume2 aria-hidden className="size-5" />
      </span>
    );
  }
  return (
    <span className="listen-poster size-11 shrink-0 overflow-hidden rounded-lg bg-raised">
      <Picture src={path} alt="" sizes="78px" className="size-full object-cover" />
    </span>
  );
}

/** State, programme or time, and when the sleep timer pauses; a problem is announced. */
function Subline({ now, programme }: { now: NowListening; programme: string | null }) {
  const { language } = useSite();
  const texts = useTexts(listenMessages);
  const { heard, status, position, duration, timer } = now;
  const problem = {
    failed: texts.failed,
    limit: texts.limit,
    "no-voices": texts.noVoices,
  }[status as string];
  if (problem !== undefined) {
    return (
      <p role="alert" className="line-clamp-2 text-xs text-danger">
        {problem}
      </p>
    );
  }
  const wait = { loading: texts.loading, waiting: texts.buffering, ended: texts.ended }[
    status as string
  ];
  const isLive = heard.kind === "live";
  const isPast = isLive && position > 0;
  const time =
    duration > 0 ? texts.positionOf(momentText(position), momentText(duration)) : undefined;
  const place = isPast
    ? texts.behindLive(clockText(position * SECOND_MS, language))
    : isLive
      ? (programme ?? texts.live)
      : heard.kind === "voice"
        ? texts.readAloud
        : time;
  return (
    <p className="flex items-center gap-1.5 text-xs text-ink-soft even-figures">
      {isLive && !isPast && status === "playing" && (
        <span aria-hidden className="size-2 shrink-0 rounded-full bg-live" />
      )}
      <span className="truncate">{wait ?? place}</span>
      {timer && (
        <span className="flex shrink-0 items-center gap-0.5">
          <Moon aria-hidden className="size-3" />
          <span className="sr-only">
            {timer === "end" ? texts.pausesAtEnd : texts.pausesAt(clockText(timer.at, language))}
          </span>
          {timer !== "end" && <span aria-hidden>{clockText(timer.at, language)}</span>}
        </span>
      )}
    </p>
  );
}

type ChoiceProps = {
  label: string;
  value: string;
  options: readonly (readonly [value: string, text: string])[];
  onChange: (value: string) => void;
  className?: string;
};

function Choice({ label, value, options, onChange, className }: ChoiceProps) {
  return (
    <label
      className={clsx("grid grid-cols-1 gap-1 text-xs font-semibold text-ink-soft", className)}
    >
      <span className="truncate">{label}</span>
      <select
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="h-11 max-w-full rounded-full border border-line bg-surface px-3 text-base font-semibold text-ink"
      >
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

function SpeedChoice({ now, onChange }: { now: NowListening; onChange: (rate: number) => void }) {
  const { language } = useSite();
  const texts = useTexts(listenMessages);
  return (
    <Choice
      className="shrink-0"
      label={texts.speed}
      value={String(now.speed)}
      options={SPEEDS.map((speed) => [String(speed), `${speed.toLocaleString(language)}×`])}
      onChange={(value) => onChange(Number(value))}
    />
  );
}

function TimerChoice({ now: { timer, heard } }: { now: NowListening }) {
  const texts = useTexts(listenMessages);
  const chosen = timer === "end" ? "end" : String(timer?.minutes ?? "");
  return (
    <Choice
      className="max-w-64 min-w-0 grow basis-28"
      label={texts.sleepTimer}
      value={chosen}
      options={[
        ["", texts.timerOff],
        ...TIMER_MINUTES.map((count) => [String(count), texts.minutes(count)] as const),
        ["end", texts.endOf[heard.kind]],
      ]}
      onChange={(value) => setTimer(value === "" ? null : value === "end" ? "end" : Number(value))}
    />
  );
}

/** Tells the style sheet how high the bar is: what else stands at the bottom makes room. */
function useBarHeight(bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { style } = document.documentElement;
    if (!bar.current || !("ResizeObserver" in window)) return;
    const observer = new ResizeObserver(([entry]) => {
      style.setProperty("--listen-height", `${Math.ceil(entry?.contentRect.height ?? 0) + 8}px`);
    });
    observer.observe(bar.current);
    return () => {
      observer.disconnect();
      style.removeProperty("--listen-height");
    };
  }, [bar]);
}
