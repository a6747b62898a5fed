/** Id of the data block with the site's data. */
export const SITE_DATA_ID = "site-facts";

/** Key in the root's dataset that holds the messages of the fake player. */
export const FRAME_SAYS = "frameSays";

/** Key in the root's dataset that is "shown" once the state is ready, or else an error message. */
export const PROGRESS = "gallery";

/** Id of the data block with the names of all states by group. */
export const STATE_NAMES_ID = "state-names";

/** Query parameters of a gallery URL. */
export type GalleryAddress = { group: string; state: string; language: string; theme: string };

declare global {
  interface Window {
    /** Shows another state in the same page, which is faster than loading it. */
    showGalleryState: (address: GalleryAddress) => Promise<void>;
  }
}

/** Returns the URL of one state, or of the index when group and state are absent. */
export function galleryPath(address: Partial<GalleryAddress>): string {
  return `/?${new URLSearchParams(address).toString()}`;
}
