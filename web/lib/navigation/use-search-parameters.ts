import { useMemo } from "react";
import { useLocation } from "react-router";

/**
 * Returns the query of the page's URL. In place of the router's hook, with which the build would keep the router's own
 * links and forms (3.7 kB).
 */
export function useSearchParameters(): URLSearchParams {
  const { search } = useLocation();
  return useMemo(() => new URLSearchParams(search), [search]);
}
