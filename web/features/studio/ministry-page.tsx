import { ministryMessages } from "#shared/messages/studio/ministry.ts";
import type { FileDefaults } from "#shared/studio/file-defaults.ts";
import {
  LINK_FIELDS,
  type MinistryBody,
  ministryBody,
  SOCIAL_FIELDS,
} from "#shared/studio/kinds/ministry.ts";
import { useQuery } from "@tanstack/react-query";
import { EditorFrame } from "#web/features/studio/kit/editor-frame.tsx";
import { EditorLocalText, EditorText } from "#web/features/studio/kit/fields/editor-fields.tsx";
import { StudioCard, StudioPage, StudioQuery } from "#web/features/studio/kit/studio-page.tsx";
import { fileDefaultsQuery } from "#web/features/studio/kit/file-defaults.data.ts";
import { useClient } from "#web/features/studio/kit/studio-context.ts";
import { useDocument } from "#web/features/studio/kit/use-document.ts";
import { useSite, useTexts } from "#web/lib/site.ts";

const ADDRESS_CARDS = [
  ["social", SOCIAL_FIELDS],
  ["links", LINK_FIELDS],
] as const;

/** Name, texts, contact and links of the ministry. */
export function MinistryPage() {
  const texts = useTexts(ministryMessages);
  const query = useQuery(fileDefaultsQuery(useSite().api, useClient()));
  return (
    <StudioPage title={texts.title} intro={texts.intro}>
      <StudioQuery query={query}>
        {(data) => <MinistryForm defaults={defaultsOf(data)} />}
      </StudioQuery>
    </StudioPage>
  );
}

function MinistryForm({ defaults: seed }: { defaults: MinistryBody }) {
  const { cards, document, emptyHint, faults: errors, fields } = useTexts(ministryMessages);
  const editor = useDocument<MinistryBody>({
    kind: "ministry",
    id: "ministry",
    schema: ministryBody,
    seed,
    errorTexts: errors,
  });
  return (
    <EditorFrame editor={editor} title={document} previewPath="/">
      <StudioCard title={cards.words}>
        <div className="stack-4">
          <EditorText editor={editor} field="name" label={fields.name} />
          <EditorLocalText editor={editor} field="tagline" label={fields.tagline} />
          <EditorLocalText editor={editor} field="mission" label={fields.mission} multiline />
        </div>
      </StudioCard>
      <StudioCard title={cards.contact}>
        <div className="stack-4">
          <EditorText editor={editor} field="email" label={fields.email} type="email" />
          <EditorText
            editor={editor}
            field="phone"
            label={fields.phone}
            type="tel"
            hint={emptyHint}
          />
          <EditorText editor={editor} field="address" label={fields.address} hint={emptyHint} />
        </div>
      </StudioCard>
      {ADDRESS_CARDS.map(([card, addresses]) => (
        <StudioCard key={card} title={cards[card]}>
          <div className="stack-4">
            {addresses.map((field) => (
              <EditorText
                key={field}
                editor={editor}
                field={field}
                label={fields[field]}
                type="url"
                hint={emptyHint}
              />
            ))}
          </div>
        </StudioCard>
      ))}
    </EditorFrame>
  );
}

/** Values of ministry.json, in the fields of the document. */
function defaultsOf(file: FileDefaults): MinistryBody {
  const { name, tagline, mission, phone, email, address, social, links } = file;
  return { name, tagline, mission, phone, email, address, ...social, ...links };
}
