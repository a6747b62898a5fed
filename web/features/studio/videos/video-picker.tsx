import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import { videosMessages } from "#shared/messages/studio/videos.ts";
import { matchesTerm } from "#shared/search/fold-text.ts";
import { isOwnList } from "#shared/videos/custom-playlist.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { TextField } from "#web/ui/fields/text-field.tsx";
import type { ListedCategory } from "./category-list.domain.ts";
import { listQuery } from "./videos.data.ts";

/** Videos offered at once; the search finds the others. */
const MAX_OFFERED = 5;

export type PickedVideo = { id: string; title: string };

type PickerProps = {
  categories: readonly ListedCategory[];
  /** Videos that are not offered. */
  takenIds: readonly string[];
  /** Purpose of the choice. */
  label: string;
  onPick: (video: PickedVideo) => void;
};

/** Finds a video of any list by its title. */
export function VideoPicker({ categories, takenIds, label, onPick }: PickerProps) {
  const texts = useTexts(videosMessages);
  const [term, setTerm] = useState("");
  const videos = useAllVideos(categories);
  const wanted = term.trim();
  const free = videos.filter(({ id }) => !takenIds.includes(id));
  const found = free.filter(({ title }) => matchesTerm(title, wanted));
  return (
    <div className="stack-2">
      <TextField
        label={label}
        name="find"
        type="search"
        value={term}
        onChange={(event) => setTerm(event.currentTarget.value)}
        onKeyDown={(event) => {
          // Enter searches and must not submit the form around.
          if (event.key === "Enter") event.preventDefault();
        }}
      />
      {wanted !== "" && found.length === 0 && (
        <p className="text-ink-soft">{texts.category.none}</p>
      )}
      {wanted !== "" && (
        <ul className="ruled">
          {found.slice(0, MAX_OFFERED).map(({ id, title }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-2 py-2">
              <p className="min-w-0 grow basis-40 wrap-anywhere">{title}</p>
              <button
                type="button"
                aria-label={texts.picker.addOf(title)}
                onClick={() => {
                  setTerm("");
                  onPick({ id, title });
                }}
                className={buttonStyle("outline")}
              >
                {texts.picker.add}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Returns the videos of every list with a source, each once. */
function useAllVideos(categories: readonly ListedCategory[]): readonly PickedVideo[] {
  const { api } = useSite();
  const sources = categories.filter(({ playlistId }) => !isOwnList(playlistId));
  const lists = useQueries({
    queries: sources.map(({ playlistId }) => listQuery(api, playlistId)),
  });
  const byId = new Map(
    lists.flatMap(({ data }) => (data?.videos ?? []).map((video) => [video.id, video] as const)),
  );
  return [...byId.values()];
}
