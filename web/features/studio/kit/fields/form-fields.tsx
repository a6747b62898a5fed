import { type Language, LANGUAGE_FACTS, LANGUAGES } from "#shared/languages.ts";
import { kitMessages } from "#shared/messages/studio/kit.ts";
import { useTexts } from "#web/lib/site.ts";
import { TextArea, TextField } from "#web/ui/fields/text-field.tsx";
import { useId } from "react";

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
    <div role="group" aria-label={label} className="grid gap-4 sm:grid-cols-2">
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

type SelectFieldProps = {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChoose: (value: string) => void;
};

/** Native select. */
export function SelectField({ label, value, options, onChoose }: SelectFieldProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChoose(event.currentTarget.value)}
        className="h-12 w-full rounded-xl border border-ink-soft/60 bg-surface px-4 text-base text-ink"
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
