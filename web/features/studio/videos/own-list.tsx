import { ArrowUp, X } from "lucide-react";
import { videosMessages } from "#shared/messages/studio/videos.ts";
import { listBody } from "#shared/studio/kinds/list.ts";
import type { ListedVideo } from "#shared/videos/custom-playlist.ts";
import { EditorFrame } from "#web/features/studio/kit/editor-frame.tsx";
import { StudioCard } from "#web/features/studio/kit/studio-page.tsx";
import { useDocument } from "#web/features/studio/kit/use-document.ts";
import { useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import type { ListedCategory } from "./category-list.domain.ts";
import { EditVideoLink } from "./edit-video-link.tsx";
import { VideoPicker } from "./video-picker.tsx";

type CustomPlaylistProps = {
  category: ListedCategory;
  name: string;
  categories: readonly ListedCategory[];
};

/** Custom playlist: videos of other lists in an order of its own. */
export function CustomPlaylist({ category, name, categories }: CustomPlaylistProps) {
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
                <div className="flex flex-wrap gap-2">
                  {index > 0 && (
                    <button
                      type="button"
                      aria-label={texts.upOf(video.title)}
                      onClick={() => moveUp(index, video)}
                      className={buttonStyle("outline")}
                    >
                      <ArrowUp aria-hidden className="size-4" />
                      {texts.up}
                    </button>
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
