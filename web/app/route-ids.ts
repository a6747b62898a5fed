/** Route of unknown paths; like all ids of lazy routes, its source file. */
export const NOT_FOUND_ROUTE_ID = "web/app/routes/not-found-route.tsx";
