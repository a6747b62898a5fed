import { useLocation, useSearchParams } from "react-router";
import { pageParameters } from "#shared/site/page-parameters.ts";

/** What the address chooses on this page, to build links from: the same on the server and in the browser. */
export function usePageParameters(): URLSearchParams {
  const { pathname } = useLocation();
  const [parameters] = useSearchParams();
  return pageParameters(pathname, parameters);
}
