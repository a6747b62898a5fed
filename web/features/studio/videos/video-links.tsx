import { videosMessages } from "#shared/messages/studio/videos.ts";
import type { AgreedLink, VideoBody } from "#shared/studio/kinds/video.ts";
import { LINK_RELATIONS } from "#shared/videos/video-facts.schema.ts";
import type { Editor } from "#web/features/studio/kit/editor.ts";
import { SelectField } from "#web/features/studio/kit/fields/select-field.tsx";
import { StudioCard } from "#web/features/studio/kit/studio-page.tsx";
import { useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { TextField } from "#web/ui/fields/text-field.tsx";
import type { ListedCategory } from "./category-list.domain.ts";
import { VideoPicker } from "./video-picker.tsx";

type VideoLinksProps = {
  editor: Editor<VideoBody>;
  /** Id of the edited video; `name` is its title. */
  id: string;
  name: string;
  categories: readonly ListedCategory[];
};

/** Confirmations and testimonies of a video, each with a note of the consent. */
export function VideoLinks({ editor, id, name, categories }: VideoLinksProps) {
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
                onChoose={(value) => {
                  const relation = LINK_RELATIONS.find((one) => one === value);
                  if (relation !== undefined) change(index, { relation });
                }}
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
