import { Download } from "lucide-react";
import { analyticsMessages } from "#shared/messages/studio/analytics.ts";
import { csvText } from "#web/features/studio/kit/csv.domain.ts";
import { downloadBlob } from "#web/lib/download-blob.ts";
import { useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";

type DownloadButtonProps = {
  title: string;
  /** Without the extension. */
  fileName: string;
  rows: () => readonly (readonly (string | number)[])[];
};

/** Downloads numbers as CSV. */
export function DownloadButton({ title, fileName, rows }: DownloadButtonProps) {
  const texts = useTexts(analyticsMessages);
  function handleClick(): void {
    downloadBlob(new Blob([csvText(rows())], { type: "text/csv" }), `${fileName}.csv`);
  }
  return (
    <button
      type="button"
      aria-label={texts.downloadOf(title)}
      onClick={handleClick}
      className={buttonStyle("quiet")}
    >
      <Download aria-hidden="true" className="size-4" />
      {texts.download}
    </button>
  );
}
