import { createContext, useContext } from "react";
import type { Language } from "#shared/languages.ts";
import type { Messages } from "#shared/messages/catalogue.ts";
import type { InlineImage } from "#shared/contracts/rendered-page.ts";
import type { SiteState } from "#shared/contracts/site.ts";
import { openHydrationGates } from "./hydration-gate.ts";
import type { Api } from "./http/http.ts";
import { createStore, useStore } from "./store.ts";

/** Site state with the objects made from it once per tab (browser) or per request (server). */
export type Site = SiteState & {
  /** Origin of the server; "" where it sent this page, another one in the native app. */
  serverUrl: string;
  messages: Messages;
  api: Api;
  /** Base64 of an image that the page holds, by its path. */
  inlineImage: InlineImage;
};

const SiteContext = createContext<Site | null>(null);

export const SiteProvider = SiteContext.Provider;

/** Returns the current site. Throws outside of SiteProvider. */
export function useSite(): Site {
  const site = useContext(SiteContext);
  if (!site) throw new Error("useSite needs a SiteProvider above it");
  return site;
}

/** Returns the title of a service; undefined for one that has none, or that the site does not have. */
export function useServiceTitle(id: string | undefined): string | undefined {
  const { weekly, others = [] } = useSite().ministry.services;
  return [...weekly, ...others].find((service) => service.id === id)?.title;
}

/** Returns a lazy page's own texts in the page's language. */
export function useTexts<Texts>(catalogue: Readonly<Record<Language, Texts>>): Texts {
  return catalogue[useSite().language];
}

/** Returns the shared texts of the page's language. */
export function useMessages(): Messages {
  return useSite().messages;
}

/** Returns true when this page comes from the native app's bundle. */
export function isPhoneApp({ serverUrl }: Pick<Site, "serverUrl">): boolean {
  return serverUrl !== "";
}

/** Returns the origin for links to this site that leave the device. */
export function sharedOrigin(site: Pick<Site, "serverUrl" | "siteUrl">): string {
  return isPhoneApp(site) ? site.siteUrl : window.location.origin;
}

/** Site state fetched since the page was opened; null for the state it came with. One per tab. */
const renewed = createStore<Site | null>(null);

/** Returns the current site of this tab. */
export function renewedSite(first: Site): Site {
  return renewed.read() ?? first;
}

/**
 * Returns the current site and follows changes. Hydration uses the site that the page came with.
 */
export function useRenewedSite(first: Site): Site {
  return useStore(renewed) ?? first;
}

/** Sets the site of the whole page; null for the one it came with. */
export function setCurrentSite(site: Site | null): void {
  openHydrationGates();
  renewed.set(site);
}
