/** The page that the service worker shows for an address it has not kept; one for each language. */
export const OFFLINE_SHELL_PATH = "/offline-shell";

/** Header of a shell: the revision of the site whose names and channels stand in it. */
export const SHELL_REVISION_HEADER = "site-revision";

/** What the server writes at the head of the service worker; the file itself is the same everywhere. */
export type WorkerBuild = {
  /** Changes with every file of the build. */
  version: string;
  /** Addresses of the pages for what is not kept, which change with the site. */
  shells: readonly string[];
  /** Addresses of what the app needs to open. */
  core: readonly string[];
  /** Addresses of its other pages; left out for those who save data, until they are visited. */
  pages: readonly string[];
  /** Origin of the backend; "" for this site. */
  backendUrl: string;
};

/** A small file of the site that no cache answers for: what answers it tells that the site is there. */
export const PROBE_PATH = "/manifest.webmanifest";
