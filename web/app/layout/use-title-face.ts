import * as v from "valibot";
import { useEffect } from "react";
import { useDataSaver } from "#web/base/data-saver/data-saver.ts";
import { reportError } from "#web/lib/report-error.ts";
import { storedEntry } from "#web/lib/storage/storage-keys.ts";
import { useStored } from "#web/lib/storage/use-stored.ts";

/** When the title font was stored, in milliseconds since the epoch; 0 for never. */
const TITLE_FACE = storedEntry("titleFace", v.number(), 0);

/**
 * Fetches the title font after the page, for the visits after this one: the boot script applies it
 * some hours later, so that no visit shows two faces. Not while data is saved.
 */
export function useTitleFace(): void {
  const [isSavingData] = useDataSaver();
  const [storedAtMs, setStoredAt] = useStored(TITLE_FACE);
  useEffect(() => {
    const isStored = storedAtMs > 0 && storedAtMs <= Date.now();
    if (isStored || isSavingData || !navigator.onLine) return;
    async function store() {
      const faces = await document.fonts.load("700 1em Title");
      if (faces.length > 0) setStoredAt(Date.now());
    }
    void store().catch(reportError);
  }, [isSavingData, setStoredAt, storedAtMs]);
}
