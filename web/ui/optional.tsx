import { type ComponentType, startTransition, useCallback, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { reloadOnChunkError } from "#web/lib/chunk-load-error.ts";
import { reportError } from "#web/lib/report-error.ts";

/**
 * An optional part of a page. Its code loads when it is first shown; until then it renders nothing.
 * After a failure it loads again with the connection or the next page. Browsers of before 2026 keep
 * the failure, and after an update that code has another URL: the page is reloaded then, unless
 * something plays or is sent live.
 */
export function optional<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  return function Optional(props: Props) {
    const [Part, setPart] = useState(() => loaded);
    // Rendered in slices, so that a tap does not wait for it.
    const show = useCallback(() => startTransition(() => setPart(() => loaded)), []);
    return Part ? <Part {...props} /> : <Loading onLoaded={show} />;
  };

  /** Apart, so that a loaded part does not render again on each navigation. */
  function Loading({ onLoaded }: { onLoaded: () => void }) {
    const { pathname } = useLocation();
    useEffect(() => {
      async function fetchPart() {
        try {
          loaded = await load();
          onLoaded();
        } catch (error) {
          handleLoadError(error);
        }
      }
      const start = (): void => void fetchPart();
      start();
      window.addEventListener("online", start);
      return () => window.removeEventListener("online", start);
    }, [onLoaded, pathname]);
    return null;
  }
}

/** Keeps the page as it is, unless a reload loses nothing. */
function handleLoadError(error: unknown): void {
  reportError(error);
  if (!document.querySelector("iframe, video, [data-listen-bar]")) void reloadOnChunkError(error);
}
