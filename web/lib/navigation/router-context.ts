import type { QueryClient } from "@tanstack/react-query";
import { createContext } from "react-router";
import type { Site } from "#web/lib/site.ts";

/** Context of route loaders: the tab's (or request's) query cache and site. */
export const queryClientContext = createContext<QueryClient>();
export const siteContext = createContext<Site>();
