import { SEVERITIES } from "#shared/announcements/announcement.domain.ts";
import { textIn } from "#shared/site/localized-text.domain.ts";
import { LANGUAGES } from "#shared/languages.ts";
import { announcementsMessages } from "#shared/messages/studio/announcements.ts";
import { type AnnouncementBody, announcementBody } from "#shared/studio/kinds/announcement.ts";
import { EditorFrame } from "#web/features/studio/kit/editor-frame.tsx";
import {
  EditorChoice,
  EditorLocalText,
  EditorSwitch,
  EditorText,
} from "#web/features/studio/kit/fields/editor-fields.tsx";
import { StudioCard, StudioPage } from "#web/features/studio/kit/studio-page.tsx";
import { useDocument } from "#web/features/studio/kit/use-document.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { Link } from "#web/ui/link.tsx";
import { buttonStyle } from "#web/ui/button-style.ts";
import { AnnouncementPreview } from "./announcement-preview.tsx";
import { EditorMoment } from "./editor-moment.tsx";

const DEFAULTS: AnnouncementBody = { severity: "info" };

/** Form of a new or an existing announcement. */
export function AnnouncementForm({ id }: { id: string }) {
  const texts = useTexts(announcementsMessages);
  return (
    <StudioPage
      title={texts.unnamed}
      actions={
        <Link to="/studio/announcements" className={buttonStyle("outline")}>
          {texts.back}
        </Link>
      }
    >
      <Form id={id} />
    </StudioPage>
  );
}

function Form({ id }: { id: string }) {
  const { language, ministry, hasReminders } = useSite();
  const { timeZone } = ministry.services;
  const texts = useTexts(announcementsMessages);
  const { fields } = texts;
  const editor = useDocument<AnnouncementBody>({
    kind: "announcement",
    id,
    schema: announcementBody,
    seed: DEFAULTS,
    errorTexts: texts.faults,
  });
  return (
    <EditorFrame
      editor={editor}
      title={texts.unnamed}
      previewPath="/"
      summaryOf={({ text = {} }) => texts.changedSummary(textIn(text, language)?.text ?? "")}
    >
      <StudioCard title={texts.unnamed}>
        <div className="stack-4">
          <EditorLocalText
            editor={editor}
            field="text"
            label={fields.text}
            hint={fields.textHint}
            multiline
          />
          <EditorChoice
            editor={editor}
            field="severity"
            label={fields.severity}
            options={SEVERITIES.map((value) => ({ value, label: texts.severities[value] }))}
          />
          <EditorText editor={editor} field="link" label={fields.link} hint={fields.linkHint} />
          {hasReminders && (
            <EditorSwitch editor={editor} field="push" label={fields.push} hint={fields.pushHint} />
          )}
          <div className="grid gap-4 sm:grid-cols-2">
            <EditorMoment
              editor={editor}
              field="from"
              label={fields.from}
              hint={fields.fromHint(timeZone)}
              timeZone={timeZone}
            />
            <EditorMoment
              editor={editor}
              field="until"
              label={fields.until}
              hint={fields.untilHint(timeZone)}
              timeZone={timeZone}
            />
          </div>
        </div>
      </StudioCard>
      <StudioCard title={texts.preview}>
        <div className="stack-4">
          {LANGUAGES.map((one) => (
            <AnnouncementPreview key={one} body={editor.values} language={one} />
          ))}
        </div>
      </StudioCard>
    </EditorFrame>
  );
}
