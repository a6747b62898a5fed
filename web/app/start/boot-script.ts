import { DEFAULT_LANGUAGE, LANGUAGES } from "#shared/languages.ts";
import { EARLY_INPUT_SCRIPT } from "./early-input.ts";
import { TELEVISION } from "#web/app/spatial-navigation/is-tv-browser.domain.ts";

/**
 * Runs before the first paint, inlined and allowed by its hash. Without it a dark page would flash
 * white, headings would change their face, a television's text and the reader's would grow, and what can be
 * continued or a television's banner would shift Home. Its keys and values are those of `storage-keys.ts`,
 * `stored-positions.ts`, `use-title-face.ts`, `text-size-control.tsx` and `use-plan-runs.ts`.
 */
export const FIRST_PAINT_SCRIPT =
  "try{var s=localStorage,c=document.documentElement.classList;" +
  `${TELEVISION}.test(navigator.userAgent)&&c.add("television");` +
  's.getItem("theme")==="dark"&&c.add("dark");' +
  // A visit of more than five hours is rare.
  'Date.now()-s.titleFace>2e7&&c.add("title-face");' +
  '/^[0-4]$/.test(s["bible-text-size"])&&c.add("text-size-"+s["bible-text-size"]);' +
  '/^\\[{/.test(s.getItem("watchPositions"))&&c.add("has-kept");' +
  's.nextReading<=new Date().toISOString()&&c.add("has-reading")}catch{}';

const PREFIXED = LANGUAGES.filter((language) => language !== DEFAULT_LANGUAGE);

/**
 * Redirects a visitor with a stored language from Home to that language's Home before the first
 * paint. Only from "/" itself, typed or opened from another site: other links lead where they say,
 * and so does Back (navigation type 2; the property is old and short). `s` is not set where storage
 * is blocked.
 */
const CHOSEN_LANGUAGE_SCRIPT =
  `;/^(${PREFIXED.join("|")})$/.test(s&&s.language)&&location.href==location.origin+"/"&&` +
  'document.referrer.indexOf(location.origin)&&performance.navigation.type!=2&&location.replace("/"+s.language)';

/** Boot script of a page that the server has rendered: it also remembers early clicks. */
export const BOOT_SCRIPT = EARLY_INPUT_SCRIPT + FIRST_PAINT_SCRIPT + CHOSEN_LANGUAGE_SCRIPT;
