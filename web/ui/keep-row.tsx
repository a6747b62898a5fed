import { CircleCheck, Download, Pause, Play, Trash2, X } from "lucide-react";
import { dataText } from "#shared/device/format-data-size.ts";
import { keptMessages } from "#shared/messages/kept.ts";
import type { KeepProblem, KeptEntry, NewItem } from "#web/base/kept/kept-media.ts";
import { openKeptMedia } from "#web/base/kept/open-kept-media.ts";
import { useKept, useKeptMedia } from "#web/base/kept/use-kept-media.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "./button-style.ts";
import { IconButton } from "./icon-button.tsx";
import { ProgressBar } from "./progress-bar.tsx";

type KeepRowProps = {
  item: NewItem;
  /** Visible name; default: "Sound" or "Video". */
  name?: string;
};

/** One file of a video that can be kept: its size, the button, the download, and that it is kept. */
export function KeepRow({ item, name }: KeepRowProps) {
  const { language } = useSite();
  const texts = useTexts(keptMessages);
  const { problems } = useKeptMedia();
  const entry = useKept(item.video.id, item.kind);
  const problem = problems.get(item.url);
  const size = dataText(item.bytes, language);
  const kind = texts.kinds[item.kind];
  return (
    <div className="grid gap-1">
      <div className="flex min-h-11 items-center gap-3">
        <div className="min-w-0 grow text-sm">
          <p className="font-semibold">{name ?? kind}</p>
          {entry ? (
            <DownloadState entry={entry} />
          ) : (
            <p className="text-xs text-ink-soft even-figures">{size}</p>
          )}
        </div>
        {entry ? (
          <DownloadControls entry={entry} />
        ) : (
          <button
            type="button"
            aria-label={texts.keepOf(item.video.title, kind, size)}
            className={buttonStyle("outline", "shrink-0")}
            onClick={() => void openKeptMedia().keep(item)}
          >
            <Download aria-hidden className="size-4" />
            {texts.keepShort}
          </button>
        )}
      </div>
      {problem && <ProblemText problem={problem} />}
    </div>
  );
}

/** The state of a download, in words and as a bar. */
export function DownloadState({ entry }: { entry: KeptEntry }) {
  const { language } = useSite();
  const texts = useTexts(keptMessages);
  const { state, arrived, bytes, isStalled, video } = entry;
  const part = dataText(arrived, language);
  const whole = dataText(bytes, language);
  if (state === "kept") {
    return (
      <p role="status" className="flex items-center gap-1.5 text-xs text-ink-soft">
        <CircleCheck aria-hidden className="size-4 shrink-0 text-brand" />
        {`${texts.kept} · ${whole}`}
      </p>
    );
  }
  const text =
    state === "paused"
      ? texts.pausedAt(part, whole)
      : isStalled
        ? texts.stalled
        : arrived === 0
          ? texts.inQueue(whole)
          : texts.arrived(part, whole);
  return (
    <div className="grid gap-1">
      <p className="text-xs text-ink-soft even-figures">{text}</p>
      <ProgressBar share={arrived / bytes} label={texts.progressOf(video.title)} />
    </div>
  );
}

/** Pause, resume and cancel of a download; delete of what is kept. */
export function DownloadControls({ entry }: { entry: KeptEntry }) {
  const texts = useTexts(keptMessages);
  const { url, kind, state, isStalled, video } = entry;
  const media = openKeptMedia();
  const name = `${video.title}, ${texts.kinds[kind]}`;
  const isKept = state === "kept";
  const isResting = state === "paused" || isStalled;
  return (
    <div className="flex shrink-0">
      {!isKept && (
        <IconButton
          label={isResting ? texts.resume(name) : texts.pause(name)}
          onClick={() => void (isResting ? media.resume(url) : media.pause(url))}
        >
          {isResting ? (
            <Play aria-hidden className="size-5" />
          ) : (
            <Pause aria-hidden className="size-5" />
          )}
        </IconButton>
      )}
      <IconButton
        label={isKept ? texts.remove(name) : texts.cancel(name)}
        onClick={() => void media.remove(url)}
      >
        {isKept ? <Trash2 aria-hidden className="size-5" /> : <X aria-hidden className="size-5" />}
      </IconButton>
    </div>
  );
}

/** Says why a download has ended, or has not begun. */
export function ProblemText({ problem }: { problem: KeepProblem }) {
  const { language } = useSite();
  const texts = useTexts(keptMessages);
  const text =
    problem.kind === "full" && problem.freeBytes !== null && problem.freeBytes < problem.bytes
      ? texts.full(dataText(problem.bytes, language), dataText(problem.freeBytes, language))
      : { full: texts.fullUnknown, gone: texts.gone, limit: texts.limit }[problem.kind];
  return (
    <p role="alert" className="mt-1 text-sm text-danger">
      {text}
    </p>
  );
}
