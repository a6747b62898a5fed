import { useId } from "react";
import { devotionalsMessages } from "#shared/messages/studio/devotionals.ts";
import { useNamedField } from "#web/features/studio/kit/fields/field-labels.ts";
import { useTexts } from "#web/lib/site.ts";
import { TextField } from "#web/ui/fields/text-field.tsx";

/**
 * Converts a local time ("2026-11-23T06:00") of this device to an ISO instant; undefined when it is
 * empty.
 */
export function instantOf(local: string): string | undefined {
  const atMs = Date.parse(local);
  return Number.isNaN(atMs) ? undefined : new Date(atMs).toISOString().replace(".000Z", "Z");
}

/** Formats an instant for a field of local times; "" for none. */
export function localTimeOf(iso: string): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return "";
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

type PublishTimeFieldProps = {
  day: string;
  /** ISO instant; undefined: when the day begins. */
  value: string | undefined;
  error: string | undefined;
  onWrite: (value: string | undefined) => void;
};

/** Initial value of a custom time. */
const DEFAULT_TIME = "06:00";

/** Publishing time of a devotional: the start of its day, or a custom time. */
export function PublishTimeField({ day, value, error, onWrite }: PublishTimeFieldProps) {
  const { appear } = useTexts(devotionalsMessages);
  const name = useId();
  useNamedField("publishAt", appear.label);
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const choices = [
    { label: appear.atDay, hint: appear.atDayHint, value: undefined },
    { label: appear.atTime, hint: null, value: instantOf(`${day}T${DEFAULT_TIME}`) },
  ];
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">{appear.label}</legend>
      <div className="stack-2">
        {choices.map((choice) => (
          <label key={choice.label} className="flex min-h-11 cursor-pointer items-start gap-3 py-2">
            <input
              type="radio"
              name={name}
              checked={(value === undefined) === (choice.value === undefined)}
              onChange={() => onWrite(choice.value)}
              className="mt-1 size-4 shrink-0 accent-brand"
            />
            <span>
              <span className="block font-medium">{choice.label}</span>
              {choice.hint !== null && (
                <span className="block text-sm text-ink-soft">{choice.hint}</span>
              )}
            </span>
          </label>
        ))}
        {value !== undefined && (
          <TextField
            label={appear.time}
            name="publishAt"
            type="datetime-local"
            hint={appear.timeHint(timeZone)}
            error={error}
            value={localTimeOf(value)}
            onChange={(event) => onWrite(instantOf(event.currentTarget.value) ?? value)}
          />
        )}
      </div>
    </fieldset>
  );
}
