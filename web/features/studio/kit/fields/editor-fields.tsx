import { clsx } from "clsx";
import { type ReactNode, useId } from "react";
import { type Language, LANGUAGES } from "#shared/languages.ts";
import { TextArea, TextField } from "#web/ui/fields/text-field.tsx";
import type { Editor, FieldOf } from "#web/features/studio/kit/editor.ts";
import { useNamedField } from "./field-labels.ts";
import { FieldOrigin, LanguageBoxes } from "./form-fields.tsx";
import { localTextIn, textIn } from "./field-text.domain.ts";

/** Fields of a body that hold such a value. */
type FieldsWith<Body, Value> = {
  [Field in FieldOf<Body>]: NonNullable<Body[Field]> extends Value ? Field : never;
}[FieldOf<Body>];

type FieldProps<Body, Field> = {
  editor: Editor<Body>;
  field: Field;
  label: string;
  hint?: string;
};

type TextProps<Body> = FieldProps<Body, FieldsWith<Body, string>> & {
  multiline?: boolean;
  type?: "text" | "url" | "email" | "tel";
  /** Corrects a text of one line when its field is left. */
  complete?: (text: string) => string;
};

/** Input of one or several lines. An empty value removes the field where ministry.json has none. */
export function EditorText<Body extends object>(props: TextProps<Body>) {
  const { editor, field, label, hint, multiline = false, type = "text", complete } = props;
  useNamedField(field, label);
  const common = {
    label,
    name: field,
    hint,
    value: textIn(editor.values[field]),
    error: editor.errors[field],
  };
  const write = (text: string): void => writeText(editor, field, text);
  return (
    <div>
      {multiline ? (
        <TextArea {...common} onChange={(event) => write(event.currentTarget.value)} />
      ) : (
        <TextField
          {...common}
          type={type}
          onChange={(event) => write(event.currentTarget.value)}
          onBlur={complete && (() => common.value !== "" && write(complete(common.value)))}
        />
      )}
      <FieldOrigin editor={editor} field={field} />
    </div>
  );
}

type NativeProps<Body> = FieldProps<Body, FieldsWith<Body, string>>;

export function EditorTime<Body extends object>(props: NativeProps<Body>) {
  return <NativeField {...props} type="time" />;
}

export function EditorDate<Body extends object>(props: NativeProps<Body>) {
  return <NativeField {...props} type="date" />;
}

function NativeField<Body extends object>(props: NativeProps<Body> & { type: "time" | "date" }) {
  const { editor, field, label, hint, type } = props;
  useNamedField(field, label);
  return (
    <div>
      <TextField
        label={label}
        name={field}
        hint={hint}
        type={type}
        value={textIn(editor.values[field])}
        error={editor.errors[field]}
        onChange={(event) => writeText(editor, field, event.currentTarget.value)}
      />
      <FieldOrigin editor={editor} field={field} />
    </div>
  );
}

type LocalTextProps<Body> = FieldProps<
  Body,
  FieldsWith<Body, Readonly<Partial<Record<Language, string>>>>
> & { multiline?: boolean };

/** Text in each language, one box for each. */
export function EditorLocalText<Body extends object>(props: LocalTextProps<Body>) {
  const { editor, field, label, hint, multiline = false } = props;
  useNamedField(field, label);
  const value = editor.values[field];

  function write(language: Language, text: string): void {
    const whole = LANGUAGES.map((known): [Language, string] => [
      known,
      known === language ? text : localTextIn(value, known),
    ]);
    const isEmpty = whole.every(([, held]) => held === "") && !editor.isFromFile(field);
    editor.put(field, isEmpty ? undefined : Object.fromEntries(whole));
  }

  return (
    <div>
      <LanguageBoxes
        label={label}
        name={field}
        hint={hint}
        multiline={multiline}
        valueIn={(language) => localTextIn(value, language)}
        errorIn={(language) => editor.errors[`${field}.${language}`] ?? editor.errors[field]}
        onWrite={write}
      />
      <FieldOrigin editor={editor} field={field} />
    </div>
  );
}

export type ChoiceOption = { value: string; label: string; hint?: string };

type ChoiceProps<Body> = FieldProps<Body, FieldsWith<Body, string>> & {
  options: readonly ChoiceOption[];
};

/** Choice between a few visible options. */
export function EditorChoice<Body extends object>(props: ChoiceProps<Body>) {
  const { editor, field, label, hint, options } = props;
  const id = useId();
  useNamedField(field, label);
  const selected = textIn(editor.values[field]);
  const error = editor.errors[field];
  return (
    <fieldset
      aria-describedby={hint === undefined && error === undefined ? undefined : id}
      className="max-w-3xl"
    >
      <legend className="mb-1.5 text-sm font-semibold">{label}</legend>
      <div className="stack-2">
        {options.map((option) => (
          <label
            key={option.value}
            className={clsx(
              "flex min-h-11 cursor-pointer items-start gap-3 rounded-xl border px-4 py-2.5",
              selected === option.value ? "border-brand bg-brand-soft" : "border-ink-soft/60",
            )}
          >
            <input
              type="radio"
              name={`${id}-${field}`}
              value={option.value}
              checked={selected === option.value}
              data-invalid={error !== undefined}
              onChange={() => writeText(editor, field, option.value)}
              className="mt-1 size-4 shrink-0 accent-brand"
            />
            <span className="min-w-0">
              <span className="block font-medium">{option.label}</span>
              {option.hint !== undefined && (
                <span className="block text-sm text-ink-soft">{option.hint}</span>
              )}
            </span>
          </label>
        ))}
      </div>
      <FieldNote id={id} hint={hint} error={error} />
      <FieldOrigin editor={editor} field={field} />
    </fieldset>
  );
}

export function EditorSwitch<Body extends object>(
  props: FieldProps<Body, FieldsWith<Body, boolean>>,
) {
  const { editor, field, label, hint } = props;
  const id = useId();
  useNamedField(field, label);
  const error = editor.errors[field];
  return (
    <div>
      <label className="flex min-h-11 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          role="switch"
          name={field}
          checked={editor.values[field] === true}
          aria-checked={editor.values[field] === true}
          aria-invalid={error !== undefined}
          aria-describedby={hint === undefined && error === undefined ? undefined : id}
          onChange={(event) => editor.put(field, event.currentTarget.checked)}
          className="size-5 shrink-0 accent-brand"
        />
        <span className="font-semibold">{label}</span>
      </label>
      <FieldNote id={id} hint={hint} error={error} />
      <FieldOrigin editor={editor} field={field} />
    </div>
  );
}

type NoteProps = { id: string; hint: string | undefined; error: string | undefined };

function FieldNote({ id, hint, error }: NoteProps): ReactNode {
  if (hint === undefined && error === undefined) return null;
  return (
    <p
      id={id}
      className={clsx(
        "mt-1.5 text-sm",
        error === undefined ? "text-ink-soft" : "font-medium text-danger",
      )}
    >
      {error ?? hint}
    </p>
  );
}

function writeText<Body extends object>(
  editor: Editor<Body>,
  field: FieldOf<Body>,
  text: string,
): void {
  editor.put(field, text === "" && !editor.isFromFile(field) ? undefined : text);
}
