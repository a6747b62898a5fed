import { type ComponentType, startTransition, useEffect, useState } from "react";
import { reloadOnChunkError } from "#web/lib/chunk-load-error.ts";
import { reportError } from "#web/lib/report-error.ts";

/**
 * An optional part of a page. Its code loads when it is first shown; until then, and when it fails,
 * it renders nothing. After an update, when that code has another URL, the page is reloaded unless
 * something plays.
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
        // Rendered in slices, so that a tap does not wait for it.
        startTransition(() => setPart(() => loaded));
      }
      if (!Part) fetchPart().catch(handleLoadError);
    }, [Part]);
    return Part && <Part {...props} />;
  };
}

/** Keeps the page as it is, unless a reload loses nothing. */
function handleLoadError(error: unknown): void {
  reportError(error);
  if (!document.querySelector("iframe")) void reloadOnChunkError(error);
}
