import { useQuery } from "@tanstack/react-query";
import { Headphones, Play } from "lucide-react";
import { useEffect, useState } from "react";
import { dataText } from "#shared/device/format-data-size.ts";
import type { EmbedMessage } from "#shared/embed/embed-protocol.ts";
import type { KeptItem } from "#shared/media/kept-media.ts";
import { keptMessages } from "#shared/messages/kept.ts";
import { dateText } from "#shared/videos/video-date.domain.ts";
import { nowListening } from "#web/base/audio/now-listening.ts";
import type { KeptEntry } from "#web/base/kept/kept-media.ts";
import { openKeptMedia, readSpace } from "#web/base/kept/open-kept-media.ts";
import { playKeptSound, soundKey } from "#web/base/kept/play-kept.ts";
import { useKeptMedia } from "#web/base/kept/use-kept-media.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { DownloadControls, DownloadState, ProblemText } from "#web/ui/keep-row.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { KeptPlayer } from "./kept-player.tsx";
import { isDeletedBySafari } from "./safari-note.domain.ts";

export type TellPlaying = (item: KeptItem, message: EmbedMessage) => void;

type KeptListProps = {
  /** Receives the messages of what plays, like those of a video's player. */
  onPlaying: TellPlaying;
};

/** What is kept, with its problems and its players. */
export function KeptList({ onPlaying }: KeptListProps) {
  const site = useSite();
  const { entries, problems } = useKeptMedia();
  const [shown, setShown] = useState<KeptItem | null>(null);
  const problem = [...problems.values()].at(-1);
  useDeleteEnded(entries);

  function play(entry: KeptEntry) {
    if (entry.kind === "picture") setShown(entry);
    else playKeptSound(site, entry, (message) => onPlaying(entry, message));
  }

  return (
    <>
      {problem && <ProblemText problem={problem} />}
      {entries && entries.length > 0 && (
        <>
          <Space entries={entries} />
          <ul className="mt-2 ruled">
            {entries.toReversed().map((entry) => (
              <KeptRow key={entry.url} entry={entry} onPlay={() => play(entry)} />
            ))}
          </ul>
          <SafariNote />
        </>
      )}
      {shown && (
        <KeptPlayer
          item={shown}
          onMessage={(message) => onPlaying(shown, message)}
          onClose={() => setShown(null)}
        />
      )}
    </>
  );
}

/** Deletes what ended in a tab that was closed before it moved on. */
function useDeleteEnded(entries: readonly KeptEntry[] | null): void {
  const isRead = entries !== null;
  useEffect(() => {
    if (!isRead) return;
    const media = openKeptMedia();
    for (const { url, hasEnded, video } of media.current().entries ?? []) {
      const isHeard = nowListening()?.heard.key === soundKey(video.id);
      if (hasEnded && !isHeard) void media.moveOn(url);
    }
  }, [isRead]);
}

/** Space that kept files use, and that is left. */
function Space({ entries }: { entries: readonly KeptEntry[] }) {
  const { language } = useSite();
  const texts = useTexts(keptMessages);
  const usedBytes = entries.reduce(
    (sum, { state, bytes, arrived }) => sum + (state === "kept" ? bytes : arrived),
    0,
  );
  const count = entries.filter(({ state }) => state === "kept").length;
  const { data } = useQuery({
    queryKey: ["device-space", count],
    queryFn: readSpace,
    networkMode: "always",
  });
  const freeBytes = data?.freeBytes ?? null;
  const free = freeBytes === null ? [] : [texts.free(dataText(freeBytes, language))];
  return (
    <p className="mt-2 text-sm text-ink-soft even-figures">
      {[texts.used(dataText(usedBytes, language)), ...free].join(" · ")}
    </p>
  );
}

function KeptRow({ entry, onPlay }: { entry: KeptEntry; onPlay: () => void }) {
  const { language } = useSite();
  const texts = useTexts(keptMessages);
  const { url, kind, state, bytes, video, speaker, addedAt, deleteAfterListening } = entry;
  const isKept = state === "kept";
  const kindText = texts.kinds[kind];
  const kept = dateText(new Date(addedAt).toISOString(), language, null);
  const facts = [
    speaker ?? "",
    kindText,
    dataText(bytes, language),
    video.duration,
    texts.keptOn(kept),
  ].filter((fact) => fact !== "");
  return (
    <li className="kept-row grid gap-x-6 gap-y-2 py-3">
      <div className="flex items-center gap-3">
        <Poster entry={entry} />
        <div className="min-w-0 grow">
          <p lang={video.language} className="line-clamp-2 font-semibold">
            {video.title}
          </p>
          {isKept ? (
            <p className="text-xs text-ink-soft even-figures">{facts.join(" · ")}</p>
          ) : (
            <>
              <p className="text-xs text-ink-soft">{kindText}</p>
              <DownloadState entry={entry} />
            </>
          )}
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        {isKept && (
          <button
            type="button"
            aria-label={texts.play(video.title, kindText)}
            className={buttonStyle("brand")}
            onClick={onPlay}
          >
            {kind === "sound" ? (
              <Headphones aria-hidden className="size-4" />
            ) : (
              <Play aria-hidden className="size-4" />
            )}
            {texts.playShort}
          </button>
        )}
        {isKept && (
          <Switch
            isOn={deleteAfterListening}
            onTurn={(isOn) => void openKeptMedia().setDeleteAfterListening(url, isOn)}
            label={texts.deleteAfterOf(texts.deleteAfter[kind], video.title)}
            className="min-h-11 text-sm text-ink-soft"
          >
            {texts.deleteAfter[kind]}
          </Switch>
        )}
        <div className="ml-auto">
          <DownloadControls entry={entry} />
        </div>
      </div>
    </li>
  );
}

/** The stored image of a video: the server's would need a connection. */
function Poster({ entry: { url } }: { entry: KeptEntry }) {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    let made: string | null = null;
    let isOver = false;
    async function read() {
      const blob = await openKeptMedia().poster(url);
      if (!blob || isOver) return;
      made = URL.createObjectURL(blob);
      setAddress(made);
    }
    void read();
    return () => {
      isOver = true;
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [url]);
  return (
    <span className="aspect-video w-28 shrink-0 overflow-hidden rounded-lg bg-raised max-xs:w-24">
      {address !== null && (
        <img src={address} alt="" width={320} height={180} className="size-full object-cover" />
      )}
    </span>
  );
}

function SafariNote() {
  const texts = useTexts(keptMessages);
  const [isShown] = useState(() =>
    isDeletedBySafari({
      vendor: navigator.vendor,
      isInstalled: window.matchMedia("(display-mode: standalone)").matches,
    }),
  );
  return isShown && <p className="mt-2 text-sm text-ink-soft">{texts.safari}</p>;
}
