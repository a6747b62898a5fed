import { Plus, Trash2 } from "lucide-react";
import { type RefObject, useState } from "react";
import type { OwnVideoChapter } from "#shared/contracts/own-videos.ts";
import { ownVideoEditorMessages } from "#shared/messages/studio/own-video-editor.ts";
import { StudioCard } from "#web/features/studio/kit/studio-page.tsx";
import {
  addChapter,
  changeChapter,
  parseTime,
} from "#web/features/studio/own-videos/trim.domain.ts";
import { placeText } from "#web/features/studio/own-videos/use-own-videos.ts";
import { useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { TextField } from "#web/ui/fields/text-field.tsx";
import type { Facts } from "./use-facts-draft.ts";

const NAME_LENGTH = 120;

type ChaptersCardProps = {
  facts: Facts;
  /** Marks of staff that are no chapters yet. */
  marks: readonly OwnVideoChapter[];
  player: RefObject<HTMLVideoElement | null>;
};

/** Chapters of a video: named, moved, deleted, added at the place of the preview or from marks. */
export function ChaptersCard({ facts: { values, edit }, marks, player }: ChaptersCardProps) {
  const { chapters: texts } = useTexts(ownVideoEditorMessages);
  const [isTaken, setTaken] = useState(false);
  const { chapters, seconds } = values;

  function write(next: OwnVideoChapter[] | null): boolean {
    setTaken(next === null);
    if (next !== null) edit({ chapters: next });
    return next !== null;
  }

  return (
    <StudioCard title={texts.title}>
      <div className="stack-4">
        <p className="max-w-prose text-ink-soft">{texts.intro}</p>
        {chapters.length === 0 && <p className="text-ink-soft">{texts.none}</p>}
        <ul className="stack-3">
          {chapters.map((chapter, index) => (
            <ChapterRow
              key={`${chapter.at}-${chapter.title}`}
              chapter={chapter}
              number={index + 1}
              seconds={seconds}
              onChange={(changed) => write(changeChapter(chapters, index, changed))}
              onRemove={() => write(chapters.toSpliced(index, 1))}
            />
          ))}
        </ul>
        <div className="stack-2">
          <button
            type="button"
            onClick={() =>
              write(
                addChapter(chapters, {
                  at: Math.floor(player.current?.currentTime ?? 0),
                  title: texts.newName,
                }),
              )
            }
            className={buttonStyle("outline")}
          >
            <Plus aria-hidden className="size-4" />
            {texts.add}
          </button>
          <p className="text-sm text-ink-soft">{texts.addHint}</p>
          {isTaken && (
            <p role="alert" className="text-sm font-medium text-danger">
              {texts.taken}
            </p>
          )}
        </div>
        {marks.length > 0 && (
          <div className="stack-2">
            <h3 className="font-semibold">{texts.marks}</h3>
            <ul className="flex flex-wrap gap-2">
              {marks.map(({ at, title }) => {
                const name = title === "" ? texts.unnamed : title;
                return (
                  <li key={at} className="max-w-full">
                    <button
                      type="button"
                      aria-label={texts.take(name, placeText(at))}
                      onClick={() => write(addChapter(chapters, { at, title: name }))}
                      className={buttonStyle("outline")}
                    >
                      <Plus aria-hidden className="size-4" />
                      <span className="truncate">{`${placeText(at)} ${name}`}</span>
                    </button>
                  </li>
                );
              })}
            </ul>
          </div>
        )}
      </div>
    </StudioCard>
  );
}

type ChapterRowProps = {
  chapter: OwnVideoChapter;
  number: number;
  /** Length of the video. */
  seconds: number;
  onChange: (chapter: OwnVideoChapter) => boolean;
  onRemove: () => void;
};

/** One chapter; its time and name are taken when a field is left. */
function ChapterRow({ chapter, number, seconds, onChange, onRemove }: ChapterRowProps) {
  const { chapters: texts } = useTexts(ownVideoEditorMessages);
  const { trim } = useTexts(ownVideoEditorMessages);
  const [time, setTime] = useState(placeText(chapter.at));
  const [title, setTitle] = useState(chapter.title);
  const [timeError, setTimeError] = useState<string>();
  const isNamed = title.trim() !== "";

  function takeTime(): void {
    if (time === placeText(chapter.at)) return setTimeError(undefined);
    const at = parseTime(time);
    if (at === null) return setTimeError(trim.wrongTime);
    if (at >= seconds) return setTimeError(texts.beyond);
    setTimeError(onChange({ ...chapter, at }) ? undefined : texts.taken);
  }

  function takeTitle(): void {
    if (isNamed && title.trim() !== chapter.title) onChange({ ...chapter, title: title.trim() });
  }

  return (
    <li className="flex flex-wrap items-start gap-2">
      <div className="w-26">
        <TextField
          label={texts.time}
          aria-label={texts.timeOf(number)}
          name={`chapter-${number}-time`}
          value={time}
          autoComplete="off"
          error={timeError}
          onChange={(event) => setTime(event.currentTarget.value)}
          onBlur={takeTime}
        />
      </div>
      {/* On a phone the name has a line of its own. */}
      <div className="max-w-3xl grow max-sm:order-1 max-sm:basis-full">
        <TextField
          label={texts.name}
          aria-label={texts.nameOf(number)}
          name={`chapter-${number}-name`}
          value={title}
          maxLength={NAME_LENGTH}
          error={isNamed ? undefined : texts.empty}
          onChange={(event) => setTitle(event.currentTarget.value)}
          onBlur={takeTitle}
        />
      </div>
      <button
        type="button"
        aria-label={texts.remove(chapter.title)}
        title={texts.remove(chapter.title)}
        onClick={onRemove}
        className={buttonStyle("outline", "mt-6.5 min-w-11 px-3!")}
      >
        <Trash2 aria-hidden className="size-4" />
      </button>
    </li>
  );
}
