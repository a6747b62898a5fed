import { X } from "lucide-react";
import { videosMessages } from "#shared/messages/studio/videos.ts";
import { listBody, categoryBody } from "#shared/studio/kinds/category.ts";
import { type ListedVideo, isOwnList } from "#shared/videos/custom-playlist.ts";
import { EditorFrame } from "#web/features/studio/kit/editor-frame.tsx";
import { MoveUpButton } from "#web/features/studio/kit/move-up-button.tsx";
import { StudioCard, StudioPage } from "#web/features/studio/kit/studio-page.tsx";
import { useDocument } from "#web/features/studio/kit/use-document.ts";
import { useTexts, useSite } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import * as v from "valibot";
import type { ListedCategory } from "./category-list.domain.ts";
import { EditVideoLink, CategoryVideos } from "./category-videos.tsx";
import { VideoPicker } from "./video-picker.tsx";
import { useQuery } from "@tanstack/react-query";
import { LANGUAGES } from "#shared/languages.ts";
import { categoryWords } from "#shared/videos/category-words.ts";
import { pastedPlaylist } from "./paste-playlist.domain.ts";
import { EditorLocalText } from "#web/features/studio/kit/fields/editor-fields.tsx";
import { fileDefaultsQuery } from "#web/features/studio/kit/file-defaults.data.ts";
import { useClient } from "#web/features/studio/kit/studio-context.ts";
import { Link } from "#web/ui/link.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { useNameOf } from "./videos.data.ts";

type CustomPlaylistProps = {
  category: ListedCategory;
  name: string;
  categories: readonly ListedCategory[];
};

/** Custom playlist: videos of other lists in an order of its own. */
function CustomPlaylist({ category, name, categories }: CustomPlaylistProps) {
  const texts = useTexts(videosMessages);
  const editor = useDocument({ kind: "list", id: category.id, schema: listBody, seed: {} });
  const videos = editor.values.videos ?? [];
  const write = (next: readonly ListedVideo[]): void => editor.set("videos", [...next]);
  const moveUp = (at: number, video: ListedVideo): void =>
    write(videos.toSpliced(at, 1).toSpliced(at - 1, 0, video));
  return (
    <EditorFrame editor={editor} title={name} summaryOf={() => texts.summary.list(name)}>
      <StudioCard title={texts.category.videos}>
        <div className="stack-4">
          {videos.length === 0 && <p className="text-ink-soft">{texts.ownList.empty}</p>}
          <ol className="ruled">
            {videos.map((video, index) => (
              <li key={video.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
                <p className="min-w-0 grow basis-40 font-medium wrap-anywhere">{video.title}</p>
                <div className="button-row">
                  {index > 0 && (
                    <MoveUpButton
                      label={texts.upOf(video.title)}
                      onMove={() => moveUp(index, video)}
                    />
                  )}
                  <EditVideoLink categoryId={category.id} video={video} />
                  <button
                    type="button"
                    aria-label={texts.links.removeOf(video.title)}
                    onClick={() => write(videos.toSpliced(index, 1))}
                    className={buttonStyle("outline")}
                  >
                    <X aria-hidden className="size-4" />
                    {texts.links.remove}
                  </button>
                </div>
              </li>
            ))}
          </ol>
          <VideoPicker
            label={texts.ownList.find}
            categories={categories}
            takenIds={videos.map(({ id }) => id)}
            onPick={(video) => write([...videos, video])}
          />
        </div>
      </StudioCard>
    </EditorFrame>
  );
}

type CategoryEditorProps = { category: ListedCategory; categories: readonly ListedCategory[] };

/** Names and playlist of a category, and its videos. */
export function CategoryEditor({ category, categories }: CategoryEditorProps) {
  const texts = useTexts(videosMessages);
  const name = useNameOf()(category);
  return (
    <StudioPage
      title={name}
      actions={
        <Link to="/studio/videos" className={buttonStyle("outline")}>
          {texts.back}
        </Link>
      }
    >
      <CategoryForm category={category} name={name} />
      {isOwnList(category.playlistId) ? (
        <CustomPlaylist category={category} name={name} categories={categories} />
      ) : (
        <CategoryVideos category={category} />
      )}
    </StudioPage>
  );
}

function CategoryForm({ category, name }: { category: ListedCategory; name: string }) {
  const { id } = category;
  const { api } = useSite();
  const texts = useTexts(videosMessages);
  const { data: file } = useQuery(fileDefaultsQuery(api, useClient()));
  const playlist = file?.playlists[id];
  const text = (field: "title" | "description") =>
    Object.fromEntries(
      LANGUAGES.map((language) => [
        language,
        file?.categories?.[id]?.[field]?.[language] ??
          categoryWords(id, undefined, language)[field],
      ]),
    );
  const defaults = v.safeParse(categoryBody, {
    ...(playlist !== undefined && {
      title: text("title"),
      description: text("description"),
      playlist,
    }),
  });
  const editor = useDocument({
    kind: "category",
    id,
    schema: categoryBody,
    seed: defaults.success ? defaults.output : {},
    errorTexts: { playlist: texts.faults.playlist },
  });
  return (
    <EditorFrame
      editor={editor}
      title={name}
      previewPath="/"
      summaryOf={() => texts.summary.category(name)}
    >
      <StudioCard title={texts.fields.title}>
        <div className="stack-4">
          <EditorLocalText editor={editor} field="title" label={texts.fields.title} />
          <EditorLocalText editor={editor} field="description" label={texts.fields.description} />
          {!isOwnList(category.playlistId) && (
            <TextField
              label={texts.fields.playlist}
              name="playlist"
              hint={texts.fields.playlistHint}
              value={editor.values.playlist ?? ""}
              error={editor.errors["playlist"] && texts.faults.playlist}
              onChange={({ currentTarget: { value } }) =>
                editor.put("playlist", pastedPlaylist(value) ?? value)
              }
            />
          )}
        </div>
      </StudioCard>
    </EditorFrame>
  );
}
