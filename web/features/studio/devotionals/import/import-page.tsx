import { useQuery } from "@tanstack/react-query";
import { FileUp } from "lucide-react";
import { useState } from "react";
import { dayName } from "#shared/devotional/date-names.ts";
import { calendarDay, monthOf, devotionalId } from "#shared/devotional/devotional-date.ts";
import type { Language } from "#shared/languages.ts";
import { devotionalsMessages } from "#shared/messages/studio/devotionals.ts";
import { LANGUAGE_OPTIONS, SelectField } from "#web/features/studio/kit/fields/form-fields.tsx";
import { toAppError } from "#web/features/studio/kit/result.ts";
import { useClient } from "#web/features/studio/kit/studio-context.ts";
import { StudioCard, StudioFailed, StudioPage } from "#web/features/studio/kit/studio-page.tsx";
import { useSite, useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { FileButton } from "#web/ui/fields/file-button.tsx";
import { Link } from "#web/ui/link.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { readDocumentStates } from "#web/features/studio/devotionals/devotionals.data.ts";
import { decodeText } from "#web/lib/decode-text.ts";
import { ImportTable } from "./import-table.tsx";
import {
  checkImportFile,
  DATE_ORDERS,
  type DateOrder,
  dayOfWritten,
  type FileError,
  type ImportRow,
  isGoodRow,
  readImport,
} from "./import-rows.domain.ts";

/** Selected file; it is parsed again when month or language changes. */
type SelectedFile = { name: string; text: string };

const MONTH = /^2\d{3}-(?:0[1-9]|1[0-2])$/;

/** Imports many days: parses a file, shows errors by row and publishes the rows in one batch. */
export function ImportPage() {
  const { file: texts, backToMonth } = useTexts(devotionalsMessages);
  const [month, setMonth] = useState(() => monthOf(calendarDay(Date.now())));
  const [language, setLanguage] = useState<Language>(useSite().language);
  const [file, setFile] = useState<SelectedFile | null>(null);
  const [error, setError] = useState<FileError | null>(null);
  const [dateOrder, setDateOrder] = useState<DateOrder | null>(null);
  const defaults = { month, language, dateOrder };
  const read = file && MONTH.test(month) ? readImport(file.name, file.text, defaults) : null;
  const fileError = error ?? (read?.ok === false ? read.failure : null);

  async function selectFile(selected: File): Promise<void> {
    const found = checkImportFile(selected);
    setError(found);
    if (found !== null) return;
    setDateOrder(null);
    setFile({
      name: selected.name,
      text: decodeText(new Uint8Array(await selected.arrayBuffer())),
    });
  }

  return (
    <StudioPage
      title={texts.title}
      intro={texts.intro}
      actions={
        <Link to="/studio/devotionals" className={buttonStyle("outline")}>
          {backToMonth}
        </Link>
      }
    >
      <StudioCard title={texts.choose}>
        <p className="mb-4 max-w-prose text-sm text-ink-soft">{texts.columns}</p>
        <div className="grid items-end gap-4 sm:grid-cols-2">
          <TextField
            label={texts.month}
            name="month"
            type="month"
            value={month}
            onChange={(event) => setMonth(event.currentTarget.value)}
          />
          <SelectField
            label={texts.language}
            value={language}
            options={LANGUAGE_OPTIONS}
            onChoose={setLanguage}
          />
        </div>
        <div className="mt-4">
          <FileButton
            text={texts.choose}
            Icon={FileUp}
            accept=".json,.csv,.txt"
            onFile={(selected) => void selectFile(selected)}
          />
        </div>
        {fileError !== null && (
          <p role="alert" className="mt-3 font-medium text-danger">
            {texts.faults[fileError]}
          </p>
        )}
      </StudioCard>
      {error === null && read?.ok === true && read.value.unclearDate !== null && (
        <DateOrderQuestion date={read.value.unclearDate} onAnswer={setDateOrder} />
      )}
      {error === null && read?.ok === true && read.value.unclearDate === null && (
        <LoadDocumentStates
          key={`${file?.name} ${month} ${language} ${dateOrder}`}
          rows={read.value.rows}
        />
      )}
    </StudioPage>
  );
}

/** Asked once per file, when no date shows whether day or month comes first. */
function DateOrderQuestion({
  date,
  onAnswer,
}: {
  date: string;
  onAnswer: (order: DateOrder) => void;
}) {
  const { file: texts } = useTexts(devotionalsMessages);
  const site = useSite();
  return (
    <StudioCard title={texts.dateOrder}>
      <p className="mb-4 max-w-prose text-sm text-ink-soft">{texts.dateOrderText(date)}</p>
      <div className="button-row">
        {DATE_ORDERS.map((order) => (
          <button
            key={order}
            type="button"
            className={buttonStyle("outline")}
            onClick={() => onAnswer(order)}
          >
            {dayName(dayOfWritten(date, order) ?? date, site.language)}
          </button>
        ))}
      </div>
    </StudioCard>
  );
}

/** Loads the published state of the file's days before it shows them. */
function LoadDocumentStates({ rows }: { rows: readonly ImportRow[] }) {
  const { file: texts } = useTexts(devotionalsMessages);
  const open = useClient();
  const ids = rows.filter(isGoodRow).map(({ day, language }) => devotionalId(day, language));
  const states = useQuery({
    queryKey: ["studio", "documents", "devotional", "places", ids],
    async queryFn() {
      const result = await readDocumentStates(open, ids);
      if (!result.ok) throw toAppError(result.failure);
      return result.value;
    },
  });
  if (states.isError) return <StudioFailed onRetry={() => void states.refetch()} />;
  if (!states.data) return <p role="status">{texts.looking}</p>;
  return <ImportTable rows={rows} states={states.data} />;
}
