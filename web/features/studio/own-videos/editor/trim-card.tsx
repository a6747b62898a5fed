import { type KeyboardEvent, type RefObject, useState } from "react";
import type { OwnVideoSegments, StudioOwnVideo } from "#shared/contracts/own-videos.ts";
import { ownVideoEditorMessages } from "#shared/messages/studio/own-video-editor.ts";
import { StatusLabel, StudioCard } from "#web/features/studio/kit/studio-page.tsx";
import {
  formatChanges,
  isOneFormat,
  moveEnd,
  parseTime,
  rangeTimes,
  type SegmentRange,
  stepEnd,
} from "#web/features/studio/own-videos/trim.domain.ts";
import { placeText } from "#web/features/studio/own-videos/use-own-videos.ts";
import { useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { TextField } from "#web/ui/fields/text-field.tsx";
import type { Pictures } from "./use-pictures.ts";

/** Changes of the encoder that are named. */
const NAMED_CHANGES = 5;

type End = "first" | "last";

type TrimCardProps = {
  video: Pick<StudioOwnVideo, "isPublished" | "captions" | "files">;
  segments: OwnVideoSegments["segments"];
  /** What is published now, and what was chosen here. */
  saved: SegmentRange;
  chosen: SegmentRange;
  onChoose: (range: SegmentRange) => void;
  /** Saves what was chosen. */
  onApply: () => Promise<unknown>;
  pictures: Pictures;
  player: RefObject<HTMLVideoElement | null>;
};

/** Chooses where a video begins and ends, unless followers have it or captions have its times. */
export function TrimCard(props: TrimCardProps) {
  const { isPublished, captions } = props.video;
  const { trim: texts } = useTexts(ownVideoEditorMessages);
  if (!isPublished && captions.length === 0) return <Trim {...props} />;
  return (
    <StudioCard title={texts.title}>
      <p className="max-w-prose text-ink-soft">
        {texts.fixed[isPublished ? "published" : "captions"]}
      </p>
    </StudioCard>
  );
}

/** Handles at the cuts of the recording. */
function Trim(props: TrimCardProps) {
  const { video, segments, saved, chosen, onChoose, onApply, pictures, player } = props;
  const { trim: texts } = useTexts(ownVideoEditorMessages);
  const [isApplying, setApplying] = useState(false);
  const times = rangeTimes(segments, chosen);
  const isChanged = saved.first !== chosen.first || saved.last !== chosen.last;
  const first = segments[0]?.number ?? 0;
  const last = segments.at(-1)?.number ?? 0;
  const isWhole = chosen.first === first && chosen.last === last;
  const changes = formatChanges(segments);
  const isAllowed = isOneFormat(segments, chosen);

  function takePlace(end: End): void {
    const place = (player.current?.currentTime ?? 0) + rangeTimes(segments, saved).from;
    onChoose(moveEnd(segments, chosen, end, place));
  }

  async function apply(): Promise<void> {
    setApplying(true);
    await onApply();
    setApplying(false);
  }

  return (
    <StudioCard title={texts.title}>
      <div className="stack-4">
        <p className="max-w-prose text-ink-soft">{texts.intro}</p>
        <Changes at={changes} />
        <Line segments={segments} chosen={chosen} onChoose={onChoose} pictures={pictures} />
        {pictures.status === "idle" && (
          <p className="flex flex-wrap items-center gap-3 text-sm text-ink-soft">
            <button type="button" onClick={pictures.load} className={buttonStyle("outline")}>
              {texts.pictures}
            </button>
            {texts.picturesCost}
          </p>
        )}
        {pictures.status === "failed" && (
          <p className="text-sm text-ink-soft">{texts.noPictures}</p>
        )}
        <div className="grid gap-4 sm:grid-cols-2">
          {(["first", "last"] as const).map((end) => (
            <div key={end} className="stack-2">
              <TimeField
                key={`${chosen.first}-${chosen.last}`}
                end={end}
                seconds={end === "first" ? times.from : times.to}
                onTime={(seconds) => onChoose(moveEnd(segments, chosen, end, seconds))}
              />
              <button
                type="button"
                onClick={() => takePlace(end)}
                className={buttonStyle("outline")}
              >
                {end === "first" ? texts.startHere : texts.endHere}
              </button>
            </div>
          ))}
        </div>
        <p className="text-sm text-ink-soft">{texts.hereHint}</p>
        <p className="font-medium tabular-nums">{texts.length(placeText(times.to - times.from))}</p>
        {isChanged && <CutNotes isAllowed={isAllowed} hasSmall={video.files.low !== null} />}
        <div className="button-row">
          {isChanged && (
            <button
              type="button"
              disabled={isApplying || !isAllowed}
              onClick={() => void apply()}
              className={buttonStyle("brand")}
            >
              {isApplying ? texts.applying : texts.apply}
            </button>
          )}
          {!isWhole && changes.length === 0 && (
            <button
              type="button"
              onClick={() => onChoose({ first, last })}
              className={buttonStyle("outline")}
            >
              {texts.all}
            </button>
          )}
        </div>
      </div>
    </StudioCard>
  );
}

/** What to know before a cut is saved. */
function CutNotes({ isAllowed, hasSmall }: { isAllowed: boolean; hasSmall: boolean }) {
  const { trim: texts } = useTexts(ownVideoEditorMessages);
  return (
    <>
      <StatusLabel tone="warn" text={isAllowed ? texts.unsaved : texts.crossing} />
      {hasSmall && <StatusLabel tone="warn" text={texts.small} />}
    </>
  );
}

/** Says where the encoder changed its settings, in seconds. */
function Changes({ at }: { at: readonly number[] }) {
  const { trim: texts } = useTexts(ownVideoEditorMessages);
  if (at.length === 0) return null;
  const named = at.slice(0, NAMED_CHANGES).map(placeText);
  const more = at.length > NAMED_CHANGES ? ["…"] : [];
  return <p className="max-w-prose">{texts.changes([...named, ...more].join(", "))}</p>;
}

const PAGE_STEPS = 15;
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -PAGE_STEPS,
  PageUp: PAGE_STEPS,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

type LineProps = Pick<TrimCardProps, "segments" | "chosen" | "onChoose" | "pictures">;

/** The recording as a line of pictures with two handles. */
function Line({ segments, chosen, onChoose, pictures: { pictures } }: LineProps) {
  const { trim: texts } = useTexts(ownVideoEditorMessages);
  const end = segments.at(-1);
  const total = end === undefined ? 0 : end.at + end.seconds;
  const times = rangeTimes(segments, chosen);
  const percent = (seconds: number): string => `${(seconds / Math.max(1, total)) * 100}%`;

  function onKey(event: KeyboardEvent, which: End): void {
    const steps = STEPS[event.key];
    if (steps === undefined) return;
    event.preventDefault();
    onChoose(stepEnd(segments, chosen, which, steps));
  }

  return (
    <div className="relative h-16">
      <svg
        aria-hidden
        className="absolute inset-x-[22px] inset-y-1 h-14 w-[calc(100%-44px)] overflow-hidden rounded-lg bg-raised"
      >
        {pictures.map(({ at, address }) => (
          <image
            key={at}
            href={address}
            x={percent(at)}
            width="10%"
            height="100%"
            preserveAspectRatio="xMidYMid slice"
          />
        ))}
        <rect width={percent(times.from)} height="100%" className="fill-canvas opacity-75" />
        <rect x={percent(times.to)} width="100%" height="100%" className="fill-canvas opacity-75" />
        <rect
          x={percent(times.from)}
          width={percent(times.to - times.from)}
          height="100%"
          className="fill-brand opacity-20"
        />
      </svg>
      {(["first", "last"] as const).map((which) => {
        const value = which === "first" ? times.from : times.to;
        return (
          <input
            key={which}
            type="range"
            aria-label={which === "first" ? texts.from : texts.to}
            aria-valuetext={placeText(value)}
            min={0}
            max={total}
            step="any"
            value={value}
            onKeyDown={(event) => onKey(event, which)}
            onChange={({ currentTarget }) =>
              onChoose(moveEnd(segments, chosen, which, Number(currentTarget.value)))
            }
            className="trim-handle"
          />
        );
      })}
    </div>
  );
}

type TimeFieldProps = { end: End; seconds: number; onTime: (seconds: number) => void };

/** A time that can be typed; it is taken when the field is left, or with Enter. */
function TimeField({ end, seconds, onTime }: TimeFieldProps) {
  const { trim: texts } = useTexts(ownVideoEditorMessages);
  const [text, setText] = useState(placeText(seconds));
  const [isWrong, setWrong] = useState(false);

  function take(): void {
    const typed = parseTime(text);
    setWrong(typed === null);
    if (typed !== null && text !== placeText(seconds)) onTime(typed);
  }

  return (
    <TextField
      label={end === "first" ? texts.from : texts.to}
      name={end}
      value={text}
      autoComplete="off"
      error={isWrong ? texts.wrongTime : undefined}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        take();
      }}
    />
  );
}
