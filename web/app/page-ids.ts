/** Route of unknown paths; like all ids of lazy routes, its source file. */
export const NOT_FOUND_ROUTE_ID = "web/app/routes/not-found-route.tsx";

/** Id of the data block in the page that carries the state from server to browser. */
export const PAGE_STATE_ID = "page-state";
