import * as v from "valibot";
import { devotionalEntrySchema } from "#shared/contracts/devotional.ts";
import type { DevotionalEntry } from "#shared/devotional/devotional.ts";
import type { Result } from "#shared/errors.ts";
import { FileUp, X } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { devotionalMessages } from "#shared/messages/reading/devotional.ts";
import { decodeText } from "#web/lib/decode-text.ts";
import { useTexts } from "#web/lib/site.ts";
import { removeStored } from "#web/lib/storage/storage.ts";
import { useStored } from "#web/lib/storage/use-stored.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { FileButton } from "#web/ui/fields/file-button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { useToast } from "#web/ui/use-toast.ts";
import { DEVOTIONAL_STORE } from "./devotional-storage.ts";

/** Limits of an upload (F28). */
export const UPLOAD_MAX_BYTES = 2 * 1024 * 1024;
const MAX_ENTRIES = 400;
const MAX_DEPTH = 4;

/** Why a file is rejected; the catalogue has its text under the same name. */
export type UploadError = "type" | "size" | "syntax" | "array" | "count" | "depth" | "item";

/** Checks a file without reading it (S5.13). */
export function checkFile(file: { name: string; size: number }): UploadError | null {
  if (!file.name.toLowerCase().endsWith(".json")) return "type";
  return file.size > UPLOAD_MAX_BYTES ? "size" : null;
}

/** Parses an upload, all of it or nothing (S5.14, S5.15). */
export function readUpload(text: string): Result<DevotionalEntry[], UploadError> {
  let json: unknown;
  try {
    // Some editors add a byte order mark.
    json = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return { ok: false, failure: "syntax" };
  }
  if (!Array.isArray(json)) return { ok: false, failure: "array" };
  if (json.length > MAX_ENTRIES) return { ok: false, failure: "count" };
  if (isDeeper(json, MAX_DEPTH)) return { ok: false, failure: "depth" };
  const result = v.safeParse(v.array(devotionalEntrySchema), json);
  return result.success ? { ok: true, value: result.output } : { ok: false, failure: "item" };
}

/** Returns the 1-based position of the first invalid item; null when there is none. */
export function refusedItem(text: string): number | null {
  const read = readUpload(text);
  if (read.ok || read.failure !== "item") return null;
  const items: unknown[] = JSON.parse(text.replace(/^\uFEFF/, ""));
  return items.findIndex((item) => !v.is(devotionalEntrySchema, item)) + 1;
}

/** Returns true when arrays and objects are nested deeper than `levels`; without recursion. */
function isDeeper(json: unknown, levels: number): boolean {
  let current: unknown[] = [json];
  for (let depth = 0; depth <= levels; depth += 1) {
    current = current.filter((value) => typeof value === "object" && value !== null);
    if (current.length === 0) return false;
    if (depth < levels) current = current.flatMap((value) => Object.values(Object(value)));
  }
  return true;
}

type UploadPanelProps = {
  onClose: () => void;
  /** Further actions of an administrator on the uploaded entries. */
  children: ReactNode;
};

/**
 * Uploads a JSON file with devotionals to this device. A rejected file changes nothing. The server
 * checks who may publish for everyone; this panel protects nothing (F4).
 */
export function UploadPanel({ onClose, children }: UploadPanelProps) {
  const texts = useTexts(devotionalMessages);
  const toast = useToast();
  const [own, setOwn] = useStored(DEVOTIONAL_STORE);
  const [isReading, setIsReading] = useState(false);
  const titleRef = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    // A key opens it from anywhere: focus announces it and scrolls it into view.
    const opener = document.activeElement;
    titleRef.current?.focus();
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected)
        opener.focus({ preventScroll: true });
    };
  }, []);

  function refuse(fault: UploadError | "storage", item: number | null = null): void {
    const title = fault === "type" ? texts.invalidType : texts.uploadFailed;
    const reason = texts.uploadErrors[fault];
    const text = item === null ? reason : texts.atItem(reason, item);
    toast({ tone: "danger", title, text });
  }

  async function take(file: File): Promise<void> {
    const fault = checkFile(file);
    if (fault) {
      refuse(fault);
      return;
    }
    const text = decodeText(new Uint8Array(await file.arrayBuffer()));
    const result = readUpload(text);
    if (!result.ok) refuse(result.failure, refusedItem(text));
    else if (!setOwn(result.value)) refuse("storage");
    else {
      const words = texts.uploaded(result.value.length);
      toast({ tone: "done", title: texts.uploadSuccess, text: words });
    }
  }

  async function choose(file: File): Promise<void> {
    setIsReading(true);
    await take(file).finally(() => setIsReading(false));
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
        <IconButton label={texts.close} className="-mt-2 -mr-2" onClick={onClose}>
          <X aria-hidden className="size-5" />
        </IconButton>
      </div>
      <p className="mt-1 max-w-prose text-sm text-ink-soft">{texts.uploadIntro}</p>
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <FileButton
          text={texts.chooseFile}
          Icon={FileUp}
          disabled={isReading}
          onFile={(file) => void choose(file)}
        />
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
