import { QueryClient } from "@tanstack/react-query";

/** Default query retries (S4.37, S9.8). */
const QUERY_RETRY_COUNT = 3;

/** Creates one client per tab in the browser, one per request on the server (without retries). */
export function createQueryClient(where: "browser" | "server"): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: where === "server" ? false : QUERY_RETRY_COUNT,
        refetchOnWindowFocus: false,
      },
    },
  });
}
