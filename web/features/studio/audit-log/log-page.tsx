import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { LANGUAGE_FACTS } from "#shared/languages.ts";
import { logMessages } from "#shared/messages/studio/log.ts";
import { csvText } from "#web/features/studio/kit/csv.domain.ts";
import { SelectField } from "#web/features/studio/kit/fields/form-fields.tsx";
import { useClient } from "#web/features/studio/kit/studio-context.ts";
import { StudioPage, StudioQuery } from "#web/features/studio/kit/studio-page.tsx";
import { useStudioToast } from "#web/features/studio/kit/use-publish-action.ts";
import { useTimeText } from "#web/features/studio/kit/use-time-text.ts";
import { downloadBlob } from "#web/lib/download-blob.ts";
import { useSearchParameters } from "#web/lib/navigation/use-search-parameters.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { type LogLine, logQuery, readWholeLog } from "./log.data.ts";

/** Audit log of the studio, filtered by area, 50 lines per page. */
export function LogPage() {
  const texts = useTexts(logMessages);
  const parameters = useSearchParameters();
  const navigate = useNavigate();
  const requestedArea = parameters.get("area") ?? "";
  const area = Object.hasOwn(texts.areas, requestedArea) ? requestedArea : "";
  const [page, setPage] = useState(0);
  const query = useQuery(logQuery(useClient(), area, page));

  function choose(next: string): void {
    setPage(0);
    const search = next === "" ? "" : `area=${encodeURIComponent(next)}`;
    void navigate({ search }, { replace: true, preventScrollReset: true });
  }

  return (
    <StudioPage title={texts.title} intro={texts.intro} actions={<DownloadLog area={area} />}>
      <div className="max-w-xs">
        <SelectField
          label={texts.area}
          value={area}
          options={[
            { value: "", label: texts.allAreas },
            ...Object.entries(texts.areas).map(([value, label]) => ({ value, label })),
          ]}
          onChoose={choose}
        />
      </div>
      <StudioQuery query={query}>
        {(data) => (
          <>
            <LogLines lines={data.lines} />
            <LogPager page={page} hasOlder={data.hasOlder} onPage={setPage} />
          </>
        )}
      </StudioQuery>
    </StudioPage>
  );
}

/** Table on wide screens, cards on phones. */
function LogLines({ lines }: { lines: readonly LogLine[] }) {
  const texts = useTexts(logMessages);
  const timeText = useTimeText();
  const actionText = useActionText();
  if (lines.length === 0) return <p className="text-ink-soft">{texts.none}</p>;
  return (
    <div className="rounded-card border border-line bg-surface p-5 shadow-card">
      <table className="block w-full text-left md:table">
        <caption className="sr-only">{texts.table}</caption>
        <thead className="sr-only md:not-sr-only">
          <tr>
            {[texts.at, texts.who, texts.act, texts.subject, texts.summary].map((heading) => (
              <th key={heading} scope="col" className="py-2 pr-4 text-sm text-ink-soft">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="block md:table-row-group">
          {lines.map((line) => (
            <tr
              key={line.id}
              className="block border-line py-3 not-first:border-t md:table-row md:border-t md:py-0"
            >
              <td className={CELL}>{timeText(line.at)}</td>
              <td className={CELL}>{line.actorName ?? texts.somebody}</td>
              <td className={CELL}>{actionText(line.action)}</td>
              <td className={CELL}>{line.subject}</td>
              <td className={CELL}>{line.summary}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const CELL = "block pr-4 wrap-anywhere first:font-semibold md:table-cell md:py-2 md:align-top";

/** Translates "AREA.ACTION". Returns an action of a newer server as it is. */
function useActionText(): (action: string) => string {
  const { areas, acts } = useTexts(logMessages);
  const names = new Map([...Object.entries(areas), ...Object.entries(acts)]);
  return (action) => {
    const [area = "", act = ""] = action.split(".");
    return `${names.get(area) ?? area} · ${names.get(act) ?? act}`;
  };
}

type LogPagerProps = { page: number; hasOlder: boolean; onPage: (page: number) => void };

function LogPager({ page, hasOlder, onPage }: LogPagerProps) {
  const { language } = useSite();
  const texts = useTexts(logMessages);
  if (page === 0 && !hasOlder) return null;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <button
        type="button"
        disabled={page === 0}
        onClick={() => onPage(page - 1)}
        className={buttonStyle("outline")}
      >
        {texts.newer}
      </button>
      <p role="status">{texts.page((page + 1).toLocaleString(LANGUAGE_FACTS[language].locale))}</p>
      <button
        type="button"
        disabled={!hasOlder}
        onClick={() => onPage(page + 1)}
        className={buttonStyle("outline")}
      >
        {texts.older}
      </button>
    </div>
  );
}

function DownloadLog({ area }: { area: string }) {
  const texts = useTexts(logMessages);
  const open = useClient();
  const toast = useStudioToast();
  const [isPending, setPending] = useState(false);

  async function download(): Promise<void> {
    setPending(true);
    const result = await readWholeLog(open, area);
    setPending(false);
    if (!result.ok) {
      toast({ tone: "danger", title: texts.downloadFailed });
      return;
    }
    const rows = result.value.map(({ at, actorName, action, subject, summary }) => [
      at,
      actorName ?? "",
      action,
      subject,
      summary,
    ]);
    const head = [texts.at, texts.who, texts.act, texts.subject, texts.summary];
    downloadBlob(new Blob([csvText([head, ...rows])], { type: "text/csv" }), texts.file);
  }

  return (
    <button
      type="button"
      disabled={isPending}
      onClick={() => void download()}
      className={buttonStyle("outline", "whitespace-normal")}
    >
      <Download aria-hidden className="size-4" />
      {texts.download}
    </button>
  );
}
