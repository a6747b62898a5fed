import {
  startLiveServer,
  type LiveServer,
  type LiveServerOptions,
} from "#tests/support/live-server.ts";
import { expect, test as base } from "./page-test.ts";

type LiveTestOptions = {
  /** Channels of the test's own server. */
  liveOptions: LiveServerOptions;
};

/**
 * `test` on a server with custom channels (other sources, short clips) instead of the demonstration ministry.
 * `baseURL` is that server.
 */
export const test = base.extend<LiveTestOptions & { liveServer: LiveServer }>({
  liveOptions: [{}, { option: true }],
  liveServer: async ({ liveOptions }, provide) => {
    const server = await startLiveServer(liveOptions);
    await provide(server);
    await server.close();
  },
  baseURL: async ({ liveServer }, provide) => provide(liveServer.url),
});

export { expect };
