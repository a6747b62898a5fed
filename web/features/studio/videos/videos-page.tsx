import { useQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { ownVideosMessages } from "#shared/messages/studio/own-videos.ts";
import { videosMessages } from "#shared/messages/studio/videos.ts";
import { videoBody } from "#shared/studio/kinds/video.ts";
import { documentsQuery } from "#web/features/studio/kit/documents.data.ts";
import { useClient, useSubpath } from "#web/features/studio/kit/studio-context.ts";
import {
  StudioCard,
  StatusLabel,
  StudioPage,
  StudioQuery,
} from "#web/features/studio/kit/studio-page.tsx";
import { usePublishAction, usePublishMany } from "#web/features/studio/kit/use-publish-action.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Eye, Film, RefreshCw, EyeOff, Pencil, Plus } from "lucide-react";
import { useState } from "react";
import { isOwnList } from "#shared/videos/custom-playlist.ts";
import { LIBRARY_PLAYLIST_PREFIX } from "#shared/videos/categories.ts";
import { MoveUpButton } from "#web/features/studio/kit/move-up-button.tsx";
import { moveUpChanges } from "#web/features/studio/kit/merge.domain.ts";
import { useTimeText } from "#web/features/studio/kit/use-time-text.ts";
import * as v from "valibot";
import { Link } from "#web/ui/link.tsx";
import { AddCategoryDialog } from "./add-category-dialog.tsx";
import type { ListedCategory } from "./category-list.domain.ts";
import { useNameOf, listQuery, readListNow, useCategories } from "./videos.data.ts";
import { useLocation } from "react-router";
import { CategoryEditor } from "./category-editor.tsx";
import { VideoEditor } from "./video-editor.tsx";

/** Videos that no list shows; each can be shown again. */
function HiddenVideos() {
  const { language } = useSite();
  const texts = useTexts(videosMessages);
  const publish = usePublishAction();
  const { data = [] } = useQuery(documentsQuery(useClient(), "video"));
  const hidden = data.flatMap((document) => {
    const { success, output: body } = v.safeParse(videoBody, document.body);
    if (!success || body.isHidden !== true) return [];
    return [{ ...document, name: body.title?.[language] ?? body.sourceTitle ?? document.id }];
  });
  if (hidden.length === 0) return null;
  return (
    <StudioCard title={texts.hiddenVideos}>
      <ul className="ruled">
        {hidden.map(({ id, version, name }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
            <p className="min-w-0 font-medium wrap-anywhere">{name}</p>
            <button
              type="button"
              aria-label={texts.showOf(name)}
              onClick={() =>
                void publish({
                  kind: "video",
                  id,
                  changes: { isHidden: false },
                  baseVersion: version,
                  summary: texts.summary.shown(name),
                  done: texts.done.shown(name),
                })
              }
              className={buttonStyle("outline")}
            >
              {texts.show}
            </button>
          </li>
        ))}
      </ul>
    </StudioCard>
  );
}

/** All categories in their order, with their playlist and one-tap actions. */
function CategoryList({ categories }: { categories: readonly ListedCategory[] }) {
  const texts = useTexts(videosMessages);
  const [isAdding, setAdding] = useState(false);
  return (
    <StudioPage
      title={texts.title}
      intro={texts.intro}
      actions={
        <button type="button" className={buttonStyle("outline")} onClick={() => setAdding(true)}>
          <Plus aria-hidden className="size-4" />
          {texts.add}
        </button>
      }
    >
      <OwnVideosCard />
      {categories.map((category, index) => (
        <CategoryItem
          key={category.id}
          category={category}
          categories={categories}
          isFirst={index === 0}
        />
      ))}
      <HiddenVideos />
      {isAdding && (
        <AddCategoryDialog
          takenIds={categories.map(({ id }) => id)}
          onClose={() => setAdding(false)}
        />
      )}
    </StudioPage>
  );
}

/** Leads to the videos that the ministry makes or uploads itself. */
function OwnVideosCard() {
  const texts = useTexts(ownVideosMessages);
  return (
    <StudioCard title={texts.title}>
      <p className="mb-4 max-w-prose text-ink-soft">{texts.openText}</p>
      <Link to="/studio/own-videos" className={buttonStyle("brand")}>
        <Film aria-hidden className="size-4" />
        {texts.open}
      </Link>
    </StudioCard>
  );
}

type ItemProps = {
  category: ListedCategory;
  categories: readonly ListedCategory[];
  isFirst: boolean;
};

function CategoryItem({ category, categories, isFirst }: ItemProps) {
  const texts = useTexts(videosMessages);
  const publish = usePublishAction();
  const publishMany = usePublishMany();
  const { id, isHidden, version } = category;
  const name = useNameOf()(category);

  function toggle(): void {
    const said = isHidden ? "shown" : "hidden";
    void publish({
      kind: "category",
      id,
      changes: { isHidden: !isHidden },
      baseVersion: version,
      summary: texts.summary[said](name),
      done: texts.done[said](name),
    });
  }
  function moveUp(): void {
    const moves = moveUpChanges("category", categories, id, ({ facts }) => facts?.position);
    void publishMany(moves, { summary: texts.summary.moved(name), done: texts.done.moved(name) });
  }

  return (
    <StudioCard
      title={name}
      mark={
        <StatusLabel
          tone={isHidden ? "off" : "good"}
          text={isHidden ? texts.hidden : texts.shown}
        />
      }
    >
      <PlaylistInfo playlistId={category.playlistId} />
      <div className="mt-4 button-row">
        <Link
          to={`/studio/videos/${id}`}
          aria-label={texts.editOf(name)}
          className={buttonStyle("outline")}
        >
          <Pencil aria-hidden className="size-4" />
          {texts.edit}
        </Link>
        <button
          type="button"
          aria-label={isHidden ? texts.showOf(name) : texts.hideOf(name)}
          onClick={toggle}
          className={buttonStyle("outline")}
        >
          {isHidden ? (
            <Eye aria-hidden className="size-4" />
          ) : (
            <EyeOff aria-hidden className="size-4" />
          )}
          <span>{isHidden ? texts.show : texts.hide}</span>
        </button>
        {!isFirst && <MoveUpButton label={texts.upOf(name)} onMove={moveUp} />}
      </div>
    </StudioCard>
  );
}

/** Source, count and time of a playlist. */
function PlaylistInfo({ playlistId }: { playlistId: string }) {
  const { api } = useSite();
  const texts = useTexts(videosMessages);
  const timeText = useTimeText();
  const { data, isError } = useQuery(listQuery(api, playlistId));
  const isLibrary = playlistId.startsWith(LIBRARY_PLAYLIST_PREFIX);
  const isOwn = isOwnList(playlistId);
  return (
    <div className="stack-2 text-sm text-ink-soft">
      <p className="wrap-anywhere">
        {isLibrary ? texts.library : isOwn ? texts.ownList.name : texts.list(playlistId)}
      </p>
      {data && (
        <p>
          {texts.count(data.videos.length)} · {texts.readAt(timeText(data.fetchedAt))}
        </p>
      )}
      {!isLibrary && !isOwn && <ReadNow playlistId={playlistId} />}
      {data?.stale === true && <StatusLabel tone="warn" text={texts.stale} />}
      {isError && <StatusLabel tone="bad" text={texts.unread} />}
    </div>
  );
}

/** Refetches a playlist; the playlist itself shows its error. */
function ReadNow({ playlistId }: { playlistId: string }) {
  const { api } = useSite();
  const texts = useTexts(videosMessages);
  const queryClient = useQueryClient();
  const { queryKey } = listQuery(api, playlistId);
  const { mutate, isPending } = useMutation({
    mutationFn: () => readListNow(api, playlistId),
    onSuccess: (list) => queryClient.setQueryData(queryKey, list),
    onError: () => queryClient.invalidateQueries({ queryKey }),
  });
  return (
    <button
      type="button"
      disabled={isPending}
      aria-label={texts.readNowOf(playlistId)}
      onClick={() => mutate()}
      className={buttonStyle("outline")}
    >
      <RefreshCw aria-hidden className="size-4" />
      {texts.readNow}
    </button>
  );
}

/** Categories of videos, and the pages of one category or one video. */
export function VideosPage() {
  const [id] = useSubpath();
  const videoId = new URLSearchParams(useLocation().search).get("video");
  return (
    <StudioQuery query={useCategories()}>
      {(categories) => {
        const category = categories.find((one) => one.id === id);
        if (category === undefined) return <CategoryList categories={categories} />;
        const known = { category, categories };
        if (videoId !== null) return <VideoEditor key={videoId} id={videoId} {...known} />;
        return <CategoryEditor key={category.id} {...known} />;
      }}
    </StudioQuery>
  );
}
