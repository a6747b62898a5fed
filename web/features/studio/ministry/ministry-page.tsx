import type { Language } from "#shared/languages.ts";
import { ministryMessages } from "#shared/messages/studio/ministry.ts";
import type { SiteState } from "#shared/contracts/site.ts";
import {
  LINK_FIELDS,
  type MinistryBody,
  ministryBody,
  SOCIAL_FIELDS,
} from "#shared/studio/kinds/ministry.ts";
import { useQuery } from "@tanstack/react-query";
import { EditorFrame } from "#web/features/studio/kit/editor-frame.tsx";
import { EditorLocalText, EditorText } from "#web/features/studio/kit/fields/editor-fields.tsx";
import {
  StudioCard,
  StudioFailed,
  StudioLoading,
  StudioPage,
} from "#web/features/studio/kit/studio-page.tsx";
import { useDocument } from "#web/features/studio/kit/use-document.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { siteMinistryQuery } from "./site-ministry.data.ts";

/** The ministry's name, words, contact and links. */
export function MinistryPage() {
  const texts = useTexts(ministryMessages);
  const { data, isError, refetch } = useQuery(siteMinistryQuery(useSite().api));
  return (
    <StudioPage title={texts.title} intro={texts.intro}>
      {data ? (
        <MinistryForm seed={seedOf(data)} />
      ) : isError ? (
        <StudioFailed onRetry={() => void refetch()} />
      ) : (
        <StudioLoading />
      )}
    </StudioPage>
  );
}

function MinistryForm({ seed }: { seed: MinistryBody }) {
  const { cards, document, emptyHint, faults, fields } = useTexts(ministryMessages);
  const editor = useDocument<MinistryBody>({
    kind: "ministry",
    id: "ministry",
    schema: ministryBody,
    seed,
    faultTexts: faults,
  });
  return (
    <EditorFrame editor={editor} title={document}>
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
      <StudioCard title={cards.social}>
        <div className="stack-4">
          {SOCIAL_FIELDS.map((field) => (
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
      <StudioCard title={cards.links}>
        <div className="stack-4">
          {LINK_FIELDS.map((field) => (
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
    </EditorFrame>
  );
}

type Words = Readonly<Record<Language, string>>;
type SeedOf = Pick<
  SiteState["ministry"],
  "name" | "phone" | "email" | "address" | "social" | "links"
> & {
  tagline: Words;
  mission: Words;
};

function seedOf(site: SeedOf): MinistryBody {
  const { name, tagline, mission, phone, email, address, social, links } = site;
  return { name, tagline, mission, phone, email, address, ...social, ...links };
}
