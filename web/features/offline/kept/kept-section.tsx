import { useState } from "react";
import { keptMessages } from "#shared/messages/kept.ts";
import { useKeptMedia } from "#web/base/kept/use-kept-media.ts";
import { useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Link } from "#web/ui/link.tsx";
import { optional } from "#web/ui/optional.tsx";
import type { TellPlaying } from "./kept-list.tsx";

/** Loads where something is kept; the worker stores it with the page. */
const KeptList = optional(async () => (await import("./kept-list.tsx")).KeptList);

type KeptSectionProps = {
  /** Receives the messages of what plays, like those of a video's player. */
  onPlaying: TellPlaying;
};

/** Sounds and pictures that the visitor keeps: they play without a connection. */
export function KeptSection({ onPlaying }: KeptSectionProps) {
  const texts = useTexts(keptMessages);
  const { entries, problems } = useKeptMedia();
  const [hasList, setHasList] = useState(false);
  // A player of the list stays open when the last entry is deleted.
  if (!hasList && (problems.size > 0 || (entries ?? []).length > 0)) setHasList(true);
  return (
    <section className="mt-6 rounded-card border border-line bg-surface p-5 shadow-card">
      <h2 className="text-xl font-bold tracking-tight">{texts.title}</h2>
      {entries?.length === 0 && (
        <>
          <p className="mt-2 text-sm text-ink-soft">{texts.empty}</p>
          <Link to="/video-on-demand" className={buttonStyle("outline", "mt-4")}>
            {texts.openVideos}
          </Link>
        </>
      )}
      {hasList && <KeptList onPlaying={onPlaying} />}
    </section>
  );
}
