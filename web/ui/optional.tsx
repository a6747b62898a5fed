import { type ComponentType, useEffect, useState } from "react";
import { reportError } from "#web/lib/report-error.ts";

/**
 * A part that a page can do without. Its code is asked for when it is first shown; until that is there,
 * and where it does not arrive, its place is empty and the page goes on.
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
      if (!Part) fetchPart().catch(reportError);
    }, [Part]);
    return Part && <Part {...props} />;
  };
}
