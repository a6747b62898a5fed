/** Page for URLs that the service worker has not cached; one per language. */
export const OFFLINE_SHELL_PATH = "/offline-shell";

/** Response header of a shell: revision of the site data in it. */
export const SHELL_REVISION_HEADER = "site-revision";

/**
 * Written by the server at the start of the service worker; the file itself is the same on every
 * site.
 */
export type WorkerBuild = {
  /** Changes with every file of the build. */
  version: string;
  /** URLs of the offline shells; they change with the site. */
  shells: readonly string[];
  /** URLs of the files needed to open the app. */
  core: readonly string[];
  /** URLs of other pages' files; with data saving, cached on first visit. */
  pages: readonly string[];
  /** Origin of the backend; "" for this site. */
  backendUrl: string;
};

/** A small file that no cache serves: a response shows that the site is reachable. */
export const PROBE_PATH = "/manifest.webmanifest";
