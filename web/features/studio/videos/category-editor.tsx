import { useQuery } from "@tanstack/react-query";
import { LANGUAGES } from "#shared/languages.ts";
import { videosMessages } from "#shared/messages/studio/videos.ts";
import { categoryBody } from "#shared/studio/kinds/category.ts";
import { categoryWords } from "#shared/videos/category-words.ts";
import { isOwnList } from "#shared/videos/custom-playlist.ts";
import { pastedPlaylist } from "#shared/videos/paste-playlist.domain.ts";
import { EditorFrame } from "#web/features/studio/kit/editor-frame.tsx";
import { EditorLocalText } from "#web/features/studio/kit/fields/editor-fields.tsx";
import { fileDefaultsQuery } from "#web/features/studio/kit/file-defaults.data.ts";
import { useClient } from "#web/features/studio/kit/studio-context.ts";
import { StudioCard, StudioPage } from "#web/features/studio/kit/studio-page.tsx";
import { useDocument } from "#web/features/studio/kit/use-document.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Link } from "#web/ui/link.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import type { ListedCategory } from "./category-list.domain.ts";
import { CustomPlaylist } from "./own-list.tsx";
import { CategoryVideos } from "./category-videos.tsx";
import { useNameOf } from "./use-categories.ts";

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
  const defaults = categoryBody.safeParse({
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
    seed: defaults.success ? defaults.data : {},
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
