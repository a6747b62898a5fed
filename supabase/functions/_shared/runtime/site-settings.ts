import * as v from "valibot";
import type { FunctionContext } from "@reign-tv/kit/function-contract.ts";

/** The site serves settings that were changed since the function's secrets were set. */
export const FUNCTION_SETTINGS_PATH = "/api/function-settings";

/** Refresh interval; older settings stay valid until the next response. */
const REFRESH_INTERVAL_MS = 30_000;
/** Timeout of the first request of an isolate, which then uses its secrets. */
const FIRST_TIMEOUT_MS = 3_000;

/** Variables that can change at run time. Each function validates them like its secrets. */
const siteSettingsSchema = v.object({
  PLAYLISTS: v.string(),
  OWN_LISTS: v.string(),
  VIDEO_WORDS: v.string(),
  CHANNELS: v.string(),
});

export type SiteSettings = v.InferOutput<typeof siteSettingsSchema>;

const SETTING_NAMES: readonly string[] = Object.keys(siteSettingsSchema.entries);

type SiteSettingsWatcher = {
  /** Current variables of the function. */
  readonly env: FunctionContext["env"];
  /** To be awaited before a request; waits only for the first response. Never rejects. */
  readonly refreshIfStale: () => Promise<void>;
};

/**
 * Keeps a function outside its site up to date with settings that staff change. The secrets apply
 * until the first response; failed or invalid responses change nothing.
 *
 * @param context `env.SITE_URL` is the site's origin; without it nothing is fetched
 */
export function watchSiteSettings(context: FunctionContext): SiteSettingsWatcher {
  const { fetch, now, waitUntil } = context;
  const secrets = context.env;
  const env: Record<string, string | undefined> = { ...secrets };
  const names = SETTING_NAMES.filter((name) => Object.hasOwn(secrets, name));
  const site = secrets["SITE_URL"]?.replace(/\/+$/, "");
  let fetchedMs = -Infinity;
  let first: Promise<void> | null = null;

  async function fetchSettings(): Promise<void> {
    fetchedMs = now();
    try {
      const response = await fetch(`${site}${FUNCTION_SETTINGS_PATH}`, {
        redirect: "error",
        signal: AbortSignal.timeout(FIRST_TIMEOUT_MS),
      });
      if (!response.ok) throw new Error(`status ${response.status}`);
      const settings: Readonly<Record<string, string>> = v.parse(
        siteSettingsSchema,
        await response.json(),
      );
      for (const name of names) env[name] = settings[name];
    } catch (error) {
      const reason = error instanceof Error ? error.name : "unknown";
      context.log?.("warn", "the site did not tell its settings", { reason });
    }
  }

  return {
    env,
    async refreshIfStale() {
      if (site === undefined || names.length === 0) return;
      if (first === null) {
        first = fetchSettings();
        await first;
      } else if (now() - fetchedMs > REFRESH_INTERVAL_MS) {
        const refresh = fetchSettings();
        waitUntil?.(refresh);
      }
    },
  };
}
