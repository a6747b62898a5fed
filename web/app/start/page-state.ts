import type { QueryKey } from "@tanstack/react-query";
import type { HydrationState } from "react-router";
import type { SiteState } from "#shared/site/site-state.ts";

/** Id of the data block in the page that carries the state from server to browser. */
export const PAGE_STATE_ID = "page-state";

/** One answer of the query cache. The library's own form of it says ten times as much. */
export type CachedAnswer = {
  key: QueryKey;
  data: unknown;
  /** Milliseconds since the epoch. */
  updatedAt: number;
};

/** What the server hands to the browser with a page. Nothing in it is personal. */
export type PageState = {
  site: SiteState;
  answers: CachedAnswer[];
  /** Router data; errors are left out, a page with an error renders anew in the browser. */
  router: Pick<HydrationState, "loaderData" | "errors"> | null;
  /** The page holds no markup to take over: its address is not the one it was made for. */
  isShell?: true;
};
