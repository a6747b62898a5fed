import { dirname, resolve } from "node:path";
import type { Config } from "./settings/config.ts";
import { prepareFolder } from "@reign-tv/kit/files/prepare-folder.ts";
import { createLogger } from "@reign-tv/kit/log.ts";
import { openHttpServer } from "./http/http-server.ts";
import { openChannelPosters } from "./media/channel-posters.ts";
import { loadLibrary, MEDIA_DIR } from "./media/library.ts";
import { loadMinistry } from "./settings/ministry.ts";
import { composeApp } from "./compose-app.ts";
import type { WebApp } from "./pages/web-app.ts";

export type RunningServer = {
  readonly address: string;
  readonly ministryName: string;
  /** Drains connections, finishes running requests, stops the database. */
  close(): Promise<void>;
};

const ROOT = resolve(import.meta.dirname, "..");
const DRAIN_MS = 10_000;

/**
 * Starts everything on one httpServer.
 *
 * @param inherited file descriptor of an inherited listening socket.
 * @throws StartError with one sentence for every problem that an operator can fix.
 */
export async function startServer(
  config: Config,
  openWebApp: (root: string) => Promise<WebApp>,
  inherited: number | null,
): Promise<RunningServer> {
  const log = createLogger(config.LOG_LEVEL);
  for (const name of ["RECORDINGS_DIR", "OWN_VIDEOS_DIR"] as const) {
    if (config[name] !== undefined) prepareFolder(name, resolve(config[name]));
  }
  const library = await loadLibrary(MEDIA_DIR);
  const ministry = await loadMinistry(config.MINISTRY_FILE, library);
  const folder = dirname(resolve(config.MINISTRY_FILE));
  const posters = await openChannelPosters(ministry, library, folder);
  const httpServer = await openHttpServer(config.HOST, config.PORT, inherited);
  try {
    const web = await openWebApp(ROOT);
    const deps = { config, ministry, library, posters, web, log, now: Date.now };
    const composed = await composeApp(deps);
    await httpServer.serve(composed.app.fetch);
    return {
      address: httpServer.address,
      ministryName: ministry.name,
      async close() {
        await composed.startDraining();
        await httpServer.close(DRAIN_MS);
        await composed.close();
      },
    };
  } catch (error) {
    await httpServer.close(0);
    throw error;
  }
}
