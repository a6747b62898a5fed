import { videosMessages } from "#shared/messages/studio/videos.ts";
import { type AgreedLink, type VideoBody, videoBody } from "#shared/studio/kinds/video.ts";
import { LINK_RELATIONS } from "#shared/videos/video-facts.schema.ts";
import type { Editor } from "#web/features/studio/kit/editor.ts";
import { SelectField } from "#web/features/studio/kit/fields/form-fields.tsx";
import { StudioCard, StudioPage } from "#web/features/studio/kit/studio-page.tsx";
import { useTexts, useSite } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { TextField } from "#web/ui/fields/text-field.tsx";
import type { ListedCategory } from "./category-list.domain.ts";
import { VideoPicker } from "./video-picker.tsx";
import { useQuery } from "@tanstack/react-query";
import { EditorFrame } from "#web/features/studio/kit/editor-frame.tsx";
import {
  EditorDate,
  EditorLocalText,
  EditorText,
} from "#web/features/studio/kit/fields/editor-fields.tsx";
import { useDocument } from "#web/features/studio/kit/use-document.ts";
import { Link } from "#web/ui/link.tsx";
import { listQuery } from "./videos.data.ts";

type VideoLinksProps = {
  editor: Editor<VideoBody>;
  /** Id of the edited video; `name` is its title. */
  id: string;
  name: string;
  categories: readonly ListedCategory[];
};

/** Confirmations and testimonies of a video, each with a note of the consent. */
function VideoLinks({ editor, id, name, categories }: VideoLinksProps) {
  const texts = useTexts(videosMessages).links;
  const links = editor.values.links ?? [];

  function write(next: readonly AgreedLink[]): void {
    editor.set("links", next.length === 0 ? undefined : [...next]);
    // The linked videos link back with this title.
    editor.set("sourceTitle", next.length === 0 ? undefined : name);
  }
  const change = (at: number, part: Partial<AgreedLink>): void =>
    write(links.map((link, index) => (index === at ? { ...link, ...part } : link)));

  return (
    <StudioCard title={texts.title}>
      <div className="stack-4">
        <p className="text-ink-soft">{texts.intro}</p>
        <ul className="stack-4">
          {links.map((link, index) => (
            <li key={link.id} className="stack-2 rounded-card border border-line p-4">
              <p className="font-medium wrap-anywhere">{link.title}</p>
              <SelectField
                label={texts.relation}
                value={link.relation}
                options={LINK_RELATIONS.map((value) => ({ value, label: texts.relations[value] }))}
                onChoose={(relation) => change(index, { relation })}
              />
              <TextField
                label={texts.consent}
                name={`links.${index}.consent`}
                hint={texts.consentHint}
                value={link.consent}
                error={editor.errors[`links.${index}.consent`]}
                onChange={(event) => change(index, { consent: event.currentTarget.value })}
              />
              <button
                type="button"
                aria-label={texts.removeOf(link.title)}
                onClick={() => write(links.toSpliced(index, 1))}
                className={buttonStyle("outline")}
              >
                {texts.remove}
              </button>
            </li>
          ))}
        </ul>
        <VideoPicker
          label={texts.find}
          categories={categories}
          takenIds={[id, ...links.map((link) => link.id)]}
          onPick={(video) => write([...links, { ...video, relation: "confirmation", consent: "" }])}
        />
      </div>
    </StudioCard>
  );
}

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
