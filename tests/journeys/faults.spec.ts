import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fakeVideos } from "#tests/fakes/youtube/catalogue.ts";
import { startFakeYouTube } from "#tests/fakes/youtube/fake-youtube.ts";
import { testMinistry } from "#tests/support/ministry-fixture.ts";
import { startJourneyServer } from "./support/journey-server.ts";
import { expect, test } from "./support/journey-test.ts";

const TOKEN = "token-of-this-test";

/** Returns the fault lines of the server's log, for example "fault_began youtube-api". */
function faultLines(output: string): string[] {
  return [...output.matchAll(/"event":"(fault_\w+)","component":"([^"]+)"/g)].map(
    ([, event, component]) => `${event} ${component}`,
  );
}

test.describe("failing external dependencies", () => {
  test("write one log line each, show a state to the operator, and do not stop the server @full", async ({
    request,
  }) => {
    const fake = await startFakeYouTube({ playlists: { PLsermonsSermons: fakeVideos("s", 3) } });
    fake.fail("playlistItems", "garbageHtml");
    fake.fail("feed", "garbageHtml");
    const folder = mkdtempSync(join(tmpdir(), "reign-faults-"));
    const ministry = testMinistry({
      english: { kind: "hls", url: "https://127.0.0.1:9/live.m3u8" },
    });
    const file = join(folder, "ministry.json");
    const playlists = { ...ministry.playlists, sermons: "PLsermonsSermons" };
    writeFileSync(file, JSON.stringify({ ...ministry, playlists }));
    const server = await startJourneyServer({
      MINISTRY_FILE: file,
      METRICS_TOKEN: TOKEN,
      YOUTUBE_API_KEY: fake.apiKey,
      YOUTUBE_API_BASE: fake.apiBase,
      YOUTUBE_FEED_BASE: fake.feedBase,
    });
    try {
      for (let visit = 0; visit < 3; visit += 1) await request.get(`${server.url}/videos/sermons`);
      await expect
        .poll(async () => {
          const answer = await request.get(`${server.url}/api/live`);
          const { channels } = await answer.json();
          return channels[0].state;
        })
        .toBe("down");
      await expect
        .poll(() => faultLines(server.output()).toSorted())
        .toEqual([
          "fault_began live:english",
          "fault_began youtube-api",
          "fault_began youtube-feed",
        ]);
      const closed = await request.get(`${server.url}/readyz`);
      expect([closed.status(), await closed.json()]).toEqual([200, { status: "ready" }]);
      const headers = { authorization: `Bearer ${TOKEN}` };
      const open = await request.get(`${server.url}/readyz`, { headers });
      expect(await open.json()).toMatchObject({
        status: "ready",
        components: {
          "live:english": { state: "failing", reason: "could not be reached" },
          "youtube-api": { state: "failing", reason: "bad_answer" },
        },
      });
    } finally {
      await server.stop();
      await fake.close();
      rmSync(folder, { recursive: true });
    }
  });
});
