import { useQuery } from "@tanstack/react-query";
import { videosMessages } from "#shared/messages/studio/videos.ts";
import { videoBody } from "#shared/studio/kinds/video.ts";
import { EditorFrame } from "#web/features/studio/kit/editor-frame.tsx";
import {
  EditorDate,
  EditorLocalText,
  EditorText,
} from "#web/features/studio/kit/fields/editor-fields.tsx";
import { StudioCard, StudioPage } from "#web/features/studio/kit/studio-page.tsx";
import { useDocument } from "#web/features/studio/kit/use-document.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Link } from "#web/ui/link.tsx";
import type { ListedCategory } from "./category-list.domain.ts";
import { VideoLinks } from "./video-links.tsx";
import { listQuery } from "./videos.data.ts";

type VideoEditorProps = {
  id: string;
  category: ListedCategory;
  categories: readonly ListedCategory[];
};

/** Edits the ministry's details of one video, which override those of its source. */
export function VideoEditor({ id, category, categories }: VideoEditorProps) {
  const { api } = useSite();
  const texts = useTexts(videosMessages);
  const { data } = useQuery(listQuery(api, category.playlistId));
  const editor = useDocument({
    kind: "video",
    id,
    schema: videoBody,
    seed: {},
    errorTexts: texts.video.faults,
  });
  const listed = data?.videos.find((video) => video.id === id);
  const name = listed?.title ?? editor.values.sourceTitle ?? id;
  return (
    <StudioPage
      title={name}
      actions={
        <Link to={`/studio/videos/${category.id}`} className={buttonStyle("outline")}>
          {texts.category.videos}
        </Link>
      }
    >
      {data && !listed && <p className="text-ink-soft">{texts.video.gone}</p>}
      <EditorFrame editor={editor} title={name} summaryOf={() => texts.summary.video(name)}>
        <StudioCard title={texts.video.title}>
          <div className="stack-4">
            <EditorLocalText
              editor={editor}
              field="title"
              label={texts.video.title}
              hint={texts.video.hint}
            />
            <EditorLocalText
              editor={editor}
              field="description"
              label={texts.video.description}
              hint={texts.video.hint}
              multiline
            />
          </div>
        </StudioCard>
        <StudioCard title={texts.video.spoken}>
          <div className="stack-4">
            <EditorText editor={editor} field="speaker" label={texts.video.speaker} />
            <EditorLocalText editor={editor} field="series" label={texts.video.series} />
            <EditorDate editor={editor} field="date" label={texts.video.date} />
            <EditorText
              editor={editor}
              field="passage"
              label={texts.video.passage}
              hint={texts.video.passageHint}
            />
          </div>
        </StudioCard>
        <VideoLinks editor={editor} id={id} name={name} categories={categories} />
      </EditorFrame>
    </StudioPage>
  );
}
