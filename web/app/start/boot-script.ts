import { DEFAULT_LANGUAGE, LANGUAGES } from "#shared/languages.ts";
import { EARLY_CLICK_SCRIPT } from "./early-click.ts";
import { TELEVISION } from "#web/app/spatial-navigation/is-tv-browser.domain.ts";

/**
 * Runs before the first paint, inlined into the page and allowed by its hash: without it a dark page
 * would flash light, a television's text would grow, and Home would move when "Continue watching" or
 * a television's banner arrives. The keys and values are those of `storage-keys.ts` and
 * `kept-positions.ts`.
 */
export const FIRST_PAINT_SCRIPT =
  "try{var s=localStorage,c=document.documentElement.classList;" +
  `${TELEVISION}.test(navigator.userAgent)&&c.add("television");` +
  's.getItem("theme")==="dark"&&c.add("dark");' +
  '/^\\[{/.test(s.getItem("watchPositions"))&&c.add("has-kept")}catch{}';

const PREFIXED = LANGUAGES.filter((language) => language !== DEFAULT_LANGUAGE);

/**
 * Leads who has chosen a language before from Home to that language's, before anything is painted. Only
 * from "/" itself, typed or opened from elsewhere: a link to any other page, or from one of ours, leads
 * where it says, and so does the way back (a navigation of type 2; the property is old and short). It goes
 * on with `s`, which is not set where storage is switched off.
 */
const CHOSEN_LANGUAGE_SCRIPT =
  `;/^(${PREFIXED.join("|")})$/.test(s&&s.language)&&location.href==location.origin+"/"&&` +
  'document.referrer.indexOf(location.origin)&&performance.navigation.type!=2&&location.replace("/"+s.language)';

/** The same for a page that the server has rendered: what is pressed before the app is there is not lost. */
export const BOOT_SCRIPT = EARLY_CLICK_SCRIPT + FIRST_PAINT_SCRIPT + CHOSEN_LANGUAGE_SCRIPT;
