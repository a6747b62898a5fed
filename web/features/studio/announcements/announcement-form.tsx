import { textIn } from "#shared/site/localized-text.domain.ts";
import { type Language, LANGUAGE_FACTS, LANGUAGES } from "#shared/languages.ts";
import { type AnnouncementBody, announcementBody } from "#shared/studio/kinds/announcement.ts";
import { AnnouncementBanner } from "#web/ui/announcement-banner.tsx";
import type { Editor } from "#web/features/studio/kit/editor.ts";
import { useNamedField } from "#web/features/studio/kit/fields/field-labels.ts";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { SEVERITIES } from "#shared/announcements/announcement.domain.ts";
import { announcementsMessages } from "#shared/messages/studio/announcements.ts";
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
import { completeLink, instantOfWallTime, wallTimeOf } from "./announcement-fields.domain.ts";

type AnnouncementPreviewProps = { body: AnnouncementBody; language: Language };

/** Announcement as pages in one language show it. */
function AnnouncementPreview({ body, language }: AnnouncementPreviewProps) {
  const { text = {}, severity = "info" } = body;
  const localized = textIn(text, language);
  if (localized === null) return null;
  return (
    <div>
      <p className="mb-1 text-sm font-semibold text-ink-soft">{LANGUAGE_FACTS[language].name}</p>
      <div inert lang={language} className="overflow-hidden rounded-xl">
        <AnnouncementBanner
          announcement={{ ...localized, key: "", severity, link: body.link }}
          language={language}
        />
      </div>
    </div>
  );
}

type EditorMomentProps = {
  editor: Editor<AnnouncementBody>;
  field: "from" | "until";
  label: string;
  hint: string;
  /** IANA name of the ministry's time zone. */
  timeZone: string;
};

/** Day and time in the ministry's time zone; stored as an instant. */
function EditorMoment({ editor, field, label, hint, timeZone }: EditorMomentProps) {
  useNamedField(field, label);
  return (
    <TextField
      label={label}
      name={field}
      hint={hint}
      type="datetime-local"
      value={wallTimeOf(timeZone, editor.values[field])}
      error={editor.errors[field]}
      onChange={(event) =>
        editor.put(field, instantOfWallTime(timeZone, event.currentTarget.value))
      }
    />
  );
}

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
          <EditorText
            editor={editor}
            field="link"
            label={fields.link}
            hint={fields.linkHint}
            complete={completeLink}
          />
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
