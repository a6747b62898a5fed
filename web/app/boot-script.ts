/**
 * Runs before the first paint, inlined by the server and allowed by its hash: without it a dark page
 * would flash light, Home would move when "Continue watching" arrives, and the browser's offer to
 * install, which comes once, would be lost. The keys and values are those of `storage-keys.ts`,
 * `kept-positions.ts` and `install-event.ts`.
 */
export const BOOT_SCRIPT =
  "try{var s=localStorage,c=document.documentElement.classList;" +
  's.getItem("theme")==="dark"&&c.add("dark");' +
  '/^\\[{/.test(s.getItem("watchPositions"))&&c.add("has-kept")}catch{}' +
  'addEventListener("beforeinstallprompt",e=>{e.preventDefault();self.installEvent=e})';
