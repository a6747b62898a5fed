import { X } from "lucide-react";
import { useId, useState } from "react";
import { LABEL_LENGTH, LABELS_LIMIT } from "#shared/contracts/synced-items.ts";
import { marksMessages } from "#shared/messages/reading/marks.ts";
import { useItems } from "#web/base/sync/use-items.ts";
import { useTexts } from "#web/lib/site.ts";
import { keepLabels } from "./stored-marks.ts";
import { addedLabels, labelsInUse, type Mark, readLabels } from "./marks.domain.ts";

/** Classes of the small buttons for selected verses or their marks. */
export const ACTION_STYLE =
  "inline-flex min-h-11 min-w-11 items-center justify-center gap-1.5 rounded-full bg-raised px-3 text-sm font-semibold text-ink hover:bg-line";

type LabelFieldProps = { id: string; data: Mark };

/**
 * Labels of a mark next to those in its note's text: a comma or Enter adds one, its button removes
 * it.
 */
export function LabelField({ id, data }: LabelFieldProps) {
  const texts = useTexts(marksMessages);
  const fieldId = useId();
  const [typed, setTyped] = useState("");
  const { items } = useItems("bible-mark");
  const added = addedLabels(data);
  const suggested = labelsInUse(items);
  const isFull = (data.labels?.length ?? 0) >= LABELS_LIMIT;

  function add(text: string) {
    setTyped("");
    const labels = readLabels(text).filter((label) => !data.labels?.includes(label));
    if (labels.length > 0) void keepLabels(id, data, [...added, ...labels]);
  }

  function write(text: string) {
    const end = text.lastIndexOf(",");
    if (end >= 0) add(text.slice(0, end));
    setTyped(text.slice(end + 1));
  }

  return (
    <div className="mt-2">
      {added.length > 0 && (
        <ul aria-label={texts.labels} className="mb-2 flex flex-wrap gap-1.5">
          {added.map((label) => (
            <li key={label}>
              <button
                type="button"
                aria-label={texts.removeLabel(label)}
                className={ACTION_STYLE}
                onClick={() =>
                  void keepLabels(
                    id,
                    data,
                    added.filter((each) => each !== label),
                  )
                }
              >
                {label}
                <X aria-hidden className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <label htmlFor={fieldId} className="text-sm font-semibold">
        {texts.addLabel}
      </label>
      <input
        id={fieldId}
        list={`${fieldId}-in-use`}
        value={typed}
        disabled={isFull}
        maxLength={LABEL_LENGTH * LABELS_LIMIT}
        aria-describedby={`${fieldId}-hint`}
        autoComplete="off"
        enterKeyHint="done"
        onChange={({ target }) => write(target.value)}
        onKeyDown={({ key }) => key === "Enter" && add(typed)}
        onBlur={() => add(typed)}
        className="mt-1 h-11 w-full rounded-full border border-line bg-surface px-4 text-base"
      />
      <datalist id={`${fieldId}-in-use`}>
        {suggested.map((label) => (
          <option key={label}>{label}</option>
        ))}
      </datalist>
      <p id={`${fieldId}-hint`} className="text-xs text-ink-soft">
        {isFull ? texts.labelsFull : texts.labelHint}
      </p>
    </div>
  );
}
