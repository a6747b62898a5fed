import { useState } from "react";
import { dayName } from "#shared/devotional/date-names.ts";
import { devotionalId } from "#shared/devotional/devotional-date.ts";
import { devotionalsMessages } from "#shared/messages/studio/devotionals.ts";
import { StatusLabel, StudioCard } from "#web/features/studio/kit/studio-page.tsx";
import {
  changeOf,
  choicesOf,
  isPublishing,
  type RowChoice,
} from "#web/features/studio/devotionals/month-plan.domain.ts";
import type { DocumentState } from "#web/features/studio/devotionals/devotionals.data.ts";
import { usePublishMany } from "#web/features/studio/kit/use-publish-action.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { type ImportRow, isGoodRow, type RowError } from "./import-rows.domain.ts";

type ImportTableProps = {
  rows: readonly ImportRow[];
  /** Current state of the days' documents, by id. */
  states: ReadonlyMap<string, DocumentState>;
};

const SELECT = "min-h-11 w-full rounded-xl border border-ink-soft/60 bg-surface px-3";

/** Rows of a file with their errors and actions; nothing is published yet. */
export function ImportTable({ rows, states }: ImportTableProps) {
  const { file: texts } = useTexts(devotionalsMessages);
  const publishMany = usePublishMany();
  const [choices, setChoices] = useState<ReadonlyMap<number, RowChoice>>(new Map());
  const [isPending, setIsPending] = useState(false);

  const stateOf = (row: ImportRow): DocumentState | undefined =>
    isGoodRow(row) ? states.get(devotionalId(row.day, row.language)) : undefined;
  const isPublished = (row: ImportRow): boolean => (stateOf(row)?.body ?? null) !== null;
  const choiceOf = (row: ImportRow): RowChoice => {
    const [usual = "add", ...others] = choicesOf(isPublished(row));
    const selected = choices.get(row.line);
    return selected !== undefined && others.includes(selected) ? selected : usual;
  };
  const good = rows.filter(isGoodRow);
  const existing = good.filter(isPublished);
  const selected = good.filter((row) => isPublishing(choiceOf(row)));

  function chooseAll(choice: RowChoice): void {
    setChoices(new Map([...choices, ...existing.map(({ line }) => [line, choice] as const)]));
  }

  async function publish(): Promise<void> {
    setIsPending(true);
    await publishMany(
      selected.map((row) => changeOf(row, stateOf(row)?.version ?? 0)),
      {
        summary: texts.summary(selected.length),
        done: texts.done(selected.length),
        conflict: { title: texts.conflict, text: texts.conflictText },
      },
    );
    setIsPending(false);
  }

  return (
    <StudioCard title={texts.table}>
      <p role="status" className="font-medium">
        {texts.found(good.length, rows.length - good.length)}
      </p>
      {existing.length > 0 && (
        <div role="group" aria-label={texts.existing} className="mt-3">
          <p className="mb-1.5 text-sm font-semibold">{texts.existing}</p>
          <div className="button-row">
            {choicesOf(true).map((choice) => (
              <button
                key={choice}
                type="button"
                aria-pressed={existing.every((row) => choiceOf(row) === choice)}
                onClick={() => chooseAll(choice)}
                className={buttonStyle(
                  "outline",
                  "aria-pressed:border-brand aria-pressed:bg-brand-soft",
                )}
              >
                {texts.choices[choice]}
              </button>
            ))}
          </div>
        </div>
      )}
      <ul aria-label={texts.table} className="mt-4">
        {rows.map((row) => (
          <Row
            key={row.line}
            row={row}
            choices={choicesOf(isPublished(row))}
            choice={choiceOf(row)}
            onChoose={(choice) => setChoices(new Map([...choices, [row.line, choice]]))}
          />
        ))}
      </ul>
      <button
        type="button"
        disabled={isPending || selected.length === 0}
        onClick={() => void publish()}
        className={buttonStyle("brand", "mt-4")}
      >
        {isPending ? texts.publishing : texts.publish(selected.length)}
      </button>
    </StudioCard>
  );
}

type RowProps = {
  row: ImportRow;
  choices: readonly RowChoice[];
  choice: RowChoice;
  onChoose: (choice: RowChoice) => void;
};

function Row({ row, choices, choice, onChoose }: RowProps) {
  const { file: texts } = useTexts(devotionalsMessages);
  const { language } = useSite();
  const errorText = useErrorText();
  const day = row.day === null ? texts.noDay : dayName(row.day, language);
  return (
    <li className="grid gap-x-4 gap-y-2 border-t border-line py-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,18rem)]">
      <div className="min-w-0">
        <p className="font-semibold">{row.language === null ? day : `${day} (${row.language})`}</p>
        <p className="text-sm wrap-anywhere text-ink-soft">
          {texts.place(row.line, row.error === null ? row.body.title : row.title)}
        </p>
      </div>
      <div>
        {row.error === null ? (
          <select
            aria-label={texts.choiceOf(day)}
            value={choice}
            onChange={(event) => {
              const selected = choices.find((one) => one === event.currentTarget.value);
              if (selected) onChoose(selected);
            }}
            className={SELECT}
          >
            {choices.map((one) => (
              <option key={one} value={one}>
                {texts.choices[one]}
              </option>
            ))}
          </select>
        ) : (
          <StatusLabel tone="bad" text={errorText(row.error)} />
        )}
      </div>
    </li>
  );
}

/** Returns the text of a row's error, with the field's label. */
function useErrorText(): (error: RowError) => string {
  const { file, fields } = useTexts(devotionalsMessages);
  return (error) => {
    switch (error.kind) {
      case "item":
      case "day":
      case "language":
        return file.fault[error.kind];
      case "twice":
        return file.fault.twice(error.line);
      case "time":
        return file.fault.time;
      case "missing":
      case "long":
      case "signs":
      case "text":
        return file.fault[error.kind](
          error.field === "publishAt" ? error.field : fields[error.field],
        );
    }
  };
}
