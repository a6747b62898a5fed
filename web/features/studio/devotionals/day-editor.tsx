import { devotionalId, devotionalPath } from "#shared/devotional/devotional-date.ts";
import { type Language, LANGUAGE_FACTS } from "#shared/languages.ts";
import { devotionalsMessages } from "#shared/messages/studio/devotionals.ts";
import { type DevotionalBody, devotionalBody } from "#shared/studio/kinds/devotional.ts";
import { PreviewLink } from "#web/features/studio/kit/preview-link.tsx";
import { useTexts, useSite } from "#web/lib/site.ts";
import { ReadingBody } from "#web/ui/reading-body.tsx";
import { useState, useRef } from "react";
import type { StudioDocument } from "#shared/studio/documents.ts";
import { removeDocument } from "#web/features/studio/kit/documents.data.ts";
import { useClient } from "#web/features/studio/kit/studio-context.ts";
import { useReportResult } from "#web/features/studio/kit/use-publish-action.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { dayInSentence } from "#shared/devotional/date-names.ts";
import { lengthOf } from "#shared/devotional/devotional-text.domain.ts";
import { EditorFrame } from "#web/features/studio/kit/editor-frame.tsx";
import { EditorText } from "#web/features/studio/kit/fields/editor-fields.tsx";
import { useNamedField } from "#web/features/studio/kit/fields/field-labels.ts";
import type { Editor } from "#web/features/studio/kit/editor.ts";
import { StatusLabel, StudioCard } from "#web/features/studio/kit/studio-page.tsx";
import { useDocument } from "#web/features/studio/kit/use-document.ts";
import { useTimeText } from "#web/features/studio/kit/use-time-text.ts";
import { PublishTimeField } from "./publish-time-field.tsx";
import { ReferencesCard } from "./references-card.tsx";
import { StartFrom, useShareText, type WrittenTexts } from "./start-from.tsx";
import { selectionOf, TextBox } from "./text/text-box.tsx";
import { insertParagraph } from "./text/text-edit.domain.ts";

type PreviewCardProps = { day: string; language: Language; body: DevotionalBody };

/** Rendered text while it is written, and a link that previews the whole page. */
function PreviewCard({ day, language, body }: PreviewCardProps) {
  const { preview } = useTexts(devotionalsMessages);
  return (
    <details className="rounded-card border border-line">
      <summary className="flex min-h-11 cursor-pointer items-center px-4 py-2 font-semibold">
        {preview.title}
      </summary>
      <div lang={language} className="px-4 pb-4 wrap-anywhere">
        <p className="text-2xl leading-tight font-bold tracking-tight">
          {body.title === "" ? preview.untitled : body.title}
        </p>
        <ReadingBody
          verse={body.verse}
          content={body.content}
          reflection={body.reflection ?? null}
        />
      </div>
      <div className="border-t border-line p-4">
        <PreviewLink
          name={{ kind: "devotional", id: devotionalId(day, language) }}
          bodyNow={() => body}
          path={devotionalPath(day)}
          language={language}
        />
      </div>
    </details>
  );
}

type UnpublishButtonProps = { document: StudioDocument; day: string; language: Language };

/** Unpublishes a devotional; the toast undoes it. */
function UnpublishButton({ document, day, language }: UnpublishButtonProps) {
  const texts = useTexts(devotionalsMessages);
  const open = useClient();
  const report = useReportResult();
  const [isPending, setIsPending] = useState(false);

  async function takeBack(): Promise<void> {
    setIsPending(true);
    const { kind, id, version } = document;
    const summary = texts.removeSummary(day, language);
    report(
      await removeDocument(open, { kind, id, baseVersion: version, summary }),
      texts.takenBack,
    );
    setIsPending(false);
  }

  return (
    <div>
      <button
        type="button"
        disabled={isPending}
        onClick={() => void takeBack()}
        className={buttonStyle("danger")}
      >
        {texts.takeBack}
      </button>
    </div>
  );
}

const EMPTY: DevotionalBody = { title: "", verse: "", content: "" };

type DayEditorProps = {
  day: string;
  /** Language of the devotional, not of the page. */
  language: Language;
  /** Texts in the other editors of the day. */
  others: WrittenTexts;
};

/** Editor of one day in one language; each language is published separately. */
export function DayEditor({ day, language, others }: DayEditorProps) {
  const texts = useTexts(devotionalsMessages);
  const { language: pageLanguage } = useSite();
  const editor = useDocument<DevotionalBody>({
    kind: "devotional",
    id: devotionalId(day, language),
    schema: devotionalBody,
    seed: EMPTY,
    errorTexts: { signs: texts.signs },
  });
  const { values } = editor;
  const shownDay = dayInSentence(day, pageLanguage);
  const { name } = LANGUAGE_FACTS[language];

  useShareText(others, language, values);

  return (
    <div id={language} className="min-w-0">
      <StudioCard title={name} mark={<DayStatus day={day} document={editor.document} />}>
        <EditorFrame
          editor={editor}
          title={texts.editorTitle(shownDay, name)}
          summaryOf={(published) => texts.publishSummary(day, language, published.title)}
        >
          <StartFrom day={day} language={language} editor={editor} others={others} />
          <EditorText editor={editor} field="title" label={texts.fields.title} />
          <EditorText
            editor={editor}
            field="verse"
            label={texts.fields.verse}
            hint={texts.fields.verseHint}
            multiline
          />
          <Content editor={editor} language={language} />
          <EditorText
            editor={editor}
            field="reflection"
            label={texts.fields.reflection}
            hint={texts.fields.reflectionHint}
            multiline
          />
          <PublishTimeField
            day={day}
            value={values.publishAt}
            error={editor.errors["publishAt"]}
            onWrite={(value) => editor.set("publishAt", value)}
          />
          <PreviewCard day={day} language={language} body={values} />
          {editor.document.body !== null && (
            <UnpublishButton document={editor.document} day={day} language={language} />
          )}
        </EditorFrame>
      </StudioCard>
    </div>
  );
}

type DayStatusProps = { day: string; document: StudioDocument };

/** Says whether the day is published, and from when people read it. */
function DayStatus({ day, document }: DayStatusProps) {
  const { state } = useTexts(devotionalsMessages);
  const { language } = useSite();
  const timeText = useTimeText();
  const [nowMs] = useState(() => Date.now());
  if (document.body === null) return <StatusLabel tone="warn" text={state.none} />;
  const at = document.body["publishAt"];
  if (typeof at !== "string") {
    return <StatusLabel tone="good" text={state.ofDay(dayInSentence(day, language))} />;
  }
  const stateOf = Date.parse(at) <= nowMs ? state.published : state.scheduled;
  return <StatusLabel tone="good" text={stateOf(timeText(at))} />;
}

/** Text with its toolbar, its length and its references. */
function Content({ editor, language }: { editor: Editor<DevotionalBody>; language: Language }) {
  const texts = useTexts(devotionalsMessages);
  const box = useRef<HTMLTextAreaElement>(null);
  const { verse, content } = editor.values;
  const { words, minutes } = lengthOf(content);
  useNamedField("content", texts.fields.content);

  function quote(paragraph: string): void {
    const selection = box.current ? selectionOf(box.current) : null;
    const at = selection ?? { text: content, from: content.length, to: content.length };
    editor.set("content", insertParagraph(at, paragraph).text);
  }

  return (
    <>
      <div>
        <TextBox
          label={texts.fields.content}
          name="content"
          lang={language}
          hint={texts.fields.contentHint}
          error={editor.errors["content"]}
          value={content}
          onWrite={(text) => editor.set("content", text)}
          box={box}
        />
        <p className="mt-1 text-sm text-ink-soft">
          {texts.length(words, minutes)} · {texts.lengthHint}
        </p>
      </div>
      <ReferencesCard text={`${verse}\n${content}`} language={language} onQuote={quote} />
    </>
  );
}
