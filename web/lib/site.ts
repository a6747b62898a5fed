import { createContext, useContext } from "react";
import type { Language } from "#shared/language.ts";
import type { Messages } from "#shared/messages/en.ts";
import type { SiteState } from "#shared/site-state.ts";
import type { Api } from "./http.ts";

/** Site state with what is made from it once per tab (browser) or per request (server). */
export type Site = SiteState & { messages: Messages; api: Api };

const SiteContext = createContext<Site | null>(null);

export const SiteProvider = SiteContext.Provider;

/** The site around this component. Throws outside of SiteProvider. */
export function useSite(): Site {
  const site = useContext(SiteContext);
  if (!site) throw new Error("useSite needs a SiteProvider above it");
  return site;
}

/** A lazy page's own texts in the page's language. */
export function useTexts<Texts>(catalogue: Readonly<Record<Language, Texts>>): Texts {
  return catalogue[useSite().language];
}

/** The shared texts of the page's language. */
export function useMessages(): Messages {
  return useSite().messages;
}
