import { FileUp, X } from "lucide-react";
import { type ChangeEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { devotionalMessages } from "#shared/messages/reading/devotional.ts";
import { useTexts } from "#web/lib/site.ts";
import { removeStored } from "#web/lib/storage/storage.ts";
import { useStored } from "#web/lib/storage/use-stored.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { FileButton } from "#web/ui/fields/file-button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { useToast } from "#web/ui/use-toast.ts";
import { DEVOTIONAL_STORE } from "./devotional-storage.ts";
import { checkFile, readUpload, type UploadFault } from "./upload-rules.domain.ts";

type UploadPanelProps = {
  onClose: () => void;
  /** What an administrator may do besides with the uploaded entries. */
  children: ReactNode;
};

/**
 * Takes a JSON file with devotionals for this device. A file that is refused changes nothing. Whoever
 * may publish for everyone is asked of the server; this panel protects nothing (F4).
 */
export function UploadPanel({ onClose, children }: UploadPanelProps) {
  const texts = useTexts(devotionalMessages);
  const toast = useToast();
  const [own, setOwn] = useStored(DEVOTIONAL_STORE);
  const [isReading, setIsReading] = useState(false);
  const titleRef = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    // It opens by a key from anywhere: focus says so aloud and brings it into sight.
    const opener = document.activeElement;
    titleRef.current?.focus();
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected)
        opener.focus({ preventScroll: true });
    };
  }, []);

  function refuse(fault: UploadFault | "storage"): void {
    const title = fault === "type" ? texts.invalidType : texts.uploadFailed;
    toast({ tone: "danger", title, text: texts.uploadErrors[fault] });
  }

  async function take(file: File): Promise<void> {
    const fault = checkFile(file);
    if (fault) {
      refuse(fault);
      return;
    }
    const result = readUpload(await file.text());
    if (!result.ok) refuse(result.fault);
    else if (!setOwn(result.entries)) refuse("storage");
    else {
      const text = texts.uploaded(result.entries.length);
      toast({ tone: "done", title: texts.uploadSuccess, text });
    }
  }

  function choose(event: ChangeEvent<HTMLInputElement>): void {
    const input = event.currentTarget;
    const [file] = input.files ?? [];
    if (!file) return;
    setIsReading(true);
    void take(file).finally(() => {
      setIsReading(false);
      // The same file can be chosen again after it was mended.
      input.value = "";
    });
  }

  function restore(): void {
    setOwn([]);
    removeStored(DEVOTIONAL_STORE.key);
    toast({ tone: "done", title: texts.restored });
  }

  return (
    <section
      id="upload-panel"
      aria-labelledby="upload-title"
      className="mb-6 rounded-card border border-line bg-surface p-5"
    >
      <div className="flex items-start justify-between gap-4">
        <h2
          ref={titleRef}
          id="upload-title"
          tabIndex={-1}
          className="text-lg font-bold tracking-tight"
        >
          {texts.uploadTitle}
        </h2>
        <IconButton label={texts.close} className="-mt-1.5 -mr-2" onClick={onClose}>
          <X aria-hidden className="size-5" />
        </IconButton>
      </div>
      <p className="mt-1 max-w-prose text-sm text-ink-soft">{texts.uploadIntro}</p>
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <FileButton text={texts.chooseFile} Icon={FileUp} disabled={isReading} onChange={choose} />
        {own.length > 0 && (
          <button
            type="button"
            onClick={restore}
            className={buttonStyle("outline", "max-sm:whitespace-normal")}
          >
            {texts.restore}
          </button>
        )}
      </div>
      {own.length > 0 && (
        <p className="mt-3 text-sm text-ink-soft">{texts.ownEntries(own.length)}</p>
      )}
      {children}
    </section>
  );
}
