/** Route of addresses that lead nowhere; like the ids of all lazy routes, its source file. */
export const NOT_FOUND_ROUTE_ID = "web/app/routes/not-found-route.tsx";
