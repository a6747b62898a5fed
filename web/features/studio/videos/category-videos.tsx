import { videosMessages } from "#shared/messages/studio/videos.ts";
import { ownVideosMessages } from "#shared/messages/studio/own-videos.ts";
import { isBundledVideoId } from "#shared/videos/video-id.ts";
import { ownVideosQuery } from "#web/features/studio/own-videos/own-videos.data.ts";
import { useReader } from "#web/features/studio/own-videos/use-own-videos.ts";
import { useTexts, useSite } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Link } from "#web/ui/link.tsx";
import { useQuery } from "@tanstack/react-query";
import { Headphones } from "lucide-react";
import { useState } from "react";
import type { Video } from "#shared/contracts/playlist-videos.ts";
import { matchesTerm } from "#shared/search/fold-text.ts";
import { documentsQuery } from "#web/features/studio/kit/documents.data.ts";
import { useClient } from "#web/features/studio/kit/studio-context.ts";
import { StatusLabel, StudioCard } from "#web/features/studio/kit/studio-page.tsx";
import { usePublishMany } from "#web/features/studio/kit/use-publish-action.ts";
import { TextField } from "#web/ui/fields/text-field.tsx";
import type { ListedCategory } from "./category-list.domain.ts";
import { listQuery } from "./videos.data.ts";

type EditVideoLinkProps = {
  categoryId: string;
  video: { id: string; title: string };
};

/** Link to the details of a video. */
export function EditVideoLink({ categoryId, video }: EditVideoLinkProps) {
  const texts = useTexts(videosMessages);
  return (
    <Link
      to={`/studio/videos/${categoryId}?video=${encodeURIComponent(video.id)}`}
      aria-label={texts.editOf(video.title)}
      className={buttonStyle("outline")}
    >
      {texts.edit}
    </Link>
  );
}

type SoundLinkProps = {
  video: Pick<Video, "id" | "title">;
  /** Id of its sound; undefined without one. */
  sound: string | undefined;
};

/** Link to the sound of a platform's video for those who save data, or to its upload. */
function SoundLink({ video: { id, title }, sound }: SoundLinkProps) {
  const { audio: texts } = useTexts(ownVideosMessages);
  const upload = new URLSearchParams({ soundOf: id, title });
  return (
    <Link
      to={`/studio/own-videos/${sound ?? `upload?${upload}`}`}
      aria-label={sound === undefined ? texts.actionOf(title) : texts.hasOf(title)}
      className={buttonStyle("outline")}
    >
      <Headphones aria-hidden className="size-4" />
      {sound === undefined ? texts.action : texts.has}
    </Link>
  );
}

/** Videos shown at once; the search finds the others. */
const MAX_VISIBLE = 30;
const TITLE_LENGTH = 200;

/** Videos of a category: hide one or several, or edit their details. */
export function CategoryVideos({ category }: { category: ListedCategory }) {
  const { api } = useSite();
  const texts = useTexts(videosMessages);
  const { data } = useQuery(listQuery(api, category.playlistId));
  const documents = useQuery(documentsQuery(useClient(), "video"));
  const { data: own } = useQuery(ownVideosQuery(useReader()));
  const sounds = new Map(own?.videos.map(({ id, soundOf }) => [soundOf, id]));
  const publish = usePublishMany();
  const [term, setTerm] = useState("");
  const [selected, setSelected] = useState<readonly string[]>([]);
  const videos = data?.videos ?? [];
  const found = videos.filter(({ title }) => matchesTerm(title, term));
  const picked = videos.filter(({ id }) => selected.includes(id));

  async function hide(these: readonly Video[]): Promise<void> {
    const [first] = these;
    if (first === undefined) return;
    const name = these.length === 1 ? first.title : texts.summary.many(these.length);
    const changes = these.map(({ id, title }) => ({
      kind: "video" as const,
      id,
      changes: { isHidden: true, sourceTitle: title.slice(0, TITLE_LENGTH) },
      baseVersion: documents.data?.find((one) => one.id === id)?.version ?? 0,
    }));
    const said = { summary: texts.summary.hidden(name), done: texts.done.hidden(name) };
    if ((await publish(changes, said)) === "published") setSelected([]);
  }

  return (
    <StudioCard title={texts.category.videos}>
      {data === undefined || videos.length === 0 ? (
        <p className="text-ink-soft">{texts.category.empty}</p>
      ) : (
        <div className="stack-4">
          <TextField
            label={texts.category.search}
            name="search"
            type="search"
            value={term}
            onChange={(event) => setTerm(event.currentTarget.value)}
          />
          {picked.length > 0 && (
            <div className="flex flex-wrap items-center gap-3">
              <StatusLabel tone="warn" text={texts.category.chosen(picked.length)} />
              <button
                type="button"
                onClick={() => void hide(picked)}
                className={buttonStyle("outline")}
              >
                {texts.hide}
              </button>
            </div>
          )}
          {found.length === 0 && <p className="text-ink-soft">{texts.category.none}</p>}
          <ul className="ruled">
            {found.slice(0, MAX_VISIBLE).map((video) => (
              <li key={video.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
                <input
                  type="checkbox"
                  aria-label={texts.category.choose(video.title)}
                  checked={selected.includes(video.id)}
                  onChange={({ currentTarget: { checked } }) =>
                    setSelected(
                      checked
                        ? [...selected, video.id]
                        : selected.filter((one) => one !== video.id),
                    )
                  }
                  className="size-5 shrink-0 accent-brand"
                />
                <p
                  lang={video.language}
                  className="min-w-0 grow basis-40 font-medium wrap-anywhere"
                >
                  {video.title}
                </p>
                <div className="button-row">
                  <EditVideoLink categoryId={category.id} video={video} />
                  {!isBundledVideoId(video.id) && (
                    <SoundLink video={video} sound={sounds.get(video.id)} />
                  )}
                  <button
                    type="button"
                    aria-label={texts.hideOf(video.title)}
                    onClick={() => void hide([video])}
                    className={buttonStyle("outline")}
                  >
                    {texts.hide}
                  </button>
                </div>
              </li>
            ))}
          </ul>
        </div>
      )}
    </StudioCard>
  );
}
