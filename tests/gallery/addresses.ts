/** Id of the data block with what every state knows of the site. */
export const SITE_FACTS_ID = "site-facts";

/** Name in the root's dataset under which the stand-in for players finds its words. */
export const FRAME_SAYS = "frameSays";

/** Name in the root's dataset under which the page says that its state is "shown", or why it is not. */
export const PROGRESS = "gallery";

/** Names of states by the name of their group; the page holds them for its visitors and the tests. */
export const STATE_NAMES_ID = "state-names";

/** Parameters of the gallery's address. */
export type GalleryAddress = { group: string; state: string; language: string; theme: string };

declare global {
  interface Window {
    /** Shows another state in the same page: loading one takes longer than showing it. */
    showGalleryState: (address: GalleryAddress) => Promise<void>;
  }
}

/** Address of one state, or with neither group nor state of the page that leads to all. */
export function galleryPath(address: Partial<GalleryAddress>): string {
  return `/?${new URLSearchParams(address).toString()}`;
}
