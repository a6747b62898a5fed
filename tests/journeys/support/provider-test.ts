import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Channels } from "#shared/live/channels.ts";
import type { ChannelSource } from "#shared/site/ministry.ts";
import { type FakeProviders, startFakeProviders } from "#tests/fakes/players/fake-providers.ts";
import { type FakeYouTube, startFakeYouTube } from "#tests/fakes/youtube/fake-youtube.ts";
import type { FakeVideo } from "#tests/fakes/youtube/catalogue.ts";
import { testMinistry } from "#tests/support/ministry-fixture.ts";
import { test as base } from "./journey-test.ts";

type ProviderOptions = {
  /** Sources of the channels of the test's own server. */
  sources: Channels<ChannelSource>;
  /** Platform videos in the sermons playlist; empty: the bundled library. */
  sermons: readonly FakeVideo[];
};

const SERMONS = "PLfakesermons0001";

/**
 * `test` against a server with other channels and lists, whose providers and video platform are fakes with the
 * real protocols. The browsers' resolver maps their hosts, so nothing is intercepted.
 */
export const test = base.extend<
  ProviderOptions & { youtube: FakeYouTube },
  { providers: FakeProviders }
>({
  sources: [{}, { option: true }],
  sermons: [[], { option: true }],
  providers: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright demands a pattern
    async ({}, provide) => {
      const providers = await startFakeProviders();
      await provide(providers);
      await providers.close();
    },
    { scope: "worker" },
  ],
  launchOptions: [
    async ({ launchOptions, providers }, provide) => {
      const rules = `MAP *.example 127.0.0.1:${providers.port}, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost`;
      const args = [...(launchOptions.args ?? []), "--ignore-certificate-errors"];
      await provide({ ...launchOptions, args: [...args, `--host-resolver-rules=${rules}`] });
    },
    { scope: "worker" },
  ],
  youtube: async ({ sermons }, provide) => {
    const youtube = await startFakeYouTube({ playlists: { [SERMONS]: sermons } });
    await provide(youtube);
    await youtube.close();
  },
  ownServer: async ({ sources, sermons, youtube }, provide) => {
    const directory = mkdtempSync(join(tmpdir(), "reign-ministry-"));
    const ministryFile = join(directory, "ministry.json");
    const ministry = testMinistry(sources);
    if (sermons.length > 0) ministry.playlists.sermons = SERMONS;
    writeFileSync(ministryFile, JSON.stringify(ministry));
    await provide({
      MINISTRY_FILE: ministryFile,
      YOUTUBE_API_KEY: youtube.apiKey,
      YOUTUBE_API_BASE: youtube.apiBase,
      YOUTUBE_FEED_BASE: youtube.feedBase,
      YOUTUBE_IMAGE_BASE: youtube.imageBase,
      YOUTUBE_EMBED_BASE: youtube.embedBase,
    });
    rmSync(directory, { recursive: true, force: true });
  },
  server: async ({ server, providers }, provide) => {
    providers.requests.length = 0;
    providers.streamFault = null;
    providers.silentHosts.clear();
    providers.upstream = server?.url ?? "";
    await provide(server);
  },
});
