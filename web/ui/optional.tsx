import { type ComponentType, useEffect, useState } from "react";
import { reloadOnChunkError } from "#web/lib/chunk-load-error.ts";
import { reportError } from "#web/lib/report-error.ts";

/**
 * A part that a page can do without. Its code is asked for when it is first shown; until that is there,
 * and where it does not arrive, its place is empty and the page goes on. After an update, when that code
 * has another address, the page is loaded anew unless something plays.
 */
export function optional<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  return function Optional(props: Props) {
    const [Part, setPart] = useState(() => loaded);
    useEffect(() => {
      async function fetchPart() {
        loaded = await load();
        setPart(() => loaded);
      }
      if (!Part) fetchPart().catch(goOnWithout);
    }, [Part]);
    return Part && <Part {...props} />;
  };
}

/** What is there stays, unless nothing would be lost with it. */
function goOnWithout(error: unknown): void {
  reportError(error);
  if (!document.querySelector("iframe")) void reloadOnChunkError(error);
}
