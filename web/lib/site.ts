import { createContext, useContext } from "react";
import type { Language } from "#shared/languages.ts";
import type { Messages } from "#shared/messages/catalogue.ts";
import type { SiteState } from "#shared/contracts/site.ts";
import type { Api } from "./http/http.ts";

/** Site state with what is made from it once per tab (browser) or per request (server). */
export type Site = SiteState & {
  /** Origin of the server; "" where it has sent this page, another one in the phone app. */
  serverUrl: string;
  messages: Messages;
  api: Api;
};

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

/** Whether this page comes from the phone app's package and not from the server. */
export function isPhoneApp({ serverUrl }: Pick<Site, "serverUrl">): boolean {
  return serverUrl !== "";
}

/** Origin that links to this site carry when they leave the device. */
export function sharedOrigin(site: Pick<Site, "serverUrl" | "siteUrl">): string {
  return isPhoneApp(site) ? site.siteUrl : window.location.origin;
}
