import { LANGUAGE_FACTS, type Language, LANGUAGES } from "#shared/languages.ts";
import { kitMessages } from "#shared/messages/studio/kit.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import type { Editor, FieldOf } from "#web/features/studio/kit/editor.ts";
import { TextArea, TextField } from "#web/ui/fields/text-field.tsx";
import { useId } from "react";

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

type LanguageBoxesProps = {
  label: string;
  /** Name of the field; each box adds its language, "note.fr". */
  name: string;
  hint: string | undefined;
  multiline?: boolean;
  valueIn: (language: Language) => string;
  errorIn: (language: Language) => string | undefined;
  onWrite: (language: Language, text: string) => void;
};

/** A text box for each language, side by side on wide screens. */
export function LanguageBoxes(props: LanguageBoxesProps) {
  const { label, name, hint, multiline = false, valueIn, errorIn, onWrite } = props;
  const { field } = useTexts(kitMessages);
  return (
    <div role="group" aria-label={label} className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      {LANGUAGES.map((language) => {
        const box = {
          label: field.inLanguage(label, LANGUAGE_FACTS[language].name),
          name: `${name}.${language}`,
          lang: language,
          hint,
          value: valueIn(language),
          error: errorIn(language),
        };
        return multiline ? (
          <TextArea
            key={language}
            {...box}
            onChange={(event) => onWrite(language, event.currentTarget.value)}
          />
        ) : (
          <TextField
            key={language}
            {...box}
            onChange={(event) => onWrite(language, event.currentTarget.value)}
          />
        );
      })}
    </div>
  );
}

/** Languages of the product, for a select. */
export const LANGUAGE_OPTIONS = LANGUAGES.map((value) => ({
  value,
  label: LANGUAGE_FACTS[value].name,
}));

type SelectFieldProps<Value extends string> = {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChoose: (value: Value) => void;
};

/** Native select. */
export function SelectField<Value extends string>({
  label,
  value,
  options,
  onChoose,
}: SelectFieldProps<Value>) {
  const id = useId();

  function choose(text: string): void {
    const chosen = options.find((option) => option.value === text);
    if (chosen) onChoose(chosen.value);
  }

  return (
    <div className="max-w-3xl min-w-0">
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => choose(event.currentTarget.value)}
        className="h-12 w-full truncate rounded-xl border border-ink-soft/60 bg-surface px-4 text-base text-ink"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
