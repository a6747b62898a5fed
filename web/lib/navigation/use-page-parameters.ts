import { useLocation } from "react-router";
import { pageParameters } from "#shared/site/page-parameters.ts";
import { useSearchParameters } from "#web/lib/navigation/use-search-parameters.ts";

/** Returns the page's own URL parameters for building links; the same on server and browser. */
export function usePageParameters(): URLSearchParams {
  const { pathname } = useLocation();
  const parameters = useSearchParameters();
  return pageParameters(pathname, parameters);
}
