import { z } from "zod";
import type { FunctionContext } from "./runtime.ts";

/** Where the site tells its functions what was changed since their secrets were set. */
export const FUNCTION_SETTINGS_PATH = "/api/function-settings";

/** How long what the site told is good; until the next answer it holds all the same. */
const ASK_EVERY_MS = 30_000;
/** How long the first request of an isolate waits before it goes by its secrets. */
const PATIENCE_MS = 3_000;

/** Variables that change while a site runs, as texts. Each function checks them as it checks its secrets. */
const toldSchema = z.object({
  PLAYLISTS: z.string(),
  OWN_LISTS: z.string(),
  VIDEO_WORDS: z.string(),
  CHANNELS: z.string(),
});

/** The variables that a site tells its functions while it runs. */
export type ToldSettings = z.infer<typeof toldSchema>;

const TOLD_NAMES: readonly string[] = Object.keys(toldSchema.shape);

type Follower = {
  /** Of the function, as they are now. */
  readonly env: FunctionContext["env"];
  /** To be awaited before a request: waits for the first answer alone. Never rejects. */
  readonly freshen: () => Promise<void>;
};

/**
 * Lets a function that runs apart from its site follow what helpers change there: its secrets hold until the site
 * has answered, and a site that does not answer, or not as it should, changes nothing.
 *
 * @param context its `env` has SITE_URL, the site's own origin; without it nothing is followed.
 */
export function followSite(context: FunctionContext): Follower {
  const { fetch, now, waitUntil } = context;
  const secrets = context.env;
  const env: Record<string, string | undefined> = { ...secrets };
  const names = TOLD_NAMES.filter((name) => Object.hasOwn(secrets, name));
  const site = secrets["SITE_URL"]?.replace(/\/+$/, "");
  let askedMs = -Infinity;
  let first: Promise<void> | null = null;

  async function ask(): Promise<void> {
    askedMs = now();
    try {
      const response = await fetch(`${site}${FUNCTION_SETTINGS_PATH}`, {
        redirect: "error",
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      if (!response.ok) throw new Error(`status ${response.status}`);
      const told: Readonly<Record<string, string>> = toldSchema.parse(await response.json());
      for (const name of names) env[name] = told[name];
    } catch (error) {
      const reason = error instanceof Error ? error.name : "unknown";
      context.log?.("warn", "the site did not tell its settings", { reason });
    }
  }

  return {
    env,
    async freshen() {
      if (site === undefined || names.length === 0) return;
      if (first === null) {
        first = ask();
        await first;
      } else if (now() - askedMs > ASK_EVERY_MS) {
        const asking = ask();
        waitUntil?.(asking);
      }
    },
  };
}
