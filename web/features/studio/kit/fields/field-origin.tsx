import { LANGUAGE_FACTS } from "#shared/languages.ts";
import { kitMessages } from "#shared/messages/studio/kit.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import type { Editor, FieldOf } from "#web/features/studio/kit/editor.ts";

type FieldOriginProps<Body> = { editor: Editor<Body>; field: FieldOf<Body> };

/** Origin of a field's published value, with a button that restores the one of ministry.json. */
export function FieldOrigin<Body extends object>({ editor, field }: FieldOriginProps<Body>) {
  const { language } = useSite();
  const texts = useTexts(kitMessages).field;
  if (!editor.isFromFile(field)) return null;
  const { body, updatedAt, updatedBy } = editor.document;
  if (body === null || !Object.hasOwn(body, field)) {
    return <p className="mt-1 text-sm text-ink-soft">{texts.fromFile}</p>;
  }
  const { locale } = LANGUAGE_FACTS[language];
  const day = new Date(updatedAt ?? 0).toLocaleDateString(locale, { dateStyle: "medium" });
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-3 text-sm text-ink-soft">
      {texts.changedHere(updatedBy ?? texts.somebody, day)}
      <button
        type="button"
        onClick={() => editor.removeField(field)}
        className="min-h-11 font-semibold text-brand underline"
      >
        {texts.backToFile}
      </button>
    </p>
  );
}
