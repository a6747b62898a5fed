import { QueryClient } from "@tanstack/react-query";

/** Query retries where nothing else is said (S4.37, S9.8). */
const QUERY_RETRY_COUNT = 3;

/** One per tab in the browser, one per request on the server (where nothing is retried). */
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
